import { anthropic } from '@agent-memory/formats';
import Anthropic from '@anthropic-ai/sdk';
import { TOOL_NAMES } from '../servers/script.ts';
import { PICTURE, someText } from './hostile.ts';
import type { Call, Life, LifeClient } from './life.ts';

export interface AnthropicClientOptions {
  readonly url: string;
  readonly thinking?: boolean;
}

const tools = TOOL_NAMES.map((name) => ({
  name,
  input_schema: { type: 'object' as const, properties: { query: { type: 'string' } } },
}));

export function anthropicClient({ url, thinking = false }: AnthropicClientOptions): LifeClient {
  const client = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 });
  return {
    async ask(life) {
      const reply = await life.send(
        (how) => life.memory[how]({ format: anthropic }),
        ({ system, messages }) => {
          const body = {
            model: 'strict',
            max_tokens: 2_000,
            system,
            messages,
            tools,
            tool_choice: { type: 'auto' as const },
            ...(thinking && { thinking: { type: 'enabled' as const, budget_tokens: 1_024 } }),
          };
          return life.random.chance(0.4) ? whole(client, life, body) : streamed(client, life, body);
        },
        (error) => error instanceof Anthropic.APIError && /prompt is too long/.test(error.message),
      );
      if (!reply || reply.content.length === 0) return [];
      await appendReply(life, reply);
      return reply.content.flatMap((block) =>
        block.type === 'tool_use' ? [{ id: block.id, name: block.name }] : [],
      );
    },
    resultsOf(life, calls) {
      const content = calls.map((call) => resultOf(life, call));
      const isOne = life.random.chance(0.7);
      const messages = isOne ? [content] : content.map((block) => [block]);
      return async () => {
        for (const blocks of messages) await append(life, { role: 'user', content: blocks });
      };
    },
    async say(life) {
      const { random } = life;
      const mark = {
        type: 'ephemeral' as const,
        ...(random.chance(0.5) && { ttl: '1h' as const }),
      };
      const text = someText(random);
      const marked = [{ type: 'text' as const, text, cache_control: mark }];
      await append(life, { role: 'user', content: random.chance(0.2) ? marked : text });
    },
  };
}

type Param = Anthropic.MessageParam & { readonly id?: string };
type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'>;

async function append(life: Life, message: Param): Promise<void> {
  life.keep([message], await life.memory.append(message, { format: anthropic }));
}

async function whole(client: Anthropic, life: Life, body: Body): Promise<Anthropic.Message> {
  const reply = await client.messages.create(body);
  if (life.random.chance(0.5)) {
    await life.memory.reportUsage({ inputTokens: reply.usage.input_tokens });
  }
  return reply;
}

/** At times stopped: in the middle of the thinking, of the words, of a call. */
async function streamed(client: Anthropic, { random }: Life, body: Body) {
  const stream = client.messages.stream(body);
  let left = random.chance(0.3) ? 1 + random.below(60) : Number.POSITIVE_INFINITY;
  for await (const _ of stream) {
    left -= 1;
    if (left > 0) continue;
    stream.abort();
    // The client goes on writing to its own while what has arrived is read.
    return structuredClone(stream.currentMessage);
  }
  return stream.finalMessage();
}

/** As a whole, or as it is streamed: each block a message of its own, all under one id. */
async function appendReply(life: Life, reply: Anthropic.Message): Promise<void> {
  const { id, role, content } = reply;
  const way = life.random.pick(['content', 'reply', 'blocks']);
  if (way === 'content') return append(life, { role, content });
  if (way === 'blocks') {
    for (const block of content) await append(life, { id, role, content: [block] });
    return;
  }
  life.keep([reply], await life.memory.append(reply, { format: anthropic }));
}

/** At times failed, empty, blank, far too long, or with a picture. */
function resultOf({ random }: Life, { id }: Call): Anthropic.ToolResultBlockParam {
  const data = PICTURE.slice(PICTURE.indexOf(',') + 1);
  const picture = {
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: 'image/png' as const, data },
  };
  const words = { type: 'text' as const, text: random.chance(0.2) ? ' ' : 'The page:' };
  const text = random.chance(0.05) ? '' : someText(random, random.chance(0.1) ? 3_000 : 150);
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(random.chance(0.1) && { is_error: true }),
    ...(!random.chance(0.05) && { content: random.chance(0.1) ? [words, picture] : text }),
  };
}
