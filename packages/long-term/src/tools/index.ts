export type { Confirm, MemoryToolAction } from './memory-tool.ts';
export { type MemoryTools, type MemoryToolsOptions, memoryTools } from './memory-tools.ts';
