'use client';

export type { MemoryListState } from './memory-list.ts';
export {
  type UseMemoriesOptions,
  type UseMemoriesResult,
  useMemories,
} from './use-memories.ts';
