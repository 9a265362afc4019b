import type { AgentMemory } from '@agent-memory/core';

/** The asynchronous functions of a memory; each waits for the stored session by itself. */
export const MEMORY_CALLS = [
  'loadOlder',
  'append',
  'reconcile',
  'assemble',
  'messages',
  'moveHead',
  'reload',
  'compact',
  'previewCompaction',
  'undoCompaction',
  'stateAt',
  'onOverflow',
  'reportUsage',
  'patchScratchpad',
  'configure',
  'writeBack',
  'together',
] as const satisfies readonly (keyof AgentMemory)[];

/** The name of an asynchronous function of a memory. */
export type MemoryCall = (typeof MEMORY_CALLS)[number];

/** A call that may have to open an ended session again: of the memory, its notes or one of its parts. */
export type WatchedCall = MemoryCall | 'notes.set' | 'part.set';

/** An object with one value for each of the functions. */
export function forEachCall<Value>(make: (name: MemoryCall) => Value): Record<MemoryCall, Value> {
  return Object.fromEntries(MEMORY_CALLS.map((name) => [name, make(name)])) as Record<
    MemoryCall,
    Value
  >;
}

/**
 * The calls that store something. When a session ends the others may fail: nobody waits for a context
 * any more, and a compaction is made when it is needed next.
 */
const WRITING: ReadonlySet<WatchedCall> = new Set<WatchedCall>([
  'append',
  'reconcile',
  'moveHead',
  'undoCompaction',
  'reportUsage',
  'patchScratchpad',
  'configure',
  'writeBack',
  'together',
  'notes.set',
  'part.set',
]);

/** Tells whether a call stores something, so that it must be done before the session ends. */
export function isWriting(call: WatchedCall): boolean {
  return WRITING.has(call);
}
