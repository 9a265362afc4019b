import type { MemoryState } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory, useMemoryReady } from '@agent-memory/react';
import { memoryChatModel, memoryHistory } from '@agent-memory/react/assistant-ui';
import { AssistantRuntimeProvider, useLocalRuntime } from '@assistant-ui/react';
import { useMemo } from 'react';
import { answer } from './answer.ts';
import { Thread } from './thread.tsx';

const store = indexedDbStore();

export function App() {
  const state = useAgentMemory({
    id: 'assistant-ui-example',
    system: 'You are a helpful assistant. Answer briefly.',
    contextWindow: 32_000,
    store,
  });
  const { memory } = state;
  const { isReady } = useMemoryReady(memory);
  const chatModel = useMemo(() => memoryChatModel(memory, answer), [memory]);
  const history = useMemo(() => memoryHistory(memory), [memory]);
  const runtime = useLocalRuntime(chatModel, { adapters: { history } });

  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <main>
        <h1>Chat with memory</h1>
        <Thread isReady={isReady} status={statusLine(state)} />
      </main>
    </AssistantRuntimeProvider>
  );
}

function statusLine({ status, error, entries, plan }: MemoryState): string {
  if (error) return error.message;
  if (status === 'hydrating') return 'Looking for earlier messages …';
  const remembered = `${entries} messages remembered`;
  return plan ? `${remembered}, ${plan.totalTokens} tokens sent last` : remembered;
}
