'use client';

export type { MemoryMark, UserMemoriesTexts } from './about/texts.ts';
export { UserMemories, type UserMemoriesProps } from './about/user-memories.tsx';
export type { MemoryListState } from './memory-list.ts';
export {
  type UseMemoriesOptions,
  type UseMemoriesResult,
  useMemories,
} from './use-memories.ts';
