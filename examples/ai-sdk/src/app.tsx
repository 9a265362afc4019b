import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { memoryExtraction } from '@agent-memory/long-term/extraction';
import { useAgentMemory } from '@agent-memory/react';
import { UserMemories } from '@agent-memory/react/long-term';
import { Chat } from './chat.tsx';

const store = indexedDbStore();
// What is worth knowing in later conversations too.
const longTerm = createLongTermMemory({ store: indexedDbRecordStore() });
const features = [retrievedRecords(longTerm), memoryExtraction(longTerm).feature];

export function App() {
  const memory = useAgentMemory({
    id: 'ai-sdk-example',
    // The system text and the tools live on the server; these keep the arithmetic right.
    budget: { contextWindow: 32_000, reserved: { system: 60, tools: 120 } },
    store,
    features,
  });

  return (
    <main>
      <h1>Chat with memory</h1>
      <details>
        <summary>About me</summary>
        <UserMemories longTerm={longTerm} className="about" />
      </details>
      <Chat memory={memory} />
    </main>
  );
}
