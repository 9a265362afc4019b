import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory } from '@agent-memory/react';
import { Chat } from './chat.tsx';

const store = indexedDbStore();

export function App() {
  const memory = useAgentMemory({
    id: 'ai-sdk-example',
    // The system text and the tools live on the server; these keep the arithmetic right.
    budget: { contextWindow: 32_000, reserved: { system: 60, tools: 120 } },
    store,
  });

  return (
    <main>
      <h1>Chat with memory</h1>
      <Chat memory={memory} />
    </main>
  );
}
