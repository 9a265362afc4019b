import type { MessageFormat, MessagesOnly } from '@agent-memory/core';
import type { ThreadMessage } from '@assistant-ui/react';
import { contextEntries } from '../tanstack-ai/context-entries.ts';
import { ASSISTANT_UI, readThreadMessage } from './assistant-ui-message.ts';
import { threadMessages } from './thread-messages.ts';

/**
 * Messages of assistant-ui, `ThreadMessage`, as a format of agent memory: what a thread shows. Models
 * are sent a format of theirs; `memoryChatModel` reads this one and gives that.
 *
 * - Each step of an assistant's message, and each result, is an entry of its own.
 * - Of an attachment all is kept but its `File`, which cannot be stored as data. Of the messages that
 *   a tool call nests the dates are kept as text.
 *
 * @example
 * ```ts
 * const messages = await memory.messages({ format: assistantUiFormat });
 * console.log(messages.at(-1)?.content);
 * ```
 */
export const assistantUiFormat: MessageFormat<ThreadMessage, MessagesOnly<ThreadMessage>> = {
  name: ASSISTANT_UI,
  liveHosts: 'user',
  read: readThreadMessage,
  write: (entries) => threadMessages(entries).map(({ message }) => message),
  render: (plan) => ({
    messages: threadMessages(contextEntries(plan)).map(({ message }) => message),
  }),
};
