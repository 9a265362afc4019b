import type { AgentMemory } from '@agent-memory/core';

/** What a memory is asked to do and answers later; all of it waits for the stored session by itself. */
const MEMORY_CALLS = [
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
