export {
  type BudgetOptions,
  createBudget,
  fixedBudget,
  type TokenBudget,
  type Watermarks,
} from './budget/token-budget.ts';
export type { ArchivedContext } from './compaction/archived-context.ts';
export type { CompactionRecord } from './compaction/compaction-record.ts';
export type { CompactionLimits } from './compaction/limits.ts';
export type {
  CompactionStage,
  EvictedResult,
  LeavingUnit,
  StageDecision,
  StageInput,
  StageReason,
  StageUnit,
} from './compaction/stage.ts';
export { condense } from './compaction/stages/condense.ts';
export { evictSuperseded } from './compaction/stages/evict-superseded.ts';
export { sessionMemory } from './compaction/stages/session-memory.ts';
export { trimResults } from './compaction/stages/trim-results.ts';
export type { CompactionPreview } from './compactor/compactor.ts';
export type { CondenseSource } from './condense/condense-source.ts';
export { extractiveSummarizer } from './condense/extractive-summarizer.ts';
export type { CallOutcome, ModelCall, ModelTotals } from './condense/model-call.ts';
export type {
  SummarizeOptions,
  Summarizer,
  Summary,
  SummaryRequest,
} from './condense/summarizer.ts';
export type { AppendableMessage } from './conversation/appendable-message.ts';
export type { InitialMessages } from './conversation/initial-messages.ts';
export { ContextOverflowError } from './errors/context-overflow-error.ts';
export {
  AgentMemoryError,
  type AgentMemoryErrorCode,
  CompactionUnavailableError,
  type ErrorPhase,
  InvalidMessageError,
  InvalidOptionError,
  InvalidScratchpadError,
  SessionClosedError,
  StoreUnavailableError,
} from './errors/errors.ts';
export { FormatUnavailableError } from './errors/format-unavailable-error.ts';
export { InvalidNoteError } from './errors/invalid-note-error.ts';
export { InvalidUsageError } from './errors/invalid-usage-error.ts';
export { OverflowPersistsError } from './errors/overflow-persists-error.ts';
export { RedactionFailedError } from './errors/redaction-failed-error.ts';
export {
  MemoryNotReadyError,
  MemoryUnavailableError,
  SessionExistsError,
  SessionFileError,
  UnknownSessionError,
} from './errors/session-errors.ts';
export {
  QuotaExceededStoreError,
  SessionClearedError,
  StoreConflictError,
  StoreCorruptError,
  StoreResetError,
} from './errors/store-errors.ts';
export type { StoreLoss } from './errors/store-loss.ts';
export { UndoRefusedError } from './errors/undo-refused-error.ts';
export { UnknownEntryError } from './errors/unknown-entry-error.ts';
export type { MemoryEvent, MemoryEventBody, MemoryEventMap } from './events/memory-event.ts';
export type { OpenAiMessage } from './formats/openai/openai-message.ts';
export type {
  CompactionHappened,
  ContextAssembled,
  ContextRefused,
  ContextSurroundings,
  HeadMoved,
  HistoryRecord,
  LiveRecord,
  SettingsChanged,
  UsageReported,
} from './history/history-record.ts';
export type { LivePlacement } from './live/live-placement.ts';
export type {
  LiveKind,
  LiveKinds,
  LivePart,
  LiveReason,
  LiveRoom,
  LiveRule,
  LiveRules,
  LiveSection,
  LiveText,
} from './live/live-section.ts';
export { wholeLines } from './live/whole-lines.ts';
export {
  type Message,
  type Part,
  type Role,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from './message/message.ts';
export type { Notes } from './notes/notes.ts';
export type { BreakerOptions, BreakerState } from './pacing/breaker.ts';
export { describeSchedule } from './pacing/describe-schedule.ts';
export type { CompactionSchedule, CompactionStats, ScheduleReason } from './pacing/schedule.ts';
export type { CacheReport } from './plan/cache-report.ts';
export type { ContextPlan, Degradation } from './plan/context-plan.ts';
export type { Decision, Fate, Remedy, RuleCode, RuleCodes } from './plan/decision.ts';
export { type DecisionText, describeDecision } from './plan/describe-decision.ts';
export type { PlanItem, PlanItemKind, PlanItemKinds, PlanRange } from './plan/plan-item.ts';
export { type PrintablePlan, type PrintOptions, printContext } from './plan/print-context.ts';
export type { Tier } from './plan/tier.ts';
export type { AbortSignalLike } from './platform/abort.ts';
export { type Clock, systemClock } from './platform/clock.ts';
export { createIdMaker, type IdMaker } from './platform/ids.ts';
export { allOf, anyOf, inOrder, keeping } from './policies/combine.ts';
export {
  type EvictionPolicy,
  type MeasuredUnit,
  type PolicyInput,
  type PolicyReason,
  type ReasonedChoice,
  tokenBudget,
} from './policies/eviction-policy.ts';
export { type HeadTailOptions, headTail } from './policies/head-tail.ts';
export { latestPerTool } from './policies/latest-per-tool.ts';
export { type SalienceOptions, salience } from './policies/salience.ts';
export { type SlidingWindowOptions, slidingWindow } from './policies/sliding-window.ts';
export {
  type SummarizeAndReplaceOptions,
  summarizeAndReplace,
} from './policies/summarize-and-replace.ts';
export type { ToolHint, ToolHints } from './policies/tool-hints.ts';
export { fromTool, type UnitPredicate } from './policies/unit-predicate.ts';
export type { ContextCounter } from './provider/context-counter.ts';
export type { ReportedUsage } from './provider/reported-usage.ts';
export { type DefaultScratchpad, defaultScratchpad } from './scratchpad/default-scratchpad.ts';
export type { ScratchpadSchema } from './scratchpad/scratchpad.ts';
export type {
  AgentMemory,
  AgentMemoryOptions,
  AppendOptions,
  ArchivedOptions,
  AssembledContext,
  AssembleOptions,
  FormatOption,
  MemoryState,
  MemoryStatus,
  MoveHeadOptions,
  PastMoment,
  PlanOptions,
  SignalOption,
  ToolDefinition,
  WindowOption,
} from './session/agent-memory.ts';
export { createAgentMemory } from './session/create-agent-memory.ts';
export type {
  ContextAhead,
  FeatureHost,
  FeatureSlots,
  MemoryFeature,
  SessionStanding,
} from './session/feature.ts';
export type { SessionNotes } from './session/session-notes.ts';
export type { StoreState } from './session/store-state.ts';
export type { Erasure } from './sessions/erase-entries.ts';
export {
  type ImportOptions,
  type SessionCatalog,
  type SessionCatalogOptions,
  sessionCatalog,
} from './sessions/session-catalog.ts';
export type { SessionFile } from './sessions/session-file.ts';
export type { CompactionOptions } from './state/compaction-options.ts';
export type { SettingsChange } from './state/settings-change.ts';
export { type BatchedStore, batchedStore } from './storage/batched-store.ts';
export { inMemoryStore } from './storage/in-memory-store.ts';
export {
  COMPACTIONS_KEPT,
  type EntryPlaces,
  type LoadEntries,
  type LoadOptions,
  type LoadRecords,
  type MemoryStore,
  type SessionChange,
  type SessionInfo,
  type StoreCallOptions,
  type StoredRecords,
  type StoredSession,
  type StoredValues,
  type StoreNews,
} from './storage/memory-store.ts';
export { NotStoredError } from './storage/not-stored-error.ts';
export type { OnDegrade } from './storage/on-degrade.ts';
export { storeWithFallback } from './storage/store-with-fallback.ts';
export type { PartHandle, StoredPart } from './storage/stored-part.ts';
export type { TiktokenEncoding } from './tokens/encoding-names.ts';
export { encodingOfModel } from './tokens/encoding-of-model.ts';
export { estimateTokens, estimatingCounter } from './tokens/estimate-tokens.ts';
export {
  loadTiktokenCounter,
  type TiktokenCounter,
  type TiktokenCounterOptions,
} from './tokens/tiktoken-counter.ts';
export type { TokenCount } from './tokens/token-count.ts';
export type { TokenCounter, TokenSource } from './tokens/token-counter.ts';
export type { TokenLedger } from './tokens/token-ledger.ts';
export type { Branch } from './transcript/branch.ts';
export type { AppendedEntry, Entry } from './transcript/entry.ts';
export { noOverlays, type Overlays } from './view/overlay.ts';
export type { WindowLimit } from './view/overlay-reason.ts';
export type { OverlaysDelta, PastCondensed } from './view/overlays-delta.ts';
