import {
  type BarePlan,
  type MessageFormat,
  type MessagesOnly,
  toolResultsOf,
} from '@agent-memory/core';
import type { UIMessage } from '@tanstack/ai/client';
import { type ContextEntry, contextEntries } from './context-entries.ts';
import { isDecided, readTanStackMessage, TANSTACK_AI } from './read-tanstack-message.ts';
import { writeTanStackMessages } from './write-tanstack-messages.ts';

/**
 * Messages of TanStack AI, `UIMessage`, as a format of agent memory: what `useChat` shows and its
 * connections send. `memoryConnection` uses it; by itself it gives the transcript for showing it, or
 * a context for a connection of one's own.
 *
 * - Each step of an assistant's message, and each result, is an entry of its own and may leave the
 *   context alone.
 * - A context leaves out what no model reads: widgets, and calls or structured output that broke off.
 * - A call without a result is answered in a context, except where the user has just allowed or
 *   forbidden it: that TanStack AI carries out itself.
 *
 * @example
 * ```ts
 * import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-client';
 *
 * const connection = memoryConnection(memory, fetchServerSentEvents('/api/chat'));
 * const initialMessages = await memory.messages({ format: tanStackFormat });
 * const chat = new ChatClient({ connection, initialMessages: [...initialMessages] });
 * ```
 */
export const tanStackFormat: MessageFormat<UIMessage, MessagesOnly<UIMessage>> = {
  name: TANSTACK_AI,
  liveHosts: 'user',
  read: readTanStackMessage,
  write: (entries) => writeTanStackMessages(entries, 'app'),
  render: (plan) => ({ messages: writeTanStackMessages(sentEntries(plan), 'model') }),
};

/** Without what stands in for the result of a call that the user has just decided on. */
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
