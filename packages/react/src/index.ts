'use client';

export {
  type InlineScratchpad,
  type UseAgentMemoryOptions,
  type UseAgentMemoryResult,
  useAgentMemory,
} from './hook/use-agent-memory.ts';
export type { StoredMessagesState } from './loading/stored-messages.ts';
export { type MemoryReadiness, useMemoryReady } from './loading/use-memory-ready.ts';
export {
  type MessageMemory,
  type SetMessages,
  type UseStoredMessagesOptions,
  type UseStoredMessagesResult,
  useStoredMessages,
} from './loading/use-stored-messages.ts';
export type { SessionListState } from './sessions/session-list.ts';
export { type UseSessionsResult, useSessions } from './sessions/use-sessions.ts';
export { useAgentMemoryState } from './state/use-agent-memory-state.ts';
export { useEntries } from './state/use-entries.ts';
export { type ObservableModel, useModelStatus } from './state/use-model-status.ts';
