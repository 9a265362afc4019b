import {
  AgentMemoryError,
  type AssembledContext,
  orAbort,
  type ReportedUsage,
  throwIfAborted,
} from '@agent-memory/core';
import type { StreamChunk, UIMessage } from '@tanstack/ai/client';
import type {
  ConnectConnectionAdapter,
  ResumableConnectConnectionAdapter,
} from '@tanstack/ai-client';
import type { ChatMemory } from '../ai-sdk/chat-memory.ts';
import { isOverflow as isKnownOverflow } from '../ai-sdk/is-overflow.ts';
import { reportFault } from '../ai-sdk/report-fault.ts';
import { turnOf } from '../ai-sdk/turn-of.ts';
import { TanStackAnswer, usageOfRun } from './tanstack-answer.ts';
import { tanStackFormat } from './tanstack-format.ts';

/** How a memory takes part in a chat of TanStack AI; all of it has defaults. */
export interface MemoryConnectionOptions {
  /**
   * The usage of the call that read the context, from a chunk of the answer; `undefined` where it says
   * nothing. Default: `usage` of `RUN_FINISHED`.
   */
  readonly usageOf?: (chunk: StreamChunk) => ReportedUsage | undefined;
  /**
   * Whether an error that came ahead of any answer says that the context was too long. Then a smaller
   * one is sent, up to five times. Default: what the well-known providers say.
   */
  readonly isOverflow?: (error: Error) => boolean;
  /**
   * Hears why an answer or its usage could not be kept, where `error` of the memory's state does not
   * say it. The chat goes on either way. Default: it shows as an unhandled rejection does.
   */
  readonly onError?: (error: unknown) => void;
}

/** What a connection looks like with a memory around it: what the inner one can do, it can. */
export type MemoryConnection<Inner extends ConnectConnectionAdapter> = Pick<
  Inner,
  Extract<keyof Inner, keyof ConnectConnectionAdapter | keyof ResumableConnectConnectionAdapter>
>;

/**
 * A memory between a chat of TanStack AI and the connection that it would use alone.
 *
 * - What is sent is the context that the memory assembles; the visible list is left as it is.
 * - Answers are kept when they end: finished, stopped, or cut off half-way.
 * - An edit, and an answer given anew, move the head: nothing is lost and nothing kept twice.
 * - When its component is unmounted, `useChat` lets go of the answer: what had arrived is kept, what
 *   would have come is not read. It is there again where the memory has a store; without one the
 *   session of `useAgentMemory` ends with its last component, and what was said in it goes with it.
 * - `joinRun`, `hydrate` and `hydrateGeneration` are those of the inner connection. An answer that was
 *   joined is kept with the next message, as part of the visible list.
 *
 * It takes connections that are asked and answer (`fetchServerSentEvents`, `fetchHttpStream`, `stream`,
 * `rpcStream` and those of one's own with `connect`). One that is subscribed to, such as `webSocket`,
 * does not say which message an answer belongs to and is refused by its type.
 *
 * The memory's `system` text is sent as a system message at the head of the list. A server that goes by
 * TanStack AI's own helpers leaves it to the provider's adapter whether a model reads that, and `stream`
 * leaves it out; text that has to arrive belongs in `systemPrompts` on the server.
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
  options: MemoryConnectionOptions = {},
): MemoryConnection<Inner> {
  const turn = turnOf(memory);
  const connect: ConnectConnectionAdapter['connect'] = (messages, data, signal, runContext) =>
    answerTo({ memory, turn, options, signal, list: [...messages] as UIMessage[] }, (context) =>
      inner.connect(context, data, signal, runContext),
    );
  const { hydrate, hydrateGeneration, joinRun } = inner;
  const connection: ConnectConnectionAdapter = {
    connect,
    ...(hydrate && { hydrate: hydrate.bind(inner) }),
    ...(hydrateGeneration && { hydrateGeneration: hydrateGeneration.bind(inner) }),
    ...(joinRun && { joinRun: joinRun.bind(inner) }),
  };
  // It has what the inner one has; the type of a wrapper for any cannot say so.
  return connection as unknown as MemoryConnection<Inner>;
}

/** A list that is to be answered, and what that takes. */
interface Question {
  readonly memory: ChatMemory;
  readonly turn: ReturnType<typeof turnOf>;
  readonly options: MemoryConnectionOptions;
  readonly signal: AbortSignal | undefined;
  readonly list: readonly UIMessage[];
}

type Ask = (context: UIMessage[]) => AsyncIterable<StreamChunk>;

/** The chunks of an answer; where the context is refused as too long, those to a smaller one. */
async function* answerTo(question: Question, ask: Ask): AsyncGenerator<StreamChunk, void> {
  for (let how: 'assemble' | 'onOverflow' = 'assemble'; ; how = 'onOverflow') {
    const context = await contextFor(question, how);
    const answer = new TanStackAnswer(question.list, context.plan);
    const ending = yield* followed(question, answer, ask([...context.messages]));
    if (ending === 'answered') return;
  }
}

/** The context for a list, laid beside the transcript first. */
function contextFor(
  { memory, turn, signal, list }: Question,
  how: 'assemble' | 'onOverflow',
): Promise<AssembledContext<typeof tanStackFormat>> {
  const options = { format: tanStackFormat, ...(signal && { signal }) };
  const assembled = turn(async () => {
    throwIfAborted(signal);
    await layDown(memory, list, options);
    return memory[how](options);
  });
  return orAbort(assembled, signal);
}

/** Passes an answer on and keeps it when it ends, however it ends. */
async function* followed(
  question: Question,
  answer: TanStackAnswer,
  chunks: AsyncIterable<StreamChunk>,
): AsyncGenerator<StreamChunk, 'answered' | 'too-long'> {
  const { usageOf = usageOfRun } = question.options;
  /** That a run begins shows nothing; it is held back until something does. */
  const held: StreamChunk[] = [];
  let isShown = false;
  let isTooLong = false;
  try {
    for await (const chunk of chunks) {
      if (!isShown && chunk.type === 'RUN_STARTED') {
        held.push(chunk);
        continue;
      }
      isTooLong = !isShown && isRefusal(chunk, question.options);
      if (isTooLong) return 'too-long';
      isShown = true;
      for (const passed of [...held.splice(0), chunk]) {
        answer.see(passed, usageOf);
        yield passed;
      }
    }
    yield* held;
    return 'answered';
  } catch (error) {
    isTooLong = !isShown && isTooLongError(error, question.options);
    if (!isTooLong) throw error;
    return 'too-long';
  } finally {
    if (!isTooLong) void keep(question, answer);
  }
}

function isRefusal(chunk: StreamChunk, options: MemoryConnectionOptions): boolean {
  return chunk.type === 'RUN_ERROR' && isTooLongError(new Error(chunk.message), options);
}

function isTooLongError(error: unknown, options: MemoryConnectionOptions): boolean {
  const { isOverflow = isKnownOverflow } = options;
  return error instanceof Error && isOverflow(error);
}

/** Keeps what was answered, and what that took; the app hears of what could not be. */
async function keep({ memory, turn, options }: Question, answer: TanStackAnswer): Promise<void> {
  const keeping = turn(async () => {
    const list = answer.listWithAnswer();
    if (list) await layDown(memory, list, { format: tanStackFormat });
    // A context that was assembled since is not the one that was read.
    if (answer.usage && memory.getState().plan === answer.plan) {
      await memory.reportUsage(answer.usage);
    }
  });
  await keeping.catch(options.onError ?? reportFault);
}

type LayingOptions = NonNullable<Parameters<ChatMemory['sync']>[1]>;

/** Brings the transcript to what the list says. */
async function layDown(
  memory: ChatMemory,
  list: readonly UIMessage[],
  options: { readonly format: typeof tanStackFormat } & Pick<LayingOptions, 'signal'>,
): Promise<void> {
  try {
    await memory.sync(list, options);
  } catch (error) {
    // What could not be stored is in the transcript, and the memory's state says so.
    if (!AgentMemoryError.isInstance(error) || error.phase !== 'store') throw error;
  }
}
