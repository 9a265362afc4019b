import { langChainFormat } from '@agent-memory/langchain';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import OpenAI from 'openai';
import { TOOL_NAMES } from '../servers/script.ts';
import { someText } from './hostile.ts';
import type { Call, Life, LifeClient } from './life.ts';

const format = langChainFormat;

const tools = TOOL_NAMES.map((name) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object', properties: { query: { type: 'string' } } } },
}));

/** Messages of LangChain, sent as its integration for OpenAI sends them: ids of completions go along. */
export function langChainClient({ url }: { readonly url: string }): LifeClient {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
  return {
    async ask(life) {
      const { id, choices } = await life.send(
        async (how) => (await life.memory[how]({ format })).messages,
        (messages) =>
          client.chat.completions.create({
            model: 'strict',
            messages: messages.map(paramOf),
            tools,
          }),
        (error) => error instanceof OpenAI.APIError && error.code === 'context_length_exceeded',
      );
      const message = choices[0]?.message;
      const calls = (message?.tool_calls ?? []).flatMap((call) =>
        call.type === 'function' ? [callOf(call)] : [],
      );
      await append(life, new AIMessage({ id, content: message?.content ?? '', tool_calls: calls }));
      return calls;
    },
    resultsOf(life, calls) {
      const messages = calls.map((call) => resultOf(life, call));
      return async () => {
        for (const message of messages) await append(life, message);
      };
    },
    say: (life) => append(life, new HumanMessage(someText(life.random))),
  };
}

async function append(life: Life, message: BaseMessage): Promise<void> {
  life.keep([message], await life.memory.append(message, { format }));
}

function callOf({ id, function: called }: OpenAI.ChatCompletionMessageFunctionToolCall) {
  const args = JSON.parse(called.arguments) as Record<string, unknown>;
  return { id, name: called.name, args, type: 'tool_call' as const };
}

function resultOf({ random }: Life, { id, name }: Call): ToolMessage {
  const content = random.chance(0.05) ? '' : someText(random, random.chance(0.1) ? 2_000 : 100);
  return new ToolMessage({ content, tool_call_id: id, name });
}

function paramOf(message: BaseMessage): OpenAI.ChatCompletionMessageParam {
  const { text: content } = message;
  if (ToolMessage.isInstance(message)) {
    return { role: 'tool', content, tool_call_id: message.tool_call_id };
  }
  if (!AIMessage.isInstance(message)) {
    return { role: message.type === 'system' ? 'system' : 'user', content };
  }
  const calls = (message.tool_calls ?? []).map(({ id = '', name, args }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}
