import type { AgentMemory, MemoryState } from '@agent-memory/core';
import { createStore } from 'zustand/vanilla';
import { deferredMemory } from '../open-sessions/deferred-memory.ts';
import { isRefused } from '../rendering/refused-memory.ts';
import { onNextFrame } from './on-next-frame.ts';

/**
 * An immutable snapshot of a memory for React, which changes at most once a frame.
 *
 * - Its functions are bound and stay the same for the life of the memory.
 * - It subscribes to the memory only while it has listeners.
 * - Changes within a frame reach listeners together, once.
 * - `getInitialState` gives the state before anything happened: the server's snapshot.
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
    // Without listeners the store is not kept up to date.
    getState: () => (listeners > 0 ? store.getState() : memory.getState()),
    getInitialState: () => initial,
  };
}

/**
 * The state that a server showed, where nothing is ever loaded. A loaded memory does not know its first
 * budget and scratchpad any more; they are as they are now.
 */
function untouchedState<Pad>(memory: AgentMemory<Pad>): MemoryState<Pad> {
  const state = memory.getState();
  if (state.status === 'hydrating' || isRefused(memory)) return state;
  const { budget, scratchpad, store, summary } = state;
  const untouched = deferredMemory({ id: memory.id, budget }).getState();
  return Object.freeze({
    ...untouched,
    budget,
    scratchpad,
    store,
    summary: { ...untouched.summary, name: summary.name },
  });
}

/** Calls `refresh` at once, and once in each frame in which the memory changed, until stopped. */
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
