'use client';

export {
  AgentMemoryProvider,
  type AgentMemoryProviderProps,
} from './hook/agent-memory-provider.ts';
export type { AgentMemoryDefaults } from './hook/provider-context.ts';
export {
  type ExistingMemoryOptions,
  type InlineScratchpad,
  type UseAgentMemoryOptions,
  type UseAgentMemoryResult,
  useAgentMemory,
} from './hook/use-agent-memory.ts';
export type { SessionListState } from './sessions/session-list.ts';
export { type UseSessionsResult, useSessions } from './sessions/use-sessions.ts';
export { useAgentMemoryState } from './state/use-agent-memory-state.ts';
export { useContextPlan } from './state/use-context-plan.ts';
export { useScratchpad } from './state/use-scratchpad.ts';
