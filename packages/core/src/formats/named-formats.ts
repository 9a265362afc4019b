import type {
  AiSdkContextMessage,
  AiSdkIncomingModelMessage,
  AiSdkModelMessage,
} from './ai-sdk/model-message.ts';
import type { AiSdkIncomingUiMessage, AiSdkUiMessage } from './ai-sdk-ui/ui-message.ts';
import type { AnthropicContext, AnthropicMessage } from './anthropic/anthropic-message.ts';
import type {
  GoogleContent,
  GoogleContext,
  GoogleIncomingContent,
} from './google/google-content.ts';
import type { MessageFormat } from './message-format.ts';
import type { OpenAiIncomingMessage, OpenAiMessage } from './openai/openai-message.ts';
import type {
  OpenAiResponsesContext,
  OpenAiResponsesIncomingItem,
  OpenAiResponsesItem,
} from './openai-responses/responses-item.ts';

/** A context that is nothing but messages. The list is the caller's own, as the clients want it. */
export interface MessagesOnly<Shape> {
  readonly messages: Shape[];
}

/**
 * The formats that come with the library, by name. Each is fetched when it is first asked for, but
 * `openai`, which is always there.
 *
 * - `openai`: OpenAI Chat Completions, and every endpoint compatible with it.
 * - `openai-responses`: OpenAI's Responses API; its messages are items, of requests and responses.
 * - `anthropic`: Anthropic Messages, the system text apart.
 * - `google`: Gemini API, contents, the system text apart.
 * - `ai-sdk`: AI SDK `ModelMessage`, for `streamText` and `generateText`.
 * - `ai-sdk-ui`: AI SDK `UIMessage`, for `useChat` and its transports.
 * - `chat-template`: OpenAI's shape under the strict rules of chat templates of local models: one
 *   system message first, user and assistant in turn, the user or a tool last.
 */
export interface NamedFormats {
  readonly openai: MessageFormat<OpenAiIncomingMessage, MessagesOnly<OpenAiMessage>, OpenAiMessage>;
  readonly 'openai-responses': MessageFormat<
    OpenAiResponsesIncomingItem,
    OpenAiResponsesContext,
    OpenAiResponsesItem
  >;
  readonly anthropic: MessageFormat<AnthropicMessage, AnthropicContext>;
  readonly google: MessageFormat<GoogleIncomingContent, GoogleContext, GoogleContent>;
  readonly 'ai-sdk': MessageFormat<
    AiSdkIncomingModelMessage,
    MessagesOnly<AiSdkContextMessage>,
    AiSdkModelMessage
  >;
  readonly 'ai-sdk-ui': MessageFormat<
    AiSdkIncomingUiMessage,
    MessagesOnly<AiSdkUiMessage>,
    AiSdkUiMessage
  >;
  readonly 'chat-template': MessageFormat<
    OpenAiIncomingMessage,
    MessagesOnly<OpenAiMessage>,
    OpenAiMessage
  >;
}

/** The name of a format that comes with the library. */
export type FormatName = keyof NamedFormats;

/** A format by its name, or one of one's own. */
export type FormatChoice = FormatName | MessageFormat<unknown, object>;

type Chosen<Choice> = Choice extends FormatName ? NamedFormats[Choice] : Choice;

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
