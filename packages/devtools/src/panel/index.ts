export type { Answer } from '../source/answer.ts';
export type { AuditedRecord, AuditFacts, AuditPage, AuditQuery } from '../source/audit-facts.ts';
export type { CallFacts, CallMark, KeptCalls, PastFacts } from '../source/call-facts.ts';
export type {
  BranchFacts,
  CheckpointFacts,
  CheckpointsSource,
  InspectableCheckpoints,
  OpenCallFacts,
  ResumptionFacts,
} from '../source/checkpoints-source.ts';
export type { CompactionFacts, PreviewFacts } from '../source/compaction-facts.ts';
export type {
  CopyFormat,
  DevtoolsSource,
  DevtoolsState,
  FindResult,
  FindScope,
  ReportedProblem,
} from '../source/devtools-source.ts';
export type {
  DocumentPage,
  DocumentSource,
  FoundPassage,
  HeldPassage,
  InspectableDocuments,
  PassageFacts,
} from '../source/document-facts.ts';
export type { DrawnRecord, DrawnRecords } from '../source/drawn-records.ts';
export type {
  ExtractionPass,
  ExtractionSource,
  ForgottenByPass,
  InspectableExtraction,
  RefusedByRule,
} from '../source/extraction-facts.ts';
export type { HeldFacts, HeldPage } from '../source/held-facts.ts';
export type { ImportedLine, ImportFacts, LineFate } from '../source/import-facts.ts';
export type { InspectableMemory } from '../source/inspectable-memory.ts';
export type {
  DecisionPage,
  DecisionQuery,
  LiveDecision,
  LoggedDecision,
  MessageDecision,
  SessionDecision,
} from '../source/logged-decision.ts';
export type {
  ActionOutcome,
  InspectableLongTerm,
  LongTermSource,
} from '../source/long-term-source.ts';
export { type MemorySourceOptions, memorySource } from '../source/memory-source.ts';
export type {
  InspectableModel,
  ModelEngine,
  ModelFacts,
  ModelProgress,
  ModelStatus,
  PassedOverModel,
} from '../source/model-facts.ts';
export type { ErasureFacts, NamespaceExtent, NamespaceFacts } from '../source/namespace-facts.ts';
export type { ItemFacts, PlanFacts, PlanNumbers } from '../source/plan-facts.ts';
export type { RecallCut, RecallFacts, RecallHit, RecallQuery } from '../source/recall-facts.ts';
export type { RecordFacts } from '../source/record-facts.ts';
export type { RecordMark, RecordPage, RecordQuery } from '../source/record-scan.ts';
export type { InspectableRuns, RunsSource } from '../source/runs-source.ts';
export type { StorageFacts } from '../source/storage-facts.ts';
export type {
  InspectableSessions,
  KeepOutcome,
  StorageSource,
  StoredSessionFacts,
} from '../source/storage-source.ts';
export type { StoreFacts } from '../source/store-facts.ts';
export type { TracedCalls, ValueTrace } from '../source/value-trace.ts';
export { MemoryPanel, type MemoryPanelProps } from './memory-panel.tsx';
export { type DrawnPanel, type MountedPanel, mountPanel } from './mount-panel.tsx';
export {
  createPanelSelection,
  type PanelSelection,
  type SelectedPlace,
} from './selection/panel-selection.ts';
export type { PanelTheme } from './styles/theme.ts';
export { MemoryTimeStrip, type MemoryTimeStripProps } from './time/memory-time-strip.tsx';
export { type ShownSource, shownSource } from './time/shown-source.ts';
