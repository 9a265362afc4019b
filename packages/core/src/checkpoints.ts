export type { CallExecutor, ExecutedCall, ExecuteOptions } from './checkpoints/call-journal.ts';
export type { Checkpoint, CheckpointKind } from './checkpoints/checkpoint.ts';
export type {
  BranchedSession,
  CheckpointsMemory,
  MemoryCheckpoints,
} from './checkpoints/memory-checkpoints.ts';
export type { OpenCall } from './checkpoints/placed-call.ts';
export type { Resumption } from './checkpoints/resumption.ts';
export {
  type CheckpointGranularity,
  type SessionCheckpoints,
  type SessionCheckpointsOptions,
  sessionCheckpoints,
} from './checkpoints/session-checkpoints.ts';
export {
  type EndingMemory,
  type SessionEnd,
  type SessionEndOptions,
  watchSessionEnd,
} from './checkpoints/session-end.ts';
export type { SessionPage } from './checkpoints/session-page.ts';
