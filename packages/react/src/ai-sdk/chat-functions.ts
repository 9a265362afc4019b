import { refuseUnknown } from '@agent-memory/core/internal';
import type { ChatMemory, HoldMemory } from '../chat/chat-memory.ts';
import { reportUnhandled } from '../chat/report-unhandled.ts';
import { isServer } from '../rendering/is-server.ts';
import { chatSessionOf, whileHeld } from './chat-session-of.ts';
import type {
  ChatTransportLike,
  FinishedAnswer,
  MemoryTransport,
  PreparedSendMessagesRequest,
  PrepareSendMessagesRequestOptions,
} from './chat-transport.ts';
import { type MemoryTransportOptions, TRANSPORT_OPTIONS } from './memory-transport-options.ts';
import { wrapTransport } from './wrap-transport.ts';
import type { Wrapped } from './wrapped.ts';

/** The functions that AI SDK's `useChat` needs. They stay the same for the life of the memory. */
export interface ChatFunctions {
  /**
   * Puts the memory between a chat and the transport that it would use alone. Gives the same object
   * each time, so it may be written inline; it uses the transport and the options that were given last.
   *
   * - It sends the context that the memory assembles, and leaves the visible list as it is.
   * - It keeps answers when they end: finished, stopped, or cut off half-way.
   * - An edit or a regenerated answer moves the head: nothing is lost and nothing kept twice.
   *
   * @example
   * ```tsx
   * const memory = useAgentMemory({ id: 'support', contextWindow: 128_000 });
   * const chat = useChat({
   *   id: memory.id,
   *   transport: memory.transport(new DefaultChatTransport({ api: '/api/chat' })),
   * });
   * ```
   *
   * @throws InvalidOptionError if an option is not known.
   */
  transport<Inner extends ChatTransportLike>(
    inner: Inner,
    options?: MemoryTransportOptions,
  ): MemoryTransport<Inner>;
  /**
   * For an app with a transport of its own: makes the request body with the assembled context in place
   * of the visible list. Give `onFinish` to the chat as well, so that answers are kept.
   *
   * @example
   * ```tsx
   * const { id, prepareSendMessagesRequest, onFinish } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
   * const [transport] = useState(() => new DefaultChatTransport({ prepareSendMessagesRequest }));
   * const chat = useChat({ id, transport, onFinish });
   * ```
   */
  prepareSendMessagesRequest(
    request: PrepareSendMessagesRequestOptions,
  ): Promise<PreparedSendMessagesRequest>;
  /** Keeps an answer that ended and reports its usage; for `prepareSendMessagesRequest`. Never rejects. */
  onFinish(answer: FinishedAnswer): Promise<void>;
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
  let latest: Wrapped = { inner: undefined, options: {} };
  const wrapper = wrapTransport(memory, () => latest, hold);
  let isFetched = isServer();
  /** So that the first message need not wait; where it fails, that message tries again. */
  const fetchOnce = () => {
    if (!isFetched) chatSessionOf(memory).catch(() => undefined);
    isFetched = true;
  };
  return {
    transport<Inner extends ChatTransportLike>(inner: Inner, options = {}) {
      refuseUnknown(options, TRANSPORT_OPTIONS, 'transport');
      latest = { inner, options };
      fetchOnce();
      // The wrapper passes on the inner transport's messages; one type for all wrappers cannot say so.
      return wrapper as unknown as MemoryTransport<Inner>;
    },
    prepareSendMessagesRequest: async (request) => (await chatSessionOf(memory)).prepare(request),
    onFinish: (answer) =>
      whileHeld(memory, hold, async (session, release) => {
        await session.keepFinished(answer, latest.options);
        release();
      }).catch(reportUnhandled),
  };
}
