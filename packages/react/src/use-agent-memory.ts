import type {
  AgentMemory,
  AgentMemoryError,
  AgentMemoryOptions,
  DefaultScratchpad,
  MemoryState,
  ScratchpadSchema,
} from '@agent-memory/core';
import { useEffect, useMemo, useReducer, useSyncExternalStore } from 'react';
import { memoryRegistry, type Tenancy } from './memory-registry.ts';
import { snapshotStoreOf } from './snapshot-store.ts';
import { useLatest } from './use-latest.ts';

/** What `useAgentMemory` takes. All but `id` and `onError` count when the memory is made. */
export interface UseAgentMemoryOptions<Pad = DefaultScratchpad> extends AgentMemoryOptions<Pad> {
  /** Called with every error that shows up in `error`; the newest function given is the one called. */
  readonly onError?: (error: AgentMemoryError) => void;
}

type Actions<Pad> = Pick<
  AgentMemory<Pad>,
  'append' | 'assemble' | 'compact' | 'patchScratchpad' | 'configure' | 'clearError'
>;

/**
 * The state of a memory and what can be done with it. The functions stay the same as long as the
 * memory does and may be destructured.
 */
export interface UseAgentMemoryResult<Pad = DefaultScratchpad>
  extends MemoryState<Pad>,
    Actions<Pad> {
  readonly id: string;
  /** The memory itself: originals, `explain`, events; for `useAgentMemoryState` and the panel. */
  readonly memory: AgentMemory<Pad>;
}

/**
 * The memory named by `options.id`, with its state.
 *
 * - The same id gives the same memory in every component; a task after the last of them unmounted
 *   it is disposed. Without a `store` the session ends there too.
 * - Rendering starts nothing: the store is opened once the component is mounted.
 * - Options are read when the memory is made; written inline they recreate nothing. Use `configure`
 *   to change settings, and another `id` for another session.
 * - Nothing is thrown in render: refused options show as `status: 'error'` with the reason in
 *   `error`, until a render gives options that can be used.
 * - Changes of one task cause one render.
 */
export function useAgentMemory<Pad>(
  options: UseAgentMemoryOptions<Pad> & { readonly scratchpad: ScratchpadSchema<Pad> },
): UseAgentMemoryResult<Pad>;
export function useAgentMemory(options: UseAgentMemoryOptions): UseAgentMemoryResult;
export function useAgentMemory<Pad>(
  options: UseAgentMemoryOptions<Pad>,
): UseAgentMemoryResult<Pad> {
  const { onError, ...memoryOptions } = options;
  const tenancy = memoryRegistry.tenancyFor<Pad>(memoryOptions);
  const { memory } = tenancy;
  const store = snapshotStoreOf(memory);
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState);
  useTenancy(tenancy);
  useErrorCallback(state.error, onError);
  return useMemo(() => resultOf(memory, state), [memory, state]);
}

/** Holds the tenancy while mounted. */
function useTenancy<Pad>(tenancy: Tenancy<Pad>): void {
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    if (!memoryRegistry.retain(tenancy)) {
      renderAgain();
      return undefined;
    }
    return () => memoryRegistry.release(tenancy);
  }, [tenancy]);
}

function useErrorCallback(
  error: AgentMemoryError | undefined,
  onError: ((error: AgentMemoryError) => void) | undefined,
): void {
  const latest = useLatest(onError);
  useEffect(() => {
    if (error) latest.current?.(error);
  }, [error, latest]);
}

function resultOf<Pad>(
  memory: AgentMemory<Pad>,
  state: MemoryState<Pad>,
): UseAgentMemoryResult<Pad> {
  const { id, append, assemble, compact, patchScratchpad, configure, clearError } = memory;
  return {
    ...state,
    id,
    memory,
    append,
    assemble,
    compact,
    patchScratchpad,
    configure,
    clearError,
  };
}
