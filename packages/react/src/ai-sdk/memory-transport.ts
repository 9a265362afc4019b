import { refuseUnknown } from '@agent-memory/core/internal';
import type { ChatMemory } from '../chat/chat-memory.ts';
import { chatFunctionsOf } from './chat-functions.ts';
import type {
  ChatTransportLike,
  FinishedAnswer,
  MemoryTransport,
  PreparedSendMessagesRequest,
  PrepareSendMessagesRequestOptions,
} from './chat-transport.ts';
import type { MemoryTransportOptions } from './memory-transport-options.ts';
import { TRANSPORT_OPTIONS } from './memory-transport-options.ts';
import { wrapTransport } from './wrap-transport.ts';

/**
 * Puts a memory between a chat and the transport that it would use alone, for a chat outside of React.
 * In React use `transport` of `useAgentMemory`, which may be written inline.
 *
 * - It sends the context that the memory assembles, and leaves the visible list as it is.
 * - It keeps answers when they end: finished, stopped, or cut off half-way.
 * - Several transports around one memory send and keep one after another.
 *
 * @example
 * ```ts
 * const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });
 * const chat = new Chat({
 *   id: memory.id,
 *   transport: memoryTransport(memory, new DefaultChatTransport({ api: '/api/chat' })),
 * });
 * ```
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function memoryTransport<Inner extends ChatTransportLike>(
  memory: ChatMemory,
  inner: Inner,
  options: MemoryTransportOptions = {},
): MemoryTransport<Inner> {
  refuseUnknown(options, TRANSPORT_OPTIONS, 'memoryTransport');
  const wrapped = { inner, options };
  // The wrapper passes on the inner transport's messages; one type for all wrappers cannot say so.
  return wrapTransport(memory, () => wrapped) as unknown as MemoryTransport<Inner>;
}

/**
 * For an app with an HTTP transport of its own: makes the request body with the context that the memory
 * assembles in place of the visible list. Use `keepOnFinish` as well, so that answers are kept.
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
  return chatFunctionsOf(memory).prepareSendMessagesRequest;
}

/**
 * Makes a chat's `onFinish` that keeps each answer and reports the usage in its metadata. With
 * `memoryTransport` it is not needed, and does no harm.
 *
 * @example
 * ```ts
 * const chat = new Chat({ transport, onFinish: keepOnFinish(memory) });
 * ```
 */
export function keepOnFinish(memory: ChatMemory): (answer: FinishedAnswer) => Promise<void> {
  return chatFunctionsOf(memory).onFinish;
}
