export { RecordConflictError } from './errors/record-errors.ts';
export { type RetrievedRecordsOptions, retrievedRecords } from './live/retrieved-records.ts';
export type { LongTermMemoryOptions } from './memory/check-options.ts';
export { createLongTermMemory } from './memory/create-long-term-memory.ts';
export type { LongTermEvent } from './memory/events.ts';
export type {
  CallOptions,
  ChangeOutcome,
  CutRecord,
  EraseOptions,
  EraseReport,
  ExportOptions,
  ImportOptions,
  ImportReport,
  ListFilter,
  LongTermMemory,
  MemoryQuery,
  RecordRef,
  RefusedLine,
  Retrieved,
  RetrievedRecord,
  WriteOutcome,
} from './memory/long-term-memory.ts';
export type { SourceSessions } from './memory/source-sessions.ts';
export type { MemoryDraft } from './policy/memory-draft.ts';
export type { NamespaceOptions } from './policy/namespaces.ts';
export type { Refusal } from './policy/refusal.ts';
export { WRITE_POLICY } from './policy/write-policy.ts';
export type { HeldRecord } from './quarantine/held-record.ts';
export type {
  Evidence,
  MemoryKind,
  MemoryRecord,
  MemoryType,
  RecordSource,
} from './records/memory-record.ts';
export type { KnownRecord, RecordLabel } from './records/standing.ts';
export type {
  Embedder,
  EmbeddingModel,
  EmbedOptions,
  RetrievalDocument,
  RetrievalHit,
  RetrievalIndex,
  SegmentStore,
  SignalScore,
} from './retrieval/retrieval-index.ts';
export { inMemoryRecordStore } from './store/in-memory-record-store.ts';
export type {
  AuditAction,
  AuditEntry,
  LoggedEntry,
  RecordChange,
} from './store/record-change.ts';
export type {
  Page,
  PageOptions,
  RecordCallOptions,
  RecordDelta,
  RecordFilter,
  RecordLoss,
  RecordStore,
} from './store/record-store.ts';
