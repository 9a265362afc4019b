export type { CompactionRecord } from './compaction/compaction-record.ts';
export type { BreakerState } from './compaction/pacing/breaker.ts';
export type { CompactionSchedule } from './compaction/pacing/schedule.ts';
export type { EvictionPolicy } from './compaction/policies/eviction-policy.ts';
export { headTail, slidingWindow } from './compaction/policies/windows.ts';
export type { ArchivedContext } from './compaction/read-archive.ts';
export { extractiveSummarizer } from './condense/extractive-summarizer.ts';
export type {
  CallOutcome,
  ModelCall,
  ModelTotals,
  SpendingLimit,
  Spent,
} from './condense/model-call.ts';
export type { CondenseSource, Summarizer, Summary, SummaryRequest } from './condense/summarizer.ts';
export type { OpenAiMessage } from './formats/openai/openai-message.ts';
export { ContextOverflowError } from './ground/errors/context-overflow-error.ts';
export {
  AgentMemoryError,
  type AgentMemoryErrorCode,
  CodeUnavailableError,
  InvalidMessageError,
  InvalidOptionError,
  InvalidScratchpadError,
  StoreUnavailableError,
} from './ground/errors/errors.ts';
export { InvalidUsageError } from './ground/errors/invalid-usage-error.ts';
export type { StoreLoss } from './ground/errors/store-errors.ts';
export {
  QuotaExceededStoreError,
  StoreConflictError,
  StoreCorruptError,
} from './ground/errors/store-errors.ts';
export type { AbortSignalLike } from './ground/platform/abort.ts';
export { type Clock, systemClock } from './ground/platform/clock.ts';
export type {
  CompactionHappened,
  ContextAssembled,
  ContextSurroundings,
  HistoryRecord,
  LiveRecord,
  UsageReported,
} from './history/history-record.ts';
export type {
  LiveKind,
  LiveKinds,
  LivePart,
  LiveRoom,
  LiveRules,
  LiveSection,
  LiveText,
} from './live/live-section.ts';
export { type DefaultScratchpad, defaultScratchpad } from './live/scratchpad/default-scratchpad.ts';
export type { ScratchpadSchema } from './live/scratchpad/scratchpad.ts';
export {
  type Message,
  type Part,
  type Role,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from './message/message.ts';
export type { CacheReport } from './plan/cache-report.ts';
export type { ContextPlan, Degradation } from './plan/context-plan.ts';
export type { Decision, RuleCode, RuleCodes, Tier } from './plan/decision.ts';
export type { PlanItem, PlanItemKinds, PlanRange } from './plan/plan-item.ts';
export type {
  AgentMemory,
  AgentMemoryOptions,
  AssembledContext,
  AssembleOptions,
  MemoryState,
  MoveHeadOptions,
  SignalOption,
  ToolDefinition,
} from './session/agent-memory.ts';
export type { AppendableMessage } from './session/append/appendable-message.ts';
export type { InitialMessages } from './session/append/initial-messages.ts';
export type { CompactionPreview } from './session/compact/compaction-preview.ts';
export { createAgentMemory } from './session/create-agent-memory.ts';
export type {
  BackgroundCalls,
  ContextAhead,
  FeatureHost,
  FeatureSlots,
  MemoryFeature,
  SessionStanding,
} from './session/feature.ts';
export type { ContextCounter } from './session/provider/context-counter.ts';
export type { ReportedUsage } from './session/provider/reported-usage.ts';
export type { MemoryEvent, MemoryEventBody, MemoryEventMap } from './state/events/memory-event.ts';
export type { CompactionOptions } from './state/settings.ts';
export { inMemoryStore } from './store/in-memory-store.ts';
export {
  COMPACTIONS_KEPT,
  type EntryPlaces,
  type LoadOptions,
  type MemoryStore,
  type SessionChange,
  type SessionInfo,
  type StoreCallOptions,
  type StoredRecords,
  type StoredSession,
  type StoreNews,
} from './store/memory-store.ts';
export type { PartHandle, StoredPart } from './store/stored-part.ts';
export {
  type BudgetOptions,
  createBudget,
  fixedBudget,
  type TokenBudget,
} from './tokens/budget/token-budget.ts';
export { estimateTokens, estimatingCounter } from './tokens/estimate-tokens.ts';
export { loadTiktokenCounter } from './tokens/tiktoken-counter.ts';
export type { TokenCounter, TokenSource } from './tokens/token-counter.ts';
export type { TokenLedger } from './tokens/token-ledger.ts';
export type { AppendedEntry, Entry } from './transcript/entry.ts';
export type { Branch } from './transcript/entry-log.ts';
export type { Overlays } from './view/overlay.ts';
