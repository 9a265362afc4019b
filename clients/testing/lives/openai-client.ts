import type { chatTemplate } from '@agent-memory/formats';
import OpenAI from 'openai';
import { TOOL_NAMES } from '../servers/script.ts';
import { PICTURE, someText } from './hostile.ts';
import type { Call, Life, LifeClient } from './life.ts';

export interface OpenAiClientOptions {
  readonly url: string;
  readonly format?: 'openai' | typeof chatTemplate;
  /** Whether answers are appended under the ids of their completions. */
  readonly completionIds?: boolean;
}

type Reply = OpenAI.ChatCompletionMessage & { readonly id?: string };

const tools = TOOL_NAMES.map((name) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object', properties: { query: { type: 'string' } } } },
}));

export function openAiClient(options: OpenAiClientOptions): LifeClient {
  const { url, format = 'openai', completionIds = false } = options;
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });

  const request = async (life: Life, messages: OpenAI.ChatCompletionMessageParam[]) => {
    const body = { model: 'strict', messages, tools, tool_choice: 'auto' as const };
    const { id, message } = life.random.chance(0.6)
      ? await whole(client, life, body)
      : await streamed(client, life, body);
    return message && { ...message, ...(completionIds && id !== undefined && { id }) };
  };

  return {
    async ask(life) {
      const reply: Reply | undefined = await life.send(
        async (how) => (await life.memory[how]({ format })).messages,
        (messages) => request(life, messages),
        (error) => error instanceof OpenAI.APIError && error.code === 'context_length_exceeded',
      );
      if (!reply) return [];
      life.keep([reply], await life.memory.append(reply, { format }));
      return (reply.tool_calls ?? []).flatMap((call) =>
        call.type === 'function' ? [{ id: call.id, name: call.function.name }] : [],
      );
    },
    resultsOf(life, calls) {
      const messages = calls.map((call) => resultOf(life, call));
      return async () => {
        for (const message of messages) {
          life.keep([message], await life.memory.append(message, { format }));
        }
      };
    },
    async say(life) {
      const { random } = life;
      const picture = { type: 'image_url' as const, image_url: { url: PICTURE } };
      const words = { type: 'text' as const, text: 'See:' };
      const message = {
        role: 'user' as const,
        content: random.chance(0.1) ? [words, picture] : someText(random),
      };
      life.keep([message], await life.memory.append(message, { format }));
    },
  };
}

type Body = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>;

interface Answer {
  readonly id?: string | undefined;
  readonly message?: OpenAI.ChatCompletionMessage | undefined;
}

async function whole(client: OpenAI, life: Life, body: Body): Promise<Answer> {
  const { id, choices, usage } = await client.chat.completions.create(body);
  if (usage && life.random.chance(0.5)) {
    await life.memory.reportUsage({ inputTokens: usage.prompt_tokens });
  }
  return { id, message: choices[0]?.message };
}

/** At times stopped: in the middle of the words, of a call, of its arguments. */
async function streamed(client: OpenAI, { random }: Life, body: Body): Promise<Answer> {
  const stream = client.chat.completions.stream(body);
  let left = random.chance(0.3) ? 1 + random.below(40) : Number.POSITIVE_INFINITY;
  for await (const _ of stream) {
    left -= 1;
    if (left <= 0) break;
  }
  const snapshot = stream.currentChatCompletionSnapshot;
  const message = snapshot?.choices[0]?.message;
  if (!message) return {};
  // Those that it says itself; its type leaves open which kind of tool is called.
  const calls = message.tool_calls as OpenAI.ChatCompletionMessageFunctionToolCall[] | undefined;
  const { content = null } = message;
  const said = { role: 'assistant' as const, content, refusal: null };
  return {
    id: snapshot.id,
    message: { ...said, ...(calls && { tool_calls: calls.map(plainCall) }) },
  };
}

/** Without what the client parsed out of it. */
function plainCall({ id, type, function: called }: OpenAI.ChatCompletionMessageFunctionToolCall) {
  return { id, type, function: { name: called.name, arguments: called.arguments } };
}

/** At times empty or far too long. */
function resultOf({ random }: Life, call: Call) {
  const text = random.chance(0.05) ? '' : someText(random, random.chance(0.1) ? 3_000 : 150);
  return { role: 'tool' as const, tool_call_id: call.id, content: text };
}
