'use client';

export { AgentMemoryProvider, type AgentMemoryProviderProps } from './agent-memory-provider.ts';
export type { AgentMemoryDefaults } from './provider-context.ts';
export type { SessionListState } from './sessions/session-list.ts';
export { type UseSessionsResult, useSessions } from './sessions/use-sessions.ts';
export {
  type ExistingMemoryOptions,
  type InlineScratchpad,
  type UseAgentMemoryOptions,
  type UseAgentMemoryResult,
  useAgentMemory,
} from './use-agent-memory.ts';
export { useAgentMemoryState } from './use-agent-memory-state.ts';
export { useContextPlan } from './use-context-plan.ts';
export { useScratchpad } from './use-scratchpad.ts';
