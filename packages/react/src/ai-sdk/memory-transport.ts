import type { ChatMemory, MemoryTransportOptions } from './chat-memory.ts';
import type {
  ChatTransportLike,
  FinishedAnswer,
  MemoryTransport,
  PreparedSendMessagesRequest,
  PrepareSendMessagesRequestOptions,
} from './chat-transport.ts';
import { transportOf } from './transport-of.ts';
import { wrapperOver } from './wrapper-over.ts';

/**
 * A memory between a chat and the transport that it would use alone, for a chat outside of React. In
 * React use `transport` of `useAgentMemory`, which may be written inline.
 *
 * - What is sent is the context that the memory assembles; the visible list is left as it is.
 * - Answers are kept when they end: finished, stopped, or cut off half-way.
 * - Transports around one memory share it: they send and keep one after another.
 *
 * @example
 * ```ts
 * const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });
 * const chat = new Chat({
 *   id: memory.id,
 *   transport: memoryTransport(memory, new DefaultChatTransport({ api: '/api/chat' })),
 * });
 * ```
 */
export function memoryTransport<Inner extends ChatTransportLike>(
  memory: ChatMemory,
  inner: Inner,
  options: MemoryTransportOptions = {},
): MemoryTransport<Inner> {
  const wrapped = { inner, options };
  // What the inner one takes and gives is passed on; the type of a wrapper for any cannot say so.
  return wrapperOver(memory, () => wrapped) as unknown as MemoryTransport<Inner>;
}

/**
 * For an app that keeps its own HTTP transport: makes the request body with the context that the
 * memory assembles in place of the visible list. Answers are kept by `keepOnFinish` then.
 *
 * @example
 * ```ts
 * const transport = new DefaultChatTransport({
 *   api: '/api/chat',
 *   prepareSendMessagesRequest: prepareSendMessagesRequest(memory),
 * });
 * const chat = new Chat({ transport, onFinish: keepOnFinish(memory) });
 * ```
 */
export function prepareSendMessagesRequest(
  memory: ChatMemory,
): (request: PrepareSendMessagesRequestOptions) => Promise<PreparedSendMessagesRequest> {
  return transportOf(memory).prepareSendMessagesRequest;
}

/**
 * A chat's `onFinish` that keeps each answer, and the usage that its metadata reports. Not needed with
 * `memoryTransport`, and harmless beside it.
 *
 * @example
 * ```ts
 * const chat = new Chat({ transport, onFinish: keepOnFinish(memory) });
 * ```
 */
export function keepOnFinish(memory: ChatMemory): (answer: FinishedAnswer) => Promise<void> {
  return transportOf(memory).onFinish;
}
