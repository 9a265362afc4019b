import { toolResultsOf } from '@agent-memory/core';
import type { BarePlan, MessageFormat, MessagesOnly } from '@agent-memory/core/formats';
import type { UIMessage } from '@tanstack/ai/client';
import { type ContextEntry, contextEntries } from '../messages/context-entries.ts';
import { isDecided, readTanStackMessage, TANSTACK_AI } from './read-tanstack-message.ts';
import { writeTanStackMessages } from './write-tanstack-messages.ts';

/**
 * The format of TanStack AI's messages, `UIMessage`, as `useChat` shows them and its connections send
 * them. `memoryConnection` uses it; use it yourself to show the transcript, or to send a context through
 * a connection of your own.
 *
 * - Each step of an assistant's message, and each result, is an entry of its own and may leave the
 *   context alone.
 * - A context has no parts that models do not read: widgets, and calls or structured output that broke
 *   off.
 * - In a context a call without a result gets a placeholder, unless the user has just allowed or denied
 *   the call: TanStack AI then runs or refuses it itself.
 *
 * @example
 * ```ts
 * import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-client';
 *
 * const connection = memoryConnection(memory, fetchServerSentEvents('/api/chat'));
 * const initialMessages = await memory.messages({ format: tanStackFormat });
 * const chat = new ChatClient({ connection, initialMessages });
 * ```
 */
export const tanStackFormat: MessageFormat<UIMessage, MessagesOnly<UIMessage>> = {
  name: TANSTACK_AI,
  liveHosts: 'user',
  read: readTanStackMessage,
  write: (entries) => writeTanStackMessages(entries, 'app'),
  render: (plan) => ({ messages: [...writeTanStackMessages(sentEntries(plan), 'model')] }),
};

/** The entries without placeholders for results of calls that the user has just decided on. */
function sentEntries(plan: BarePlan): readonly ContextEntry[] {
  const entries = contextEntries(plan);
  const asking = entries.findLastIndex(({ message }) => message.role !== 'tool');
  const message = entries[asking]?.message;
  if (message?.role !== 'assistant') return entries;
  return entries.filter(
    (entry, at) =>
      at < asking ||
      !entry.isRepair ||
      !toolResultsOf(entry.message).some(({ callId }) => isDecided(message, callId)),
  );
}
