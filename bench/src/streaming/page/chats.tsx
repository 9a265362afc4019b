import type { AgentMemory, AgentMemoryOptions, Message, TokenCounter } from '@agent-memory/core';
import { useAgentMemory, useAgentMemoryState } from '@agent-memory/react';
import { memo, useEffect, useMemo } from 'react';
import { Answer, MessageList, type ShownMessage, type Streaming } from './conversation-view.tsx';
import { countRender } from './render-counts.ts';
import { type Turn, type TurnMemory, useConversation } from './use-conversation.ts';

/** The props of both chats; `onReady` gets the means to drive the next turn. */
export interface ChatProps {
  readonly history: readonly ShownMessage[];
  readonly streaming: Streaming;
  /** For a memory to count with. */
  readonly tokenCounter: TokenCounter | undefined;
  readonly onReady: (turn: Turn) => void;
}

/** The chat without a memory: what the other one is measured against. */
export function PlainChat({ history, streaming, onReady }: ChatProps) {
  countRender('Chat');
  const { messages, answer, turn } = useConversation(history, streaming, undefined);
  useEffect(() => onReady(turn), [turn, onReady]);
  return (
    <main>
      <MessageList messages={messages} />
      {streaming === 'answer' && <Answer answer={answer} />}
    </main>
  );
}

/** The same chat with a memory, its status and how full the context is. */
export function ChatWithMemory({ history, streaming, tokenCounter, onReady }: ChatProps) {
  countRender('Chat');
  const { memory, append, assemble } = useAgentMemory(memoryOptions(tokenCounter));
  const turnMemory = useMemo(
    (): TurnMemory => ({
      ask: async (question) => {
        await append({ role: 'user', content: question });
        await assemble();
      },
      answered: async (text) => {
        await append({ role: 'assistant', content: text });
      },
    }),
    [append, assemble],
  );
  const { messages, answer, turn } = useConversation(history, streaming, turnMemory);
  useEffect(() => {
    let isCurrent = true;
    void append(history.map(messageOf)).then(() => {
      if (isCurrent) onReady(turn);
    });
    return () => {
      isCurrent = false;
    };
  }, [append, history, onReady, turn]);
  return (
    <main>
      <MemoryStatus memory={memory} />
      <ContextMeter memory={memory} />
      <MessageList messages={messages} />
      {streaming === 'answer' && <Answer answer={answer} />}
    </main>
  );
}

/** The options of every memory that is measured. */
export function memoryOptions(tokenCounter: TokenCounter | undefined): AgentMemoryOptions {
  return {
    id: 'chat',
    system: 'You help people to travel by train.',
    contextWindow: 32_000,
    ...(tokenCounter && { tokenCounter }),
  };
}

/** Shows the status of the memory. */
export const MemoryStatus = memo(function MemoryStatus({
  memory,
}: {
  readonly memory: AgentMemory;
}) {
  countRender('MemoryStatus');
  return <output>{useAgentMemoryState(memory, (state) => state.status)}</output>;
});

/** How full the context is. */
export const ContextMeter = memo(function ContextMeter({
  memory,
}: {
  readonly memory: AgentMemory;
}) {
  countRender('ContextMeter');
  const used = useAgentMemoryState(memory, (state) => state.plan?.totalTokens ?? 0);
  const room = useAgentMemoryState(memory, (state) => state.budget.inputTokens);
  return <meter max={room} value={used} />;
});

function messageOf({ role, text }: ShownMessage): Message {
  return { role, parts: [{ type: 'text', text }] };
}
