// The code of docs/recipes/ai-sdk.md; `npm run docs` writes it.
import { aiSdkUi } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory, useStoredMessages } from '@agent-memory/react';
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';

const store = indexedDbStore();

export function Chat() {
  const memory = useAgentMemory({ id: 'support', contextWindow: 128_000, store });
  const { messages, sendMessage, setMessages } = useChat({
    id: memory.id,
    transport: memory.transport(new DefaultChatTransport({ api: '/api/chat' })),
  });
  useStoredMessages(memory.memory, { format: aiSdkUi, setMessages });
  return (
    <>
      <ol>
        {messages.map(({ id, parts }) => (
          <li key={id}>{parts.map((part) => (part.type === 'text' ? part.text : ''))}</li>
        ))}
      </ol>
      <form action={(form) => void sendMessage({ text: String(form.get('text')) })}>
        <input name="text" aria-label="Message" />
      </form>
    </>
  );
}
