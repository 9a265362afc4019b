import type { ChatMessage } from './stream/chat-message.ts';

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

/** A transport with a memory in front of it: it takes and gives the same types of messages. */
export type MemoryTransport<Inner extends ChatTransportLike> = Pick<
  Inner,
  Extract<keyof Inner, keyof ChatTransportLike>
>;

/** The options of `sendMessages` that are read here; the others are passed on. */
export interface SendMessagesOptions {
  readonly trigger: 'submit-message' | 'regenerate-message';
  readonly messageId: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly abortSignal: AbortSignal | undefined;
}

/** The options of `prepareSendMessagesRequest` that are read here, as AI SDK's HTTP transports give them. */
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

/** The part of a chat's `onFinish` event that is read here. */
export interface FinishedAnswer {
  readonly message: ChatMessage;
  /** The whole visible list, the answer included. */
  readonly messages: readonly ChatMessage[];
}
