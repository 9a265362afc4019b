import type {
  AgentMemory,
  AgentMemoryError,
  AgentMemoryOptions,
  DefaultScratchpad,
  MemoryState,
  ScratchpadSchema,
} from '@agent-memory/core';
import { type RefObject, useContext, useEffect, useMemo, useReducer, useRef } from 'react';
import { warnings } from '#warnings';
import { type ChatFunctions, transportOf } from './ai-sdk/transport-of.ts';
import { getter } from './getter.ts';
import { forEachCall, type MemoryCall } from './memory-calls.ts';
import { memoryRegistry, type Tenancy } from './memory-registry.ts';
import { type AgentMemoryDefaults, ProviderContext } from './provider-context.ts';
import { type SnapshotStore, snapshotStoreOf } from './snapshot-store.ts';
import { useLatest } from './use-latest.ts';
import { useStateRead } from './use-state-read.ts';

/**
 * What `useAgentMemory` takes. All but `id` and `onError` count when the memory is made. What is left
 * out comes from the `AgentMemoryProvider` around the component; `id`, and `contextWindow` or
 * `budget`, have to come from one of the two.
 */
export interface UseAgentMemoryOptions extends Omit<AgentMemoryDefaults, 'memory'> {}

/**
 * A scratchpad of your own: any Standard Schema with a first value. The schema alone decides the type;
 * the value is held against it.
 */
export interface InlineScratchpad<Pad> extends Pick<ScratchpadSchema<Pad>, 'schema'> {
  readonly initial: NoInfer<Pad>;
}

/** A memory made elsewhere. It is shown, and never disposed here. */
export interface ExistingMemoryOptions<Pad> {
  readonly memory: AgentMemory<Pad>;
  /**
   * Called with every error that shows up in `error`, once where components share the function; the
   * newest function given is the one called.
   */
  readonly onError?: (error: AgentMemoryError) => void;
}

type Actions<Pad> = Pick<AgentMemory<Pad>, MemoryCall | 'clearError'>;

/**
 * The state of a memory and what can be done with it. The functions stay the same as long as the
 * memory does and may be destructured.
 */
export interface UseAgentMemoryResult<Pad = DefaultScratchpad>
  extends MemoryState<Pad>,
    Actions<Pad>,
    ChatFunctions {
  readonly id: string;
  /**
   * For React's `use`: resolves when the stored session is loaded, and never rejects. Asking for it
   * starts loading, also while rendering. On a server it is resolved and loads nothing.
   */
  readonly ready: Promise<void>;
  /** The memory itself: originals, `explain`, events; for `useAgentMemoryState` and the panel. */
  readonly memory: AgentMemory<Pad>;
}

/**
 * The memory named by `options.id`, with its state.
 *
 * - The same id gives the same memory in every component; in another `store` it is another session,
 *   and without one the session that is open under the id. A task after the last component unmounted
 *   the memory is disposed, when the writes that were under way are done. Without a `store` the session ends there too; with one, what still calls a
 *   function after that, such as an answer that ends late, opens the session again for the call.
 * - Rendering starts nothing: the store is opened once the component is mounted, or earlier where
 *   `ready` is asked for.
 * - Options are read when the memory is made; written inline they recreate nothing. Use `configure`
 *   to change settings, and another `id` for another session.
 * - Nothing is thrown in render: refused options show as `status: 'error'` with the reason in
 *   `error`, until a render gives options that can be used.
 * - The component renders again when a field of the state changes that it has read, at most once a
 *   frame. One that takes functions only is not rendered again.
 *
 * @example
 * ```tsx
 * const { append, assemble, status } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 *
 * async function send(content: string) {
 *   await append({ role: 'user', content });
 *   const { messages } = await assemble();
 *   await append(await callYourModel(messages));
 * }
 * ```
 */
export function useAgentMemory<Pad>(options: ExistingMemoryOptions<Pad>): UseAgentMemoryResult<Pad>;
export function useAgentMemory<Pad>(
  options: UseAgentMemoryOptions & { readonly scratchpad: InlineScratchpad<Pad> },
): UseAgentMemoryResult<Pad>;
export function useAgentMemory(options?: UseAgentMemoryOptions): UseAgentMemoryResult;
export function useAgentMemory<Pad>(options: AnyOptions<Pad> = {}): UseAgentMemoryResult<Pad> {
  const {
    memory: given,
    onError,
    ...memoryOptions
  } = withDefaults(options, useContext(ProviderContext));
  const own = useRef<Tenancy<Pad>>(undefined);
  const tenancy = given ? undefined : memoryRegistry.tenancyFor<Pad>(memoryOptions, own.current);
  const memory = given ?? (tenancy as Tenancy<Pad>).memory;
  const store = snapshotStoreOf(memory);
  const state = useStateRead(store);
  useTenancy(memory, tenancy, own);
  useErrorCallback(store, onError);
  useEffect(() => {
    if (!tenancy || tenancy.refusal) return;
    warnings?.ignoredOptions(tenancy.options, memoryOptions, () => memory.getState().budget);
  });
  return useMemo(() => resultOf(memory, tenancy, state), [memory, tenancy, state]);
}

/** What the overloads allow, as one. */
interface AnyOptions<Pad>
  extends UseAgentMemoryOptions,
    Partial<ExistingMemoryOptions<Pad>>,
    Pick<AgentMemoryOptions<Pad>, 'scratchpad'> {}

function withDefaults<Pad>(
  options: AnyOptions<Pad>,
  defaults: AgentMemoryDefaults,
): AnyOptions<Pad> & { readonly id: string } {
  // A provider's memory has the default scratchpad; it is not for a hook that gives one of its own.
  const { memory, ...rest } = defaults as AnyOptions<Pad>;
  const isProviders = memory && options.id === undefined && !options.scratchpad;
  return { id: '', ...rest, ...(isProviders && { memory }), ...options };
}

/** Holds the tenancy while mounted. A memory that is not ours is loaded, and left alone after. */
function useTenancy<Pad>(
  memory: AgentMemory<Pad>,
  tenancy: Tenancy<Pad> | undefined,
  own: RefObject<Tenancy<Pad> | undefined>,
): void {
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    own.current = tenancy;
    if (!tenancy) {
      void memory.ready;
      return undefined;
    }
    if (!memoryRegistry.retain(tenancy, renderAgain)) {
      renderAgain();
      return undefined;
    }
    return () => memoryRegistry.release(tenancy, renderAgain);
  }, [memory, tenancy, own]);
}

type ErrorCallback = (error: AgentMemoryError) => void;

/** What each callback was told last of a memory: several components may share one, as a provider's. */
const lastTold = new WeakMap<
  SnapshotStore<unknown>,
  WeakMap<ErrorCallback, AgentMemoryError | undefined>
>();

function tellOnce<Pad>(
  store: SnapshotStore<Pad>,
  error: AgentMemoryError | undefined,
  callback: ErrorCallback,
): void {
  const told = lastTold.get(store as SnapshotStore<unknown>) ?? new WeakMap();
  lastTold.set(store as SnapshotStore<unknown>, told);
  const isNew = told.get(callback) !== error;
  told.set(callback, error);
  if (error && isNew) callback(error);
}

/** Tells of each error once; of one that stands there when a component mounts, too. */
function useErrorCallback<Pad>(
  store: SnapshotStore<Pad>,
  onError: ErrorCallback | undefined,
): void {
  const latest = useLatest(onError);
  // Written inline a callback is another one with each render, and the error may be the same.
  const told = useRef<AgentMemoryError>(undefined);
  useEffect(() => {
    function tell(): void {
      const { error } = store.getState();
      if (error === told.current) return;
      told.current = error;
      if (latest.current) tellOnce(store, error, latest.current);
    }
    tell();
    // In a microtask of its own, where a callback that throws stops no other listener.
    return store.subscribe(() => queueMicrotask(tell));
  }, [store, latest]);
}

function resultOf<Pad>(
  memory: AgentMemory<Pad>,
  tenancy: Tenancy<Pad> | undefined,
  state: MemoryState<Pad>,
): UseAgentMemoryResult<Pad> {
  const { id, clearError } = memory;
  const result = {
    id,
    memory,
    clearError,
    ...forEachCall((name) => memory[name]),
    ...transportOf(memory, tenancy && holding(tenancy)),
  };
  return Object.defineProperties(result as UseAgentMemoryResult<Pad>, {
    // Spreading would read every field, and ask for `ready`.
    ...Object.getOwnPropertyDescriptors(state),
    ready: getter(() => memory.ready),
  });
}

/** Keeps a memory while an answer is under way, also when its component is gone. */
function holding<Pad>(tenancy: Tenancy<Pad>): () => () => void {
  return () => {
    const tenant = (): void => undefined;
    memoryRegistry.retain(tenancy, tenant);
    return () => memoryRegistry.release(tenancy, tenant);
  };
}
