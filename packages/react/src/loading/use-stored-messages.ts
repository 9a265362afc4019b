import type { AgentMemory } from '@agent-memory/core';
import type { FormatChoice, FormatOf, MessageOut } from '@agent-memory/core/formats';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { useLatest } from '../hook/use-latest.ts';
import { NOTHING_READ, StoredMessages, type StoredMessagesState } from './stored-messages.ts';
import { reachOf, unreadError } from './stored-reach.ts';
import { type NamedMessage, withUnstored } from './with-unstored.ts';

/** The setter of a list, as `useChat` and `useState` give it: called with a function from list to list. */
export type SetMessages<Message> = (update: (shown: readonly Message[]) => Message[]) => void;

/** Where the messages are shown, and in which format. */
export interface UseStoredMessagesOptions<Format, Message> {
  readonly format: Format;
  /**
   * The setter of the list that shows them: `setMessages` of AI SDK's `useChat`, or that of a `useState`.
   * The list becomes the stored conversation, with what was sent meanwhile behind it. For formats whose
   * messages have an `id`. Default: none, then take `messages`.
   */
  readonly setMessages?: SetMessages<Message>;
}

/** Messages of a stored conversation, and the function that reads them again. */
export interface UseStoredMessagesResult<Message> extends StoredMessagesState<Message> {
  /**
   * Brings memory and list to what the store holds now, such as after `moveHead`, or where a store tells
   * nothing of other tabs. An answer on its way stays in the list, behind what is stored. The function stays
   * the same for the life of the memory and never rejects: an error shows in `error`.
   */
  reload(): Promise<void>;
}

/**
 * Gives a chat the messages of the stored conversation when its component is mounted [RCT-5]: into its
 * list, by `setMessages`, or as `messages`, for a chat that is made when they are there.
 *
 * - Nothing that a person sent while they were read is lost: it stands behind them.
 * - With `setMessages`, what other tabs say comes into the list as this page hears of it.
 * - Another memory, also a fresh one where the session was deleted or imported, is read again.
 * - Where the stored session cannot be read, or the code of the memory cannot be fetched, `error` says so;
 *   when the memory gets to it after all, the list is read again by itself: what is stored first, and
 *   what was said meanwhile behind it.
 * - It waits for every message, of a long session too; `useMemoryReady` says earlier that one can send.
 * - A server renders `loading`, and reads nothing.
 *
 * Options may be written inline. Messages of one's own type, `useStoredMessages<MyUIMessage>(…)`, are
 * typed by `setMessages`; nobody checks that the stored ones are of it.
 *
 * @example
 * ```tsx
 * const { id, memory, transport } = useAgentMemory({ id: 'support', contextWindow: 128_000, store });
 * const chat = useChat({ id, transport: transport(new DefaultChatTransport()) });
 * const { status, error, reload } = useStoredMessages(memory, {
 *   format: aiSdkUi,
 *   setMessages: chat.setMessages,
 * });
 * ```
 */
export function useStoredMessages<Format extends FormatChoice>(
  memory: MessageMemory,
  options: UseStoredMessagesOptions<Format, MessageOut<Format> & NamedMessage>,
): UseStoredMessagesResult<MessageOut<Format>>;
export function useStoredMessages<Message extends NamedMessage>(
  memory: MessageMemory,
  options: UseStoredMessagesOptions<FormatOf<Message>, Message>,
): UseStoredMessagesResult<Message>;
export function useStoredMessages(
  memory: MessageMemory,
  options: UseStoredMessagesOptions<FormatChoice, NamedMessage>,
): UseStoredMessagesResult<NamedMessage> {
  const latest = useLatest(options);
  const shown = useRef<MessageMemory>(undefined);
  const list = useMemo(
    () =>
      new StoredMessages<NamedMessage>({
        reload: (signal) => memory.reload({ signal }),
        reach: () => reachOf(memory.getState()),
        unread: () => unreadError(memory.getState()),
        follow: (listener) => memory.subscribe(listener),
        followTabs: (listener) =>
          memory.onEvent(({ type }) => {
            // What is read counts as shown; a list that is not set here would not have it.
            if (type === 'session-refresh' && latest.current.setMessages) listener();
          }),
        // The overloads say which messages a format has; that those have ids, `setMessages` does.
        read: (signal) =>
          memory.messages({ format: latest.current.format, signal }) as Promise<NamedMessage[]>,
        show(messages) {
          const before = shown.current;
          shown.current = memory;
          latest.current.setMessages?.((now) =>
            withUnstored(messages, now, (id) => isOutside(memory, id) || isOf(before, memory, id)),
          );
        },
      }),
    [memory, latest],
  );
  const state = useSyncExternalStore(list.subscribe, list.getState, () => NOTHING_READ);
  return useMemo(() => ({ ...state, reload: list.reload }), [state, list]);
}

/** The part of a memory that its messages are read by. */
export type MessageMemory = Pick<
  AgentMemory<unknown>,
  'entries' | 'entry' | 'getState' | 'messages' | 'onEvent' | 'reload' | 'subscribe'
>;

/** Whether the memory has it on another branch alone. */
function isOutside(memory: MessageMemory, id: string): boolean {
  const entry = memory.entry(id);
  return entry !== undefined && !memory.entries().includes(entry);
}

/** Whether it was said in the memory that was shown before, whose session was replaced. */
function isOf(before: MessageMemory | undefined, now: MessageMemory, id: string): boolean {
  return before !== undefined && before !== now && before.entry(id) !== undefined;
}
