import { type AgentMemory, createAgentMemory, type MemoryState } from '@agent-memory/core';
import { createStore } from 'zustand/vanilla';
import { onNextFrame } from './on-next-frame.ts';
import { isRefused } from './refused-memory.ts';

/**
 * What React reads of one memory: an immutable snapshot that changes at most once a frame.
 *
 * - Every function is bound and lives as long as the memory.
 * - Nothing is subscribed to while nobody listens here.
 * - Changes ahead of a frame reach listeners together, once.
 * - `getInitialState` is what the memory was before anything happened: the server's snapshot.
 */
export interface SnapshotStore<Pad> {
  subscribe(listener: () => void): () => void;
  getState(): MemoryState<Pad>;
  getInitialState(): MemoryState<Pad>;
}

const stores = new WeakMap<AgentMemory<unknown>, SnapshotStore<unknown>>();

/** The one snapshot store of a memory, shared by every hook that shows it. */
export function snapshotStoreOf<Pad>(memory: AgentMemory<Pad>): SnapshotStore<Pad> {
  const key = memory as AgentMemory<unknown>;
  const known = stores.get(key);
  // The key decides the type of the value; a WeakMap cannot say so.
  if (known) return known as SnapshotStore<Pad>;
  const made = createSnapshotStore(memory);
  stores.set(key, made as SnapshotStore<unknown>);
  return made;
}

function createSnapshotStore<Pad>(memory: AgentMemory<Pad>): SnapshotStore<Pad> {
  const store = createStore<MemoryState<Pad>>(() => memory.getState());
  const initial = untouchedState(memory);
  let listeners = 0;
  let stopFollowing: (() => void) | undefined;

  function subscribe(listener: () => void): () => void {
    if (listeners++ === 0) stopFollowing = follow(memory, refresh);
    const unsubscribe = store.subscribe(listener);
    return () => {
      unsubscribe();
      if (--listeners === 0) stopFollowing?.();
    };
  }

  function refresh(): void {
    store.setState(memory.getState(), true);
  }

  return {
    subscribe,
    // Between two listeners the store stands still, so what it holds may be old.
    getState: () => (listeners > 0 ? store.getState() : memory.getState()),
    getInitialState: () => initial,
  };
}

/**
 * What a server showed of a memory, where nothing is ever loaded. What a loaded one no longer knows, its
 * first budget and scratchpad, is as it is now.
 */
function untouchedState<Pad>(memory: AgentMemory<Pad>): MemoryState<Pad> {
  const state = memory.getState();
  if (state.status === 'hydrating' || isRefused(memory)) return state;
  const { budget, scratchpad, store, summary } = state;
  const untouched = createAgentMemory({ id: memory.id, budget }).getState();
  return Object.freeze({
    ...untouched,
    budget,
    scratchpad,
    store,
    summary: { ...untouched.summary, name: summary.name },
  });
}

/** Calls `refresh` now and then once per frame in which the memory changed, until stopped. */
function follow(memory: AgentMemory<unknown>, refresh: () => void): () => void {
  let cancel: (() => void) | undefined;
  refresh();
  const unsubscribe = memory.subscribe(() => {
    cancel ??= onNextFrame(() => {
      cancel = undefined;
      refresh();
    });
  });
  return () => {
    unsubscribe();
    cancel?.();
  };
}
