import type { MessageFormat, MessagesOnly } from '@agent-memory/core/formats';
import { UI_FORMAT } from '../ai-sdk/provider-fields.ts';
import { readUiMessage } from './read-ui-message.ts';
import { renderUiMessages } from './render-ui-messages.ts';
import type { AiSdkIncomingUiMessage, AiSdkUiMessage } from './ui-message.ts';
import { writeUiMessages } from './write-ui-messages.ts';

/**
 * Messages of the AI SDK as an app shows them, `UIMessage`, which `useChat` and its transports hold.
 *
 * - Each step of an assistant's message, and each result, is an entry of its own and may leave the
 *   context alone; what is left of the message keeps its id.
 * - Values that are no plain data, such as a `Date` that a tool answered with, are taken as JSON would
 *   send them: a `Date` as its text, a `Map` as `{}`, a bigint as its digits, a function not at all.
 * - A context leaves out what no model reads: sources, calls that are still being written or in a state
 *   of a later version, and files without an address. Originals keep them.
 * - Each call of a context has an id of its own: a second one of an id becomes `id_2`, with its result.
 * - A call without a result is an `output-error` in a context, except where the user has just allowed
 *   or forbidden it: that the AI SDK carries out itself.
 *
 * @example
 * ```ts
 * await memory.reconcile(chat.messages, { format: aiSdkUi });
 * const { messages } = await memory.assemble({ format: aiSdkUi });
 * await fetch('/api/chat', { method: 'POST', body: JSON.stringify({ messages }) });
 * ```
 */
export const aiSdkUi: MessageFormat<
  AiSdkIncomingUiMessage,
  MessagesOnly<AiSdkUiMessage>,
  AiSdkUiMessage
> = {
  name: UI_FORMAT,
  holds: 'values',
  refusesOthers: true,
  liveHosts: 'user',
  read: readUiMessage,
  write: writeUiMessages,
  render: (plan) => ({ messages: renderUiMessages(plan) }),
};
