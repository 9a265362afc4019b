export {
  type UseAgentMemoryOptions,
  type UseAgentMemoryResult,
  useAgentMemory,
} from './use-agent-memory.ts';
export { useAgentMemoryState } from './use-agent-memory-state.ts';
