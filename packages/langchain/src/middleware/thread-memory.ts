import { type AgentMemory, InvalidOptionError } from '@agent-memory/core';

/** The part of a memory that a middleware uses. */
export type MiddlewareMemory = Pick<
  AgentMemory<unknown>,
  | 'assemble'
  | 'entries'
  | 'entry'
  | 'getState'
  | 'history'
  | 'onOverflow'
  | 'part'
  | 'ready'
  | 'reconcile'
  | 'reportUsage'
>;

/**
 * The memory of an agent: one session, or a function that finds that of a thread. It is called at every
 * step: give the same memory for the same thread.
 */
export type ThreadMemory =
  | MiddlewareMemory
  | ((threadId: string) => MiddlewareMemory | Promise<MiddlewareMemory>);

/** The part of LangChain's run that names its thread, and what keeps it. */
export interface ThreadRuntime {
  readonly configurable?:
    | { readonly thread_id?: unknown; readonly __pregel_checkpointer?: unknown }
    | undefined;
}

/** Finds the memory of a run. @throws InvalidOptionError if there is none for its thread. */
export type MemoryFinder = (runtime: ThreadRuntime) => Promise<MiddlewareMemory>;

/**
 * Keeps threads apart: no thread is shown what was said in another one.
 *
 * @throws InvalidOptionError if it is neither a memory nor a function.
 */
export function memoryFinder(memory: ThreadMemory): MemoryFinder {
  if (typeof memory === 'function') return byThread(memory);
  if (isMemory(memory)) return ofOneThread(memory);
  throw new InvalidOptionError(
    'memory',
    `must be what \`createAgentMemory\` gives, or a function that finds it by thread; got ${String(memory)}.`,
  );
}

function byThread(find: Exclude<ThreadMemory, MiddlewareMemory>): MemoryFinder {
  return async (runtime) => {
    const threadId = threadOf(runtime);
    if (threadId !== undefined) return foundBy(find, threadId);
    throw new InvalidOptionError(
      'memory',
      'is a function of the thread, and this run has none. Nothing was sent; invoke the agent with `{ configurable: { thread_id } }`.',
    );
  };
}

async function foundBy(
  find: Exclude<ThreadMemory, MiddlewareMemory>,
  threadId: string,
): Promise<MiddlewareMemory> {
  const found = await find(threadId);
  if (isMemory(found)) return found;
  throw new InvalidOptionError(
    'memory',
    `is a function that gave no memory for the thread "${threadId}"; got ${String(found)}. Nothing was sent.`,
  );
}

/** Callers without types hand in anything. */
function isMemory(given: unknown): given is MiddlewareMemory {
  return (
    typeof given === 'object' &&
    given !== null &&
    'reconcile' in given &&
    typeof given.reconcile === 'function'
  );
}

function ofOneThread(memory: MiddlewareMemory): MemoryFinder {
  let first: string | undefined;
  return async (runtime) => {
    const threadId = threadOf(runtime) ?? first;
    first ??= threadId;
    if (threadId === first) return memory;
    throw new InvalidOptionError(
      'memory',
      `is that of the thread "${first}", and this run is of "${threadId}". Nothing was sent; give a function that finds the memory of a thread.`,
    );
  };
}

function threadOf({ configurable }: ThreadRuntime): string | undefined {
  const threadId = configurable?.thread_id;
  return typeof threadId === 'string' && threadId !== '' ? threadId : undefined;
}
