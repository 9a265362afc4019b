import type { AgentMemory } from '@agent-memory/core';

/** What a memory is asked to do and answers later; all of it waits for the stored session by itself. */
export const MEMORY_CALLS = [
  'append',
  'sync',
  'assemble',
  'messages',
  'moveHead',
  'compact',
  'previewCompaction',
  'undoCompaction',
  'onOverflow',
  'reportUsage',
  'patchScratchpad',
  'configure',
] as const satisfies readonly (keyof AgentMemory)[];

/** The name of such a call. */
export type MemoryCall = (typeof MEMORY_CALLS)[number];

/** Something for each of the calls, by its name. */
export function forEachCall<Value>(make: (name: MemoryCall) => Value): Record<MemoryCall, Value> {
  return Object.fromEntries(MEMORY_CALLS.map((name) => [name, make(name)])) as Record<
    MemoryCall,
    Value
  >;
}

/**
 * The calls that keep what they are given. An unmount ends the others: nobody waits for a context any
 * more, or for a compaction, which is made when it is needed next.
 */
const WRITING: ReadonlySet<MemoryCall> = new Set<MemoryCall>([
  'append',
  'sync',
  'moveHead',
  'undoCompaction',
  'reportUsage',
  'patchScratchpad',
  'configure',
]);

/** Whether a call keeps what it is given, so that what it asks of a memory must not be lost. */
export function isWriting(call: MemoryCall): boolean {
  return WRITING.has(call);
}
