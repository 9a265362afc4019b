import { useAgentMemory } from '@agent-memory/react';
import { useChat } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { useEffect, useMemo, useState } from 'react';
import { answerTokens, nextFrame } from './answer-tokens.ts';
import { uiMessageOf } from './chat-history.ts';
import { type ChatProps, ContextMeter, MemoryStatus, memoryOptions } from './chats.tsx';
import { type ShownMessage, UiMessageList } from './conversation-view.tsx';
import { countRender } from './render-counts.ts';
import { ScriptedTransport } from './scripted-transport.ts';
import { QUESTION, type Turn } from './use-conversation.ts';

/** A chat on AI SDK's `useChat`, without a memory. */
export function UseChatPlain({ history, onReady }: ChatProps) {
  countRender('Chat');
  const messages = useUiMessages(history);
  const [transport] = useState(() => new ScriptedTransport());
  const chat = useChat({ messages, transport });
  const turn = useTurn(transport, chat.sendMessage);
  useEffect(() => onReady(turn), [turn, onReady]);
  return (
    <main>
      <UiMessageList messages={chat.messages} />
    </main>
  );
}

/** The same chat with a memory between it and its transport. */
export function UseChatWithMemory({ history, tokenCounter, onReady }: ChatProps) {
  countRender('Chat');
  const messages = useUiMessages(history);
  const [inner] = useState(() => new ScriptedTransport());
  const { id, memory, reconcile, transport } = useAgentMemory(memoryOptions(tokenCounter));
  const chat = useChat({ id, messages, transport: transport(inner) });
  const turn = useTurn(inner, chat.sendMessage);
  useEffect(() => {
    let isCurrent = true;
    void reconcile(messages, { format: 'ai-sdk-ui' }).then(() => {
      if (isCurrent) onReady(turn);
    });
    return () => {
      isCurrent = false;
    };
  }, [reconcile, messages, onReady, turn]);
  return (
    <main>
      <MemoryStatus memory={memory} />
      <ContextMeter memory={memory} />
      <UiMessageList messages={chat.messages} />
    </main>
  );
}

function useUiMessages(history: readonly ShownMessage[]): UIMessage[] {
  return useMemo(() => history.map(uiMessageOf), [history]);
}

function useTurn(
  transport: ScriptedTransport,
  sendMessage: (message: { readonly text: string }) => Promise<void>,
): Turn {
  return useMemo(() => {
    let sent: Promise<void> | undefined;
    return {
      ask: async () => {
        const requested = transport.requested();
        sent = sendMessage({ text: QUESTION });
        await requested;
        await nextFrame();
      },
      stream: async (tokens, pace) => {
        for await (const token of answerTokens(tokens, pace)) transport.say(token);
        await nextFrame();
      },
      finish: async () => {
        transport.finish();
        await sent;
        await nextFrame();
      },
    };
  }, [transport, sendMessage]);
}
