'use client';

import type { MemoryState } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useAgentMemory } from '@agent-memory/react';
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { useEffect, useState } from 'react';

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
  const [isLoaded, setIsLoaded] = useState(false);
  const [loadFailure, setLoadFailure] = useState<unknown>();
  const isAnswering = status === 'submitted' || status === 'streaming';

  const { messages: known } = memory;
  useEffect(() => {
    const leaving = new AbortController();
    async function load() {
      try {
        const earlier = await known({ format: 'ai-sdk-ui', signal: leaving.signal });
        setMessages([...earlier]);
      } catch (failure) {
        if (leaving.signal.aborted) return;
        // The chat goes on without what was said earlier, and says so.
        setLoadFailure(failure);
      }
      setIsLoaded(true);
    }
    void load();
    return () => leaving.abort();
  }, [known, setMessages]);

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
      <p role="status">{error?.message ?? loadLine(loadFailure) ?? statusLine(memory)}</p>
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
        <button type="submit" disabled={isAnswering || !isLoaded}>
          Send
        </button>
      </form>
    </>
  );
}

function loadLine(failure: unknown): string | undefined {
  if (failure === undefined) return undefined;
  const reason = failure instanceof Error ? failure.message : String(failure);
  return `Earlier messages could not be shown: ${reason}`;
}

function statusLine({ status, error, entries }: MemoryState): string {
  if (error) return error.message;
  return status === 'hydrating'
    ? 'Looking for earlier messages …'
    : `${entries} messages remembered`;
}
