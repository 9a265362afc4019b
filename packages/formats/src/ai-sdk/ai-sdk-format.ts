import type { MessageFormat, MessagesOnly } from '@agent-memory/core/formats';
import type {
  AiSdkContextMessage,
  AiSdkIncomingAnswer,
  AiSdkIncomingModelMessage,
  AiSdkModelMessage,
} from './model-message.ts';
import { MODEL_FORMAT } from './provider-fields.ts';
import { plainMessage, readModelMessage } from './read-model-message.ts';
import { renderModelMessages } from './render-model-messages.ts';
import { writeModelMessages } from './write-model-messages.ts';

/**
 * Messages of the AI SDK for models, `ModelMessage`, which `streamText` and `generateText` take.
 *
 * - Bytes come back as base64 and `URL` objects as their address: the AI SDK takes the text for the
 *   same file.
 * - Values that are no plain data, such as a `Date` that a tool answered with, are taken as JSON would
 *   send them: a `Date` as its text, a `Map` as `{}`, a bigint as its digits, a function not at all.
 * - Each call of a context has an id of its own: a second one of an id becomes `id_2`, with its result.
 * - System messages come first in a context. The AI SDK wants to be told that they may stand among
 *   messages: `allowSystemInMessages: true`.
 * - A call without a result is answered by an `error-text`, except where the user has just allowed or
 *   forbidden it: that the AI SDK carries out itself.
 *
 * @example
 * ```ts
 * const { messages } = await memory.assemble({ format: aiSdk });
 * const answer = await generateText({ model, messages, allowSystemInMessages: true });
 * await memory.append(answer, { format: aiSdk });
 * ```
 */
export const aiSdk: MessageFormat<
  AiSdkIncomingModelMessage | AiSdkIncomingAnswer,
  MessagesOnly<AiSdkContextMessage>,
  AiSdkModelMessage
> = {
  name: MODEL_FORMAT,
  holds: 'values',
  refusesOthers: true,
  plain: plainMessage,
  read: readModelMessage,
  write: writeModelMessages,
  render: (plan) => ({ messages: renderModelMessages(plan) }),
};
