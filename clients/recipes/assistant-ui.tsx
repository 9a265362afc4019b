// The code of docs/recipes/assistant-ui.md; `npm run docs` writes it.
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory } from '@agent-memory/react';
import {
  type MemoryRunInput,
  memoryChatModel,
  memoryHistory,
} from '@agent-memory/react/assistant-ui';
import { AssistantRuntimeProvider, useLocalRuntime } from '@assistant-ui/react';
import { type ReactNode, useMemo } from 'react';

const store = indexedDbStore();

async function answer({ messages, abortSignal: signal }: MemoryRunInput) {
  const body = JSON.stringify({ messages });
  const response = await fetch('/api/chat', { method: 'POST', body, signal });
  const { content }: { content: string } = await response.json();
  return { content: [{ type: 'text' as const, text: content }] };
}

export function Runtime({ children }: { readonly children: ReactNode }) {
  const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000, store });
  const chatModel = useMemo(() => memoryChatModel(memory, answer), [memory]);
  const history = useMemo(() => memoryHistory(memory), [memory]);
  const runtime = useLocalRuntime(chatModel, { adapters: { history } });
  return <AssistantRuntimeProvider runtime={runtime}>{children}</AssistantRuntimeProvider>;
}
