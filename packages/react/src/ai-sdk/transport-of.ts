import type { ChatMemory, HoldMemory, MemoryTransportOptions } from './chat-memory.ts';
import type {
  ChatTransportLike,
  FinishedAnswer,
  MemoryTransport,
  PreparedSendMessagesRequest,
  PrepareSendMessagesRequestOptions,
} from './chat-transport.ts';
import { reportFault } from './report-fault.ts';
import { chatSessionOf, holding, type Wrapped, wrapperOver } from './wrapper-over.ts';

/** What AI SDK's `useChat` needs of a memory. All of it stays the same for the life of the memory. */
export interface ChatFunctions {
  /**
   * Puts the memory between a chat and the transport that it would use alone. It is always the same
   * object, so it may be written inline; what it wraps is the transport, and the options, that were
   * given last.
   *
   * - What is sent is the context that the memory assembles; the visible list is left as it is.
   * - Answers are kept when they end: finished, stopped, or cut off half-way.
   * - An edit, and an answer given anew, move the head: nothing is lost and nothing kept twice.
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
  transport<Inner extends ChatTransportLike>(
    inner: Inner,
    options?: MemoryTransportOptions,
  ): MemoryTransport<Inner>;
  /**
   * For an app that keeps its own transport: the request body with the assembled context in place of
   * the visible list. Answers are kept by `onFinish` then.
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
  /** Keeps an answer that ended, and its usage; for `prepareSendMessagesRequest`. Never rejects. */
  onFinish(answer: FinishedAnswer): Promise<void>;
}

const known = new WeakMap<object, ChatFunctions>();

/**
 * The chat functions of a memory; the same ones each time. Rendering may call it: nothing is started,
 * and what it takes to send is fetched with the first message.
 *
 * `hold` is called for as long as an answer is on its way, so that a memory whose component was
 * unmounted, or moved on to another id, is not ended before the answer is in it.
 *
 * @example
 * ```ts
 * const { transport } = transportOf(memory);
 * const chat = new Chat({ transport: transport(new DefaultChatTransport()) });
 * ```
 */
export function transportOf(memory: ChatMemory, hold?: HoldMemory): ChatFunctions {
  const made = known.get(memory) ?? chatFunctions(memory, hold);
  known.set(memory, made);
  return made;
}

function chatFunctions(memory: ChatMemory, hold?: HoldMemory): ChatFunctions {
  let latest: Wrapped = {};
  const wrapper = wrapperOver(memory, () => latest, hold);
  return {
    transport<Inner extends ChatTransportLike>(inner: Inner, options = {}) {
      latest = { inner, options };
      // What the inner one takes and gives is passed on; the type of one wrapper for all cannot say so.
      return wrapper as unknown as MemoryTransport<Inner>;
    },
    prepareSendMessagesRequest: async (request) => (await chatSessionOf(memory)).prepare(request),
    onFinish: (answer) =>
      holding(memory, hold, async (session, release) => {
        await session.keepFinished(answer, latest.options ?? {});
        release();
      }).catch(reportFault),
  };
}
