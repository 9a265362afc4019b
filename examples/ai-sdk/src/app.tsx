import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory } from '@agent-memory/react';
import type { UIMessage } from 'ai';
import { useEffect, useState } from 'react';
import { Chat } from './chat.tsx';

const store = indexedDbStore();

/** The chat begins with what is remembered, so it is made when that is there. */
export function App() {
  const memory = useAgentMemory({
    id: 'ai-sdk-example',
    // The system text and the tools live on the server; these keep the arithmetic right.
    budget: { contextWindow: 32_000, reserved: { system: 60, tools: 120 } },
    store,
  });
  const { messages } = memory;
  const [known, setKnown] = useState<readonly UIMessage[]>();

  useEffect(() => {
    const leaving = new AbortController();
    messages({ format: 'ai-sdk-ui', signal: leaving.signal }).then(setKnown, (error) => {
      if (!leaving.signal.aborted) throw error;
    });
    return () => leaving.abort();
  }, [messages]);

  return (
    <main>
      <h1>Chat with memory</h1>
      {known ? (
        <Chat memory={memory} known={known} />
      ) : (
        <p role="status">Looking for earlier messages …</p>
      )}
    </main>
  );
}
