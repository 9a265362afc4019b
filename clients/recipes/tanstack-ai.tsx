// The code of docs/recipes/tanstack-ai.md; `npm run docs` writes it.
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory, useStoredMessages } from '@agent-memory/react';
import { memoryConnection, tanStackFormat } from '@agent-memory/react/tanstack-ai';
import { fetchServerSentEvents, useChat } from '@tanstack/ai-react';
import { useMemo } from 'react';

const store = indexedDbStore();

export function Chat() {
  const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000, store });
  const connection = useMemo(
    () => memoryConnection(memory, fetchServerSentEvents('/api/chat')),
    [memory],
  );
  const { messages, sendMessage, setMessages } = useChat({ connection });
  useStoredMessages(memory, {
    format: tanStackFormat,
    setMessages: (update) => setMessages(update(messages)),
  });
  return (
    <>
      <ol>
        {messages.map(({ id, parts }) => (
          <li key={id}>{parts.map((part) => (part.type === 'text' ? part.content : ''))}</li>
        ))}
      </ol>
      <form action={(form) => void sendMessage(String(form.get('text')))}>
        <input name="text" aria-label="Message" />
      </form>
    </>
  );
}
