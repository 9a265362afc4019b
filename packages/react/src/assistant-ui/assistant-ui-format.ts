import type { MessageFormat, MessagesOnly } from '@agent-memory/core/formats';
import type { ThreadMessage } from '@assistant-ui/react';
import { contextEntries } from '../messages/context-entries.ts';
import { ASSISTANT_UI, readThreadMessage } from './read-thread-message.ts';
import { writeThreadMessages } from './write-thread-messages.ts';

/**
 * The format of assistant-ui's messages, `ThreadMessage`, as a thread shows them. Models read another
 * format: `memoryChatModel` reads this one and gives the one of the model.
 *
 * - Each step of an assistant's message, and each result, is an entry of its own.
 * - An attachment is kept without its `File`, which cannot be stored as data. The dates in messages that
 *   a tool call nests are kept as text.
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
  write: (entries) => writeThreadMessages(entries).map(({ message }) => message),
  render: (plan) => ({
    messages: writeThreadMessages(contextEntries(plan)).map(({ message }) => message),
  }),
};
