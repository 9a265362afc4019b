import { loadTiktokenCounter } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { nextFrame } from './answer-tokens.ts';
import { messageAt } from './chat-history.ts';
import { type ChatProps, ChatWithMemory, PlainChat } from './chats.tsx';
import { takeRenderCounts } from './render-counts.ts';
import { UseChatPlain, UseChatWithMemory } from './use-chat-chats.tsx';
import type { Turn } from './use-conversation.ts';

/**
 * How an app shows an answer: the growing answer is part of the list's state, or shown by a component
 * of its own, or all of it is AI SDK's `useChat`.
 */
export type AppKind = 'list' | 'answer' | 'useChat';

/** The chat to show, and the number of messages it begins with. */
export interface PageOptions {
  readonly kind: AppKind;
  readonly hasMemory: boolean;
  readonly messages: number;
}

/** The functions that the benchmark calls in the page. */
export interface StreamingPage extends Turn {
  readonly takeRenderCounts: typeof takeRenderCounts;
}

/** Shows a chat and resolves once it stands still: history rendered, and taken in by its memory. */
export async function showChat(options: PageOptions): Promise<StreamingPage> {
  const { kind, hasMemory, messages } = options;
  const history = Array.from({ length: messages }, (_, index) => messageAt(index));
  const Chat = chatOf(kind, hasMemory);
  const root = document.createElement('div');
  document.body.append(root);
  // Loaded ahead, so that no message is counted again in the background while an answer streams.
  const tokenCounter = hasMemory ? await loadTiktokenCounter() : undefined;
  const turn = await new Promise<Turn>((resolve, reject) => {
    // An error in a component, or in an effect, would leave the page waiting for good.
    addEventListener('error', ({ error }) => reject(error));
    addEventListener('unhandledrejection', ({ reason }) => reject(reason));
    createRoot(root).render(
      <Chat
        history={history}
        streaming={kind === 'list' ? 'list' : 'answer'}
        tokenCounter={tokenCounter}
        onReady={resolve}
      />,
    );
  });
  await nextFrame();
  return { ...turn, takeRenderCounts };
}

function chatOf(kind: AppKind, hasMemory: boolean): (props: ChatProps) => ReactNode {
  if (kind === 'useChat') return hasMemory ? UseChatWithMemory : UseChatPlain;
  return hasMemory ? ChatWithMemory : PlainChat;
}
