import type { ContextPlan } from '@agent-memory/core';
import { isOverflow } from '@agent-memory/core/internal';
import type { StreamChunk, UIMessage } from '@tanstack/ai/client';
import type {
  ConnectConnectionAdapter,
  ResumableConnectConnectionAdapter,
} from '@tanstack/ai-client';
import type { ChatMemory } from '../chat/chat-memory.ts';
import { type EndedAnswer, keepAnswer } from '../chat/keep-answer.ts';
import { keepDraft } from '../chat/keep-draft.ts';
import { openedAnswer } from '../chat/opened-answer.ts';
import { takeTurn } from '../chat/take-turn.ts';
import type { VisibleList } from '../chat/visible-list.ts';
import { TanStackAnswer } from './tanstack-answer.ts';
import { tanStackFormat } from './tanstack-format.ts';

/** A connection with a memory in front of it: it has the functions that the inner one has. */
export type MemoryConnection<Inner extends ConnectConnectionAdapter> = Pick<
  Inner,
  Extract<keyof Inner, keyof ConnectConnectionAdapter | keyof ResumableConnectConnectionAdapter>
>;

/**
 * Puts a memory between a chat of TanStack AI and the connection that it would use alone.
 *
 * - It sends the context that the memory assembles, and leaves the visible list as it is.
 * - It keeps answers when they end: finished, stopped, or cut off half-way.
 * - An edit or a regenerated answer moves the head: nothing is lost and nothing kept twice.
 * - When its component is unmounted, `useChat` stops reading the answer; the part that had arrived is
 *   kept. It is there again where the memory has a store; without one the session of `useAgentMemory`
 *   ends with its last component, with everything in it.
 * - `joinRun`, `hydrate` and `hydrateGeneration` are those of the inner connection. An answer that was
 *   joined is kept with the next message, as part of the visible list.
 *
 * It takes connections that answer a request: `fetchServerSentEvents`, `fetchHttpStream`, `stream`,
 * `rpcStream` and your own with `connect`. A connection that is subscribed to, such as `webSocket`, does
 * not say which message an answer belongs to; its type is refused.
 *
 * The memory's `system` text is sent as a system message at the head of the list. On a server with
 * TanStack AI's own helpers it depends on the provider's adapter whether a model reads that message, and
 * `stream` drops it; put text that has to arrive into `systemPrompts` on the server.
 *
 * @example
 * ```tsx
 * import { fetchServerSentEvents, useChat } from '@tanstack/ai-react';
 *
 * const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 * const [connection] = useState(() => memoryConnection(memory, fetchServerSentEvents('/api/chat')));
 * const chat = useChat({ connection });
 * ```
 */
export function memoryConnection<Inner extends ConnectConnectionAdapter>(
  memory: ChatMemory,
  inner: Inner,
): MemoryConnection<Inner> {
  const connect: ConnectConnectionAdapter['connect'] = (messages, data, signal, runContext) =>
    answered({ memory, signal, list: [...messages] as UIMessage[] }, (context) =>
      inner.connect([...context], data, signal, runContext),
    );
  const { hydrate, hydrateGeneration, joinRun } = inner;
  const connection: ConnectConnectionAdapter = {
    connect,
    ...(hydrate && { hydrate: hydrate.bind(inner) }),
    ...(hydrateGeneration && { hydrateGeneration: hydrateGeneration.bind(inner) }),
    ...(joinRun && { joinRun: joinRun.bind(inner) }),
  };
  // It has the functions of the inner one; one type for all connections cannot say so.
  return connection as unknown as MemoryConnection<Inner>;
}

/** A list that is to be answered. */
interface Question {
  readonly memory: ChatMemory;
  readonly signal: AbortSignal | undefined;
  readonly list: readonly UIMessage[];
}

type Ask = (context: readonly UIMessage[]) => AsyncIterable<StreamChunk>;

/** The chunks of an answer; the answer is kept when it ends, however it ends. */
async function* answered(
  { memory, signal, list }: Question,
  ask: Ask,
): AsyncGenerator<StreamChunk, void> {
  const turn = { memory, list: visibleList(list), contextFormat: tanStackFormat, signal };
  const { plan, chunks } = await takeTurn(turn, async ({ messages, plan }) => ({
    plan,
    chunks: await openedAnswer(throwingRefusals(ask(messages)), showsNothing),
  }));
  const answer = new TanStackAnswer(list);
  try {
    for await (const chunk of chunks) {
      answer.follow(chunk);
      const end = answer.endOfList();
      if (end) keepDraft(memory, visibleList(end));
      yield chunk;
    }
  } finally {
    void keepAnswer(memory, endedAnswer(answer, plan));
  }
}

/** The chunks of an answer; throws where it begins by saying that the context was too long. */
async function* throwingRefusals(
  chunks: AsyncIterable<StreamChunk>,
): AsyncGenerator<StreamChunk, void> {
  let isShown = false;
  for await (const chunk of chunks) {
    if (!isShown && chunk.type === 'RUN_ERROR') {
      const error = new Error(chunk.message);
      if (isOverflow(error)) throw error;
    }
    isShown ||= !showsNothing(chunk);
    yield chunk;
  }
}

/** Whether a chunk only marks the beginning of a run. */
function showsNothing({ type }: StreamChunk): boolean {
  return type === 'RUN_STARTED';
}

/** An answer that has ended, ready to be kept. */
function endedAnswer(
  answer: TanStackAnswer,
  plan: ContextPlan,
): EndedAnswer<typeof tanStackFormat> {
  return {
    listWithAnswer: () => {
      const messages = answer.listWithAnswer();
      return messages && visibleList(messages);
    },
    plan,
    usage: () => answer.usage(),
  };
}

function visibleList(messages: readonly UIMessage[]): VisibleList<typeof tanStackFormat> {
  return { messages, format: tanStackFormat };
}
