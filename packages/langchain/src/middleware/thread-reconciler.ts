import type { Entry, StoredPart } from '@agent-memory/core';
import { allLoaded } from '@agent-memory/core/internal';
import type { BaseMessage } from '@langchain/core/messages';
import { listFormat } from './list-format.ts';
import type { MiddlewareMemory, ThreadRuntime } from './thread-memory.ts';

/** A step of a run, as far as its wait may be ended. */
export interface StepRuntime extends ThreadRuntime {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Stores what the messages of a graph say and the memory does not have yet. `next` is called at once, so
 * that nothing of another run comes between the two; gives what it gives, when both are done.
 */
export type ThreadReconciler = <Result>(
  memory: MiddlewareMemory,
  messages: readonly BaseMessage[],
  runtime: StepRuntime,
  next: () => Promise<Result>,
) => Promise<Result>;

/** The entry behind which a thread begins in its memory; `null`: it begins the conversation. */
interface ThreadStart {
  readonly after?: string | null;
}

/** PERSISTED: another name is another part. */
const START: StoredPart<ThreadStart> = {
  name: '@agent-memory/langchain/thread',
  initial: {},
  read(stored) {
    const after =
      typeof stored === 'object' && stored && 'after' in stored ? stored.after : undefined;
    if (after === null || typeof after === 'string') return { after };
    throw new TypeError('it does not say where a thread begins');
  },
};

/**
 * Makes the reconciler of one middleware. The messages of a thread that has a checkpointer are all
 * there are: where its first ones were removed, they leave the conversation too. That is known from
 * where the thread began in the memory, which may have had messages before.
 *
 * A checkpointer may have lost the thread since the session was stored, as one in memory does at each
 * start: a list of which the memory knows nothing continues from the head then, as a new thread does. Of
 * two runs at once only the first may be taken for that: the other one waits until it is known where
 * the thread begins, or it would stand behind the first for good.
 */
export function threadReconciler(): ThreadReconciler {
  const seen = new WeakSet<MiddlewareMemory>();
  const beginning = new WeakMap<MiddlewareMemory, Promise<unknown>>();
  const begin: Reconcile = async (memory, messages, options) => {
    const entries = await memory.reconcile(messages, options);
    const [first] = entries;
    if (first) await memory.part(START).set({ after: first.parentId });
    seen.add(memory);
    return entries;
  };
  const reconcile: Reconcile = (memory, messages, options) => {
    const { after } = memory.part(START).get();
    const isKnown = after === null || (after !== undefined && memory.entry(after) !== undefined);
    const isSame = seen.has(memory) || messages.some(({ id }) => id && memory.entry(id));
    if (isKnown && isSame) {
      seen.add(memory);
      return memory.reconcile(messages, { ...options, after });
    }
    const begun = begin(memory, messages, options).finally(() => beginning.delete(memory));
    // The run that fails hears of it itself; one that waits begins the thread then.
    beginning.set(memory, Promise.allSettled([begun]));
    return begun;
  };
  return async (memory, messages, runtime, next) => {
    await allLoaded(memory);
    while (beginning.has(memory)) await beginning.get(memory);
    const options = { format: listFormat(memory, messages), ...signalOf(runtime) };
    const stored = hasCheckpointer(runtime)
      ? reconcile(memory, messages, options)
      : memory.reconcile(messages, options);
    const [result] = await Promise.all([next(), stored]);
    return result;
  };
}

type Reconcile = (
  memory: MiddlewareMemory,
  messages: readonly BaseMessage[],
  options: { readonly format: ReturnType<typeof listFormat>; readonly signal?: AbortSignal },
) => Promise<readonly Entry[]>;

/** LangGraph tells its nodes the checkpointer under a name of its own; without it lists are read by their ids. */
export function hasCheckpointer({ configurable }: ThreadRuntime): boolean {
  return typeof configurable?.__pregel_checkpointer === 'object';
}

export function signalOf({ signal }: StepRuntime): { readonly signal?: AbortSignal } {
  return signal ? { signal } : {};
}
