import type { AnyFormat, MessageFormat, MessagesOnly } from './message-format.ts';
import type {
  OpenAiIncomingAnswer,
  OpenAiIncomingMessage,
  OpenAiMessage,
} from './openai/openai-message.ts';

/** OpenAI Chat Completions, and every endpoint compatible with it. */
export type OpenAiFormat = MessageFormat<
  OpenAiIncomingMessage | OpenAiIncomingAnswer,
  MessagesOnly<OpenAiMessage>,
  OpenAiMessage
>;

/** A format as calls take it: `'openai'`, which is built in, or a value, such as those of `@agent-memory/formats`. */
export type FormatChoice = 'openai' | AnyFormat;

type Chosen<Choice> = Choice extends 'openai' ? OpenAiFormat : Choice;

/** A message of a format as a caller may give it. */
export type MessageIn<Choice extends FormatChoice> =
  Chosen<Choice> extends MessageFormat<infer Incoming, infer _, infer Outgoing>
    ? unknown extends Incoming
      ? Outgoing
      : Incoming
    : never;

/** A message as it comes back in a format. */
export type MessageOut<Choice extends FormatChoice> =
  Chosen<Choice> extends MessageFormat<infer _, infer __, infer Outgoing> ? Outgoing : never;

/** A context as a format renders it. */
export type ContextIn<Choice extends FormatChoice> =
  Chosen<Choice> extends MessageFormat<infer _, infer Context, infer __> ? Context : never;
