import type { AgentMemory } from '@agent-memory/core';
import {
  type ChatModelAdapter,
  type ThreadHistoryAdapter,
  type ThreadMessage,
  useLocalRuntime,
} from '@assistant-ui/react';
import { assistantUiFormat } from './assistant-ui-format.ts';
import { memoryChatModel, memoryHistory } from './index.ts';

declare const memory: AgentMemory<{ readonly goal: string }>;

const answer = { content: [{ type: 'text', text: 'Hello.' }] } as const;

/** [RCT-5] The local runtime takes a chat model and a history of a memory as they are. */
export const model: ChatModelAdapter = memoryChatModel(memory, async () => answer);
export const history: ThreadHistoryAdapter = memoryHistory(memory);
export const useRuntime = () => useLocalRuntime(model, { adapters: { history } });

/** [MSG-2] The context is in OpenAI's format. */
memoryChatModel(memory, async ({ messages, plan, abortSignal, runConfig }) => {
  const role: 'system' | 'user' | 'assistant' | 'tool' | 'developer' | undefined =
    messages[0]?.role;
  const said = [role, plan.totalTokens, abortSignal.aborted, runConfig.custom];
  return { content: [{ type: 'text', text: String(said) }] };
});
export const messages: Promise<readonly ThreadMessage[]> = memory.messages({
  format: assistantUiFormat,
});

// @ts-expect-error: OpenAI's context has no system text beside its messages
memoryChatModel(memory, async ({ system }) => ({ ...answer, system }));

// @ts-expect-error: an answer has content that assistant-ui knows
memoryChatModel(memory, async () => ({ content: 'Hello.' }));

// @ts-expect-error: a store is no memory
memoryHistory({ load: async () => undefined });
