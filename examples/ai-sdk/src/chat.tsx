import type { MemoryState } from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import { type UseAgentMemoryResult, useStoredMessages } from '@agent-memory/react';
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { useState } from 'react';
import { Composer } from './composer.tsx';
import { MessageItem } from './message-item.tsx';

interface ChatProps {
  readonly memory: UseAgentMemoryResult;
}

export function Chat({ memory }: ChatProps) {
  const { messages, setMessages, sendMessage, regenerate, stop, status, error } = useChat({
    id: memory.id,
    transport: memory.transport(new DefaultChatTransport({ api: '/api/chat' })),
  });
  // The messages from before the page was loaded.
  const stored = useStoredMessages(memory.memory, { format: aiSdkUi, setMessages });
  const [editing, setEditing] = useState<UIMessage>();
  const isAnswering = status === 'submitted' || status === 'streaming';
  const isBusy = isAnswering || stored.status === 'loading';

  function send(text: string) {
    setEditing(undefined);
    void sendMessage(editing ? { text, messageId: editing.id } : { text });
  }

  return (
    <>
      <div className="conversation">
        <ol aria-label="Conversation">
          {messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              isInterrupted={memory.memory.entry(message.id)?.message.isInterrupted ?? false}
              onEdit={isAnswering ? undefined : () => setEditing(message)}
            />
          ))}
        </ol>
      </div>
      <div className="actions">
        <p role="status">{(error ?? stored.error)?.message ?? statusLine(memory)}</p>
        {editing && (
          <button type="button" onClick={() => setEditing(undefined)}>
            Leave as it is
          </button>
        )}
        {isAnswering && (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        )}
        {!isAnswering && !editing && messages.length > 0 && (
          <button type="button" onClick={() => void regenerate()}>
            Answer again
          </button>
        )}
      </div>
      <Composer key={editing?.id} edited={editing} isDisabled={isBusy} onSend={send} />
    </>
  );
}

function statusLine({ status, error, entries, plan }: MemoryState): string {
  if (error) return error.message;
  if (status === 'hydrating') return 'Looking for earlier messages …';
  const remembered = `${entries} messages remembered`;
  return plan ? `${remembered}, ${plan.totalTokens} tokens sent last` : remembered;
}
