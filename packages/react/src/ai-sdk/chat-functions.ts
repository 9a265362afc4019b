import type { ChatMemory, HoldMemory } from '../chat/chat-memory.ts';
import { isServer } from '../rendering/is-server.ts';
import { chatSessionOf, whileHeld } from './chat-session-of.ts';
import type { ChatTransportLike, MemoryTransport, SendMessagesOptions } from './chat-transport.ts';

/** What AI SDK's `useChat` needs. It stays the same for the life of the memory. */
export interface ChatFunctions {
  /**
   * Puts the memory between a chat and the transport that it would use alone. Gives the same object
   * each time, so it may be written inline; it uses the transport that was given last.
   *
   * - It sends the context that the memory assembles, and leaves the visible list as it is.
   * - It keeps answers when they end: finished, stopped, or cut off half-way.
   * - An edit or a regenerated answer moves the head: nothing is lost and nothing kept twice.
   * - Where a provider refuses a context as too long, a smaller one is sent, up to five times.
   * - Usage in the metadata of an answer, `metadata.usage` in AI SDK's shape, is reported to the memory.
   *
   * @example
   * ```tsx
   * const memory = useAgentMemory({ id: 'support', contextWindow: 128_000 });
   * const chat = useChat({
   *   id: memory.id,
   *   transport: memory.transport(new DefaultChatTransport({ api: '/api/chat' })),
   * });
   * ```
   */
  transport<Inner extends ChatTransportLike>(inner: Inner): MemoryTransport<Inner>;
}

const known = new WeakMap<object, ChatFunctions>();

/**
 * The chat functions of a memory; the same ones each time. Rendering may call it: nothing is started.
 * The code that sends is fetched, in a page, when a transport is wrapped for the first time.
 *
 * `hold` keeps the memory open while an answer is on its way, so that the answer is kept also when its
 * component was unmounted or shows another id by then.
 *
 * @example
 * ```ts
 * const { transport } = chatFunctionsOf(memory);
 * const chat = new Chat({ transport: transport(new DefaultChatTransport()) });
 * ```
 */
export function chatFunctionsOf(memory: ChatMemory, hold?: HoldMemory): ChatFunctions {
  const made = known.get(memory) ?? chatFunctions(memory, hold);
  known.set(memory, made);
  return made;
}

function chatFunctions(memory: ChatMemory, hold?: HoldMemory): ChatFunctions {
  /** Missing until a chat gives one; plain JavaScript may never give one. */
  let latest: ChatTransportLike | undefined;
  const wrapper: ChatTransportLike = {
    sendMessages: (request: SendMessagesOptions) => {
      const inner = latest;
      return whileHeld(memory, hold, (session, release) => session.send(inner, request, release));
    },
    reconnectToStream: (request: object) => {
      const inner = latest;
      return whileHeld(memory, hold, (session, release) =>
        session.reconnect(inner, request, release),
      );
    },
    get resumeStreamIsReplay() {
      return latest?.resumeStreamIsReplay ?? false;
    },
    close: () => latest?.close?.(),
  };
  let isFetched = isServer();
  /** So that the first message need not wait; where it fails, that message tries again. */
  const fetchOnce = () => {
    if (!isFetched) chatSessionOf(memory).catch(() => undefined);
    isFetched = true;
  };
  return {
    transport<Inner extends ChatTransportLike>(inner: Inner) {
      latest = inner;
      fetchOnce();
      // The wrapper passes on the inner transport's messages; one type for all wrappers cannot say so.
      return wrapper as unknown as MemoryTransport<Inner>;
    },
  };
}
