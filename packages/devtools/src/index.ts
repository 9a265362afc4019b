export type { MemoryDevtoolsProps } from './hosts/memory-devtools.tsx';
export type { MemoryWithParts, ShownMemory } from './hosts/shown-memory.ts';
export { MemoryDevtools } from './page-devtools.tsx';
