export { MemoryDevtoolsPage, type MemoryDevtoolsPageProps } from './devtools-page.tsx';
export { MemoryDevtools, type MemoryDevtoolsProps } from './memory-devtools.tsx';
export type { MemoryWithParts, ShownMemory } from './shown-memory.ts';
