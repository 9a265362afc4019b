export type { RecordPatch } from './change/change-record.ts';
export type { DateLocale } from './dates/date-parser.ts';
export {
  LongTermMemoryClosedError,
  RecordConflictError,
  RecordFileError,
} from './errors/record-errors.ts';
export { checkText, type TextVerdict } from './guard/check-text.ts';
export type { LineSource } from './lines/file-texts.ts';
export { type RetrievedRecordsOptions, retrievedRecords } from './live/retrieved-records.ts';
export { createLongTermMemory } from './memory/create-long-term-memory.ts';
export type {
  LongTermEvent,
  LongTermEventBody,
  LongTermEventMap,
  LongTermListener,
} from './memory/events.ts';
export type {
  CallOptions,
  ChangeOutcome,
  CleanupReport,
  ConfirmOptions,
  CutRecord,
  EraseOptions,
  EraseReport,
  EraseTarget,
  ImportOptions,
  ImportReport,
  ListFilter,
  ListOptions,
  LongTermMemory,
  MemoryFilter,
  MemoryQuery,
  Quarantine,
  RecordRef,
  RecordUpdate,
  RefusedLine,
  ReleaseOptions,
  Retrieved,
  RetrievedRecord,
  SessionStart,
  SessionSummaryDraft,
  WriteOutcome,
} from './memory/long-term-memory.ts';
export type { LongTermMemoryOptions } from './memory/options.ts';
export type { SourceSessions } from './memory/source-sessions.ts';
export { wordIndex } from './memory/word-index.ts';
export type { MemoryDraft } from './policy/memory-draft.ts';
export type { NamespaceOptions } from './policy/namespaces.ts';
export { sharedNamespace } from './policy/namespaces.ts';
export type { Refusal, RefusalRule } from './policy/refusal.ts';
export {
  type AllowedNature,
  HYPOTHESIS_LIFE_MS,
  type MemoryScope,
  type StatementNature,
  WRITE_POLICY,
  type WritePolicy,
} from './policy/write-policy.ts';
export type { HeldRecord } from './quarantine/held-record.ts';
export type {
  EndReason,
  Evidence,
  JsonValue,
  MemoryKind,
  MemoryRecord,
  MemoryType,
  RecordEnd,
  RecordSource,
} from './records/memory-record.ts';
export {
  confidenceAt,
  type KnownRecord,
  knownRecord,
  type RecordLabel,
  type Standing,
  standingOf,
} from './records/standing.ts';
export type { Embedder, EmbeddingModel, EmbedOptions } from './retrieval/embedder.ts';
export type { WordNeighbourTable } from './retrieval/neighbours/word-neighbours.ts';
export type { Reranker } from './retrieval/reranker.ts';
export type {
  CutCandidate,
  CutRule,
  RetrievalDocument,
  RetrievalHit,
  RetrievalIndex,
  RetrievalQuery,
  RetrievalResult,
  RetrievalStatus,
  SignalScore,
} from './retrieval/retrieval-index.ts';
export type { SegmentStore } from './retrieval/segment-store.ts';
export { inMemoryRecordStore } from './store/in-memory-record-store.ts';
export type {
  AuditAction,
  AuditEntry,
  LoggedEntry,
  RecordChange,
  RecordUse,
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
