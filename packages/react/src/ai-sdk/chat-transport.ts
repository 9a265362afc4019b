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
