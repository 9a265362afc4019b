import type { AgentMemory, AgentMemoryError, Degradation, MemoryState } from '@agent-memory/core';
import { useEffect, useMemo, useState } from 'react';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';

/** How far a stored session is loaded. */
export interface MemoryReadiness {
  /**
   * The session can be used: its newest messages are here, or the store had to be given up, and `notStored`
   * says so. A call that comes earlier waits by itself. `false` for good where options were refused, and until the next
   * call where the code of the memory could not be fetched: `error` says why.
   */
  readonly isReady: boolean;
  /** Older messages of a long session are still being read [STO-9]; contexts need not wait for them. */
  readonly isLoadingOlder: boolean;
  /** The last error that a person should see; `clearError` of the memory takes it away. */
  readonly error: AgentMemoryError | undefined;
  /**
   * Why only this page holds the session, as a sentence to show beside a chat that continues.
   * `undefined` while the store works, also when it works again, and without a store.
   */
  readonly notStored: string | undefined;
  /**
   * The same with its code: what is stored could not be read and is not shown (`STORE_UNAVAILABLE`), or what
   * is said is not stored (`STORE_WRITE_FAILED`).
   */
  readonly storeTrouble: Degradation | undefined;
}

/**
 * Whether the stored session can be used yet. It begins to load when the component is mounted, and the
 * component renders again only when one of the fields changes. A server renders "not yet", and
 * hydration takes that over.
 *
 * @example
 * ```tsx
 * function Composer({ memory }: { memory: AgentMemory }) {
 *   const { isReady, error, notStored } = useMemoryReady(memory);
 *   if (error) return <p role="alert">{error.message}</p>;
 *   return (
 *     <>
 *       {notStored && <p role="status">{notStored}</p>}
 *       <button disabled={!isReady}>Send</button>
 *     </>
 *   );
 * }
 * ```
 */
export function useMemoryReady<Pad>(memory: AgentMemory<Pad>): MemoryReadiness {
  const isLoaded = useLoaded(memory);
  const stage = useAgentMemoryState(memory, stageOf);
  const isLoadingOlder = useAgentMemoryState(memory, isReadingOlder);
  const error = useAgentMemoryState(memory, (state) => state.error);
  const storeTrouble = useAgentMemoryState(memory, storeTroubleOf);
  const notStored = storeTrouble?.message;
  // An error may be there before the session is, and says nothing about it.
  const isReady = stage === 'loaded' || (stage === 'unknown' && isLoaded);
  return useMemo(
    () => ({ isReady, isLoadingOlder, error, notStored, storeTrouble }),
    [isReady, isLoadingOlder, error, notStored, storeTrouble],
  );
}

/** Whether the memory's own promise says that it is loaded. */
function useLoaded(memory: object & Pick<AgentMemory, 'ready'>): boolean {
  const [loaded, setLoaded] = useState<object>();
  useEffect(() => {
    let isMounted = true;
    void memory.ready.then(() => {
      if (isMounted) setLoaded(memory);
    });
    return () => {
      isMounted = false;
    };
  }, [memory]);
  return loaded === memory;
}

type Stage = 'loading' | 'loaded' | 'refused' | 'unknown';

function stageOf({ status, error }: Pick<MemoryState<unknown>, 'status' | 'error'>): Stage {
  if (status === 'hydrating') return 'loading';
  if (status !== 'error') return 'loaded';
  // Only what a memory was made with shows as an error of options: no call can succeed.
  if (error?.phase === 'option') return 'refused';
  return error?.code === 'MEMORY_UNAVAILABLE' ? 'loading' : 'unknown';
}

function isReadingOlder({
  unloaded,
  degraded,
}: Pick<MemoryState<unknown>, 'unloaded' | 'degraded'>): boolean {
  return unloaded > 0 && !degraded.some(({ code }) => code === 'OLDER_UNREAD');
}

function storeTroubleOf({
  degraded,
}: Pick<MemoryState<unknown>, 'degraded'>): Degradation | undefined {
  const of = (wanted: Degradation['code']) => degraded.find(({ code }) => code === wanted);
  // The graver one: stored messages are missing too.
  return of('STORE_UNAVAILABLE') ?? of('STORE_WRITE_FAILED');
}
