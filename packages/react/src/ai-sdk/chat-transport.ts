/**
 * The part of AI SDK's `ChatTransport` that is wrapped, described by its shape: transports of AI SDK 6
 * and 7 both fit, and neither has to be installed.
 */
export interface ChatTransportLike {
  readonly sendMessages: (options: never) => Promise<ReadableStream<unknown>>;
  readonly reconnectToStream: (options: never) => Promise<ReadableStream<unknown> | null>;
  readonly resumeStreamIsReplay?: boolean;
  readonly close?: () => void;
}

/** What a transport looks like with a memory around it: the same types of messages, in and out. */
export type MemoryTransport<Inner extends ChatTransportLike> = Pick<
  Inner,
  Extract<keyof Inner, keyof ChatTransportLike>
>;

/** A message as a visible list holds it; AI SDK calls it `UIMessage`. */
export interface ChatMessage {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly { readonly type: string }[];
  readonly metadata?: unknown;
}

/** What a chat hands to `sendMessages`, as far as it is read here; the rest is passed on. */
export interface SendMessagesOptions {
  readonly trigger: 'submit-message' | 'regenerate-message';
  readonly messageId: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly abortSignal: AbortSignal | undefined;
}

/** What AI SDK's HTTP transports hand to `prepareSendMessagesRequest`, as far as it is read here. */
export interface PrepareSendMessagesRequestOptions {
  readonly id: string;
  readonly messages: readonly ChatMessage[];
  readonly body: object | undefined;
  readonly trigger: 'submit-message' | 'regenerate-message';
  readonly messageId: string | undefined;
}

/** The body that AI SDK's HTTP transports send by default, with the context in place of the visible list. */
export interface PreparedSendMessagesRequest {
  readonly body: object;
}

/** What a chat hands to `onFinish`, as far as it is read here. */
export interface FinishedAnswer {
  readonly message: ChatMessage;
  /** The whole visible list, the answer included. */
  readonly messages: readonly ChatMessage[];
}
