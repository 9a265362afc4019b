'use client';

import type { MemoryState } from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory, useStoredMessages } from '@agent-memory/react';
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';

const store = indexedDbStore();

/** Rendered on the server as an empty chat; the browser fills in what it remembers. */
export function Chat() {
  const memory = useAgentMemory({
    id: 'nextjs-example',
    // The system text lives on the server; this keeps the arithmetic right.
    budget: { contextWindow: 32_000, reserved: { system: 60 } },
    store,
  });
  const { messages, setMessages, sendMessage, stop, status, error } = useChat({
    id: memory.id,
    transport: memory.transport(new DefaultChatTransport({ api: '/api/chat' })),
  });
  const stored = useStoredMessages(memory.memory, { format: aiSdkUi, setMessages });
  const isAnswering = status === 'submitted' || status === 'streaming';

  return (
    <>
      <div className="conversation">
        <ol aria-label="Conversation">
          {messages.map(({ id, role, parts }) => (
            <li key={id} className={role}>
              {parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
            </li>
          ))}
        </ol>
      </div>
      <p role="status">{(error ?? stored.error)?.message ?? statusLine(memory)}</p>
      <form
        action={(form: FormData) => {
          const text = String(form.get('message')).trim();
          if (text !== '') void sendMessage({ text });
        }}
      >
        <input name="message" aria-label="Message" placeholder="Say something" autoComplete="off" />
        {isAnswering && (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        )}
        <button type="submit" disabled={isAnswering || stored.status === 'loading'}>
          Send
        </button>
      </form>
    </>
  );
}

function statusLine({ status, error, entries }: MemoryState): string {
  if (error) return error.message;
  return status === 'hydrating'
    ? 'Looking for earlier messages …'
    : `${entries} messages remembered`;
}
