export {
  type BudgetOptions,
  createBudget,
  fixedBudget,
  type TokenBudget,
  type Watermarks,
} from './budget/token-budget.ts';
export type {
  CompactionRecord,
  CompactionTrigger,
  StageReport,
} from './compaction/compaction-record.ts';
export {
  type Condensed,
  type EntryOverlay,
  noOverlays,
  type Overlays,
  type RangeOverlay,
  type TextTrim,
} from './compaction/overlay.ts';
export type { CondenseSource } from './condense/condense-source.ts';
export { extractiveSummarizer } from './condense/extractive-summarizer.ts';
export type { Summarizer, Summary, SummaryRequest } from './condense/summarizer.ts';
export {
  AgentMemoryError,
  type AgentMemoryErrorCode,
  CompactionUnavailableError,
  ContextOverflowError,
  InvalidMessageError,
  InvalidOptionError,
  InvalidScratchpadError,
  QuotaExceededStoreError,
  SessionClosedError,
  StoreConflictError,
  StoreCorruptError,
  StoreUnavailableError,
} from './errors/errors.ts';
export type { MemoryEvent, MemoryEventBody } from './events/memory-event.ts';
export {
  type Message,
  type Part,
  type Role,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from './message/message.ts';
export type { OpenAiContentPart, OpenAiMessage, OpenAiToolCall } from './message/openai-chat.ts';
export { parseMessage } from './message/parse-message.ts';
export type {
  ContextPlan,
  Degradation,
  PlanItem,
  PlanRange,
  SentTier,
  Tier,
  TierTotal,
} from './plan/context-plan.ts';
export type { Decision, Fate, RuleCode } from './plan/decision.ts';
export { type DecisionText, describeDecision } from './plan/describe-decision.ts';
export { renderOpenAi } from './plan/render-openai.ts';
export { type AbortSignalLike, orAbort, throwIfAborted } from './platform/abort.ts';
export { type Clock, systemClock } from './platform/clock.ts';
export { createIdMaker, type IdMaker } from './platform/ids.ts';
export {
  type EvictionPolicy,
  type MeasuredUnit,
  type PolicyInput,
  tokenBudget,
} from './policies/eviction-policy.ts';
export { type DefaultScratchpad, defaultScratchpad } from './scratchpad/default-scratchpad.ts';
export type { ScratchpadSchema } from './scratchpad/scratchpad.ts';
export type {
  AgentMemory,
  AgentMemoryOptions,
  AppendableMessage,
  AssembledContext,
  AssembleOptions,
  MemorySettings,
  MemoryState,
  MemoryStatus,
  SettingsChange,
  ToolDefinition,
} from './session/agent-memory.ts';
export { createAgentMemory } from './session/create-agent-memory.ts';
export { inMemoryStore } from './storage/in-memory-store.ts';
export {
  COMPACTIONS_KEPT,
  type MemoryStore,
  type SessionChange,
  type SessionInfo,
  type StoreCallOptions,
  type StoredSession,
} from './storage/memory-store.ts';
export {
  type DegradePhase,
  type OnDegrade,
  storeWithFallback,
} from './storage/store-with-fallback.ts';
export { estimateTokens, estimatingCounter } from './tokens/estimate-tokens.ts';
export {
  loadTiktokenCounter,
  type TiktokenCounterOptions,
  type TiktokenEncoding,
} from './tokens/tiktoken-counter.ts';
export type { TokenCounter, TokenSource } from './tokens/token-counter.ts';
export type { Entry, TokenCount } from './transcript/entry.ts';
