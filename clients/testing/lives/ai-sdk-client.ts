import { aiSdk, aiSdkUi } from '@agent-memory/formats';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  convertToModelMessages,
  generateText,
  jsonSchema,
  type ModelMessage,
  type ToolResultPart,
  type ToolSet,
} from 'ai';
import { TOOL_NAMES } from '../servers/script.ts';
import { someText } from './hostile.ts';
import type { Call, Life, LifeClient } from './life.ts';

export interface AiSdkClientOptions {
  readonly url: string;
  /** `aiSdkUi`: as a server does it that is sent the visible messages. */
  readonly format: typeof aiSdk | typeof aiSdkUi;
}

const tools: ToolSet = Object.fromEntries(
  TOOL_NAMES.map((name) => [
    name,
    { inputSchema: jsonSchema({ type: 'object', properties: { query: { type: 'string' } } }) },
  ]),
);

export function aiSdkClient({ url, format }: AiSdkClientOptions): LifeClient {
  const model = createOpenAICompatible({ name: 'strict', baseURL: `${url}/v1` })('strict');
  const contextOf = async (life: Life, how: 'assemble' | 'onOverflow'): Promise<ModelMessage[]> =>
    format === aiSdk
      ? (await life.memory[how]({ format: aiSdk })).messages
      : convertToModelMessages((await life.memory[how]({ format: aiSdkUi })).messages);
  return {
    async ask(life) {
      const { response, toolCalls, usage } = await life.send(
        (how) => contextOf(life, how),
        (messages) =>
          generateText({ model, messages, tools, maxRetries: 0, allowSystemInMessages: true }),
        (error) => APICallError.isInstance(error) && /maximum context length/.test(error.message),
      );
      if (usage.inputTokens !== undefined && life.random.chance(0.5)) {
        await life.memory.reportUsage({ inputTokens: usage.inputTokens });
      }
      await append(life, response.messages);
      return toolCalls.map(({ toolCallId, toolName }) => ({ id: toolCallId, name: toolName }));
    },
    resultsOf(life, calls) {
      const content = calls.map((call) => resultOf(life, call));
      return () => append(life, [{ role: 'tool', content }]);
    },
    async say(life) {
      const text = someText(life.random);
      const message = {
        id: `said-${life.kept.size}`,
        role: 'user',
        parts: [{ type: 'text', text }],
      };
      if (format === aiSdk) return append(life, [{ role: 'user', content: text }]);
      life.keep([message], await life.memory.append(message as never, { format }));
    },
  };
}

async function append(life: Life, messages: readonly ModelMessage[]): Promise<void> {
  life.keep(messages, await life.memory.append(messages, { format: aiSdk }));
}

function resultOf({ random }: Life, { id, name }: Call): ToolResultPart {
  const text = random.chance(0.05) ? '' : someText(random, random.chance(0.1) ? 2_000 : 100);
  const output = random.pick<ToolResultPart['output']>([
    { type: 'text', value: text },
    { type: 'json', value: { found: text, count: 3, list: [text.slice(0, 30), null] } },
    { type: 'error-text', value: text },
    { type: 'content', value: [{ type: 'text', text }] },
  ]);
  return { type: 'tool-result', toolCallId: id, toolName: name, output };
}
