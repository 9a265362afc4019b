export {
  type BudgetOptions,
  createBudget,
  fixedBudget,
  type TokenBudget,
  type Watermarks,
} from './budget/token-budget.ts';
export type {
  ArchivedContext,
  ArchivedValue,
  ArchivedValueState,
} from './compaction/archived-context.ts';
export type {
  CompactionRecord,
  CompactionTrigger,
  LostValues,
  StageReport,
} from './compaction/compaction-record.ts';
export type { CompactionLimits } from './compaction/limits.ts';
export {
  type ArgumentsTrim,
  type Condensed,
  type EntryOverlay,
  noOverlays,
  type Overlays,
  type RangeOverlay,
  type TextTrim,
} from './compaction/overlay.ts';
export type {
  CompactionStage,
  EvictedResult,
  StageDecision,
  StageInput,
  StageNotes,
  StageUnit,
} from './compaction/stage.ts';
export { condense } from './compaction/stages/condense.ts';
export { evictSuperseded } from './compaction/stages/evict-superseded.ts';
export { sessionMemory } from './compaction/stages/session-memory.ts';
export { trimResults } from './compaction/stages/trim-results.ts';
export type { CondenseSource } from './condense/condense-source.ts';
export { extractiveSummarizer } from './condense/extractive-summarizer.ts';
export type { Summarizer, Summary, SummaryRequest } from './condense/summarizer.ts';
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
export { InvalidUsageError, OverflowPersistsError } from './errors/provider-errors.ts';
export { RedactionFailedError } from './errors/redaction-failed-error.ts';
export {
  SessionExistsError,
  SessionFileError,
  UnknownSessionError,
} from './errors/session-errors.ts';
export {
  QuotaExceededStoreError,
  StoreConflictError,
  StoreCorruptError,
} from './errors/store-errors.ts';
export { UndoRefusedError } from './errors/undo-refused-error.ts';
export { UnknownEntryError } from './errors/unknown-entry-error.ts';
export type { MemoryEvent, MemoryEventBody } from './events/memory-event.ts';
export { aiSdkFormat } from './formats/ai-sdk/ai-sdk-format.ts';
export type {
  AiSdkApprovalRequest,
  AiSdkApprovalResponse,
  AiSdkAssistantMessage,
  AiSdkContextMessage,
  AiSdkCustomPart,
  AiSdkFileContent,
  AiSdkFilePart,
  AiSdkFilePartOf7,
  AiSdkImagePart,
  AiSdkIncomingModelMessage,
  AiSdkJson,
  AiSdkJsonObject,
  AiSdkModelMessage,
  AiSdkOutputItem,
  AiSdkOutputItemOf7,
  AiSdkProviderFields,
  AiSdkReasoningPart,
  AiSdkSystemMessage,
  AiSdkTextPart,
  AiSdkToolCallPart,
  AiSdkToolMessage,
  AiSdkToolOutput,
  AiSdkToolResultPart,
  AiSdkUserMessage,
} from './formats/ai-sdk/model-message.ts';
export { aiSdkUiFormat } from './formats/ai-sdk-ui/ai-sdk-ui-format.ts';
export type {
  AiSdkIncomingUiMessage,
  AiSdkUiFilePart,
  AiSdkUiMessage,
  AiSdkUiPart,
  AiSdkUiPartOf7,
  AiSdkUiReasoningPart,
  AiSdkUiSourcePart,
  AiSdkUiTextPart,
  AiSdkUiToolPart,
  AiSdkUiToolState,
} from './formats/ai-sdk-ui/ui-message.ts';
export { type AnyFormat, loadFormat } from './formats/load-format.ts';
export type {
  LiveHosts,
  MessageFormat,
  ReadMessage,
  WritableEntry,
} from './formats/message-format.ts';
export type {
  ContextIn,
  FormatChoice,
  FormatName,
  MessageIn,
  MessageOut,
  MessagesOnly,
  NamedFormats,
} from './formats/named-formats.ts';
export {
  type Message,
  type Part,
  type Role,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from './message/message.ts';
export type {
  OpenAiContentPart,
  OpenAiCustomToolCall,
  OpenAiIncomingMessage,
  OpenAiIncomingPart,
  OpenAiMessage,
  OpenAiToolCall,
} from './message/openai-chat.ts';
export { parseMessage } from './message/parse-message.ts';
export type { BreakerOptions, BreakerState } from './pacing/breaker.ts';
export type {
  CompactionSchedule,
  CompactionStats,
  LastCompaction,
  ScheduleReason,
} from './pacing/schedule.ts';
export type { CacheBreakCause, CacheChange, CacheReport } from './plan/cache-report.ts';
export type {
  BarePlan,
  ContextPlan,
  Degradation,
  LiveCost,
  LivePlace,
  PlanItem,
  PlanLedger,
  PlanRange,
  SentTier,
  Tier,
  TierTotal,
} from './plan/context-plan.ts';
export type { Decision, Fate, RuleCode } from './plan/decision.ts';
export { type DecisionText, describeDecision } from './plan/describe-decision.ts';
export type { LivePlacement } from './plan/live-placement.ts';
export { renderOpenAi } from './plan/render-openai.ts';
export { type AbortSignalLike, orAbort, throwIfAborted } from './platform/abort.ts';
export { type Clock, systemClock } from './platform/clock.ts';
export { createIdMaker, type IdMaker } from './platform/ids.ts';
export { allOf, anyOf, inOrder, keeping } from './policies/combine.ts';
export {
  type EvictionPolicy,
  type MeasuredUnit,
  type PolicyInput,
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
export { type DefaultScratchpad, defaultScratchpad } from './scratchpad/default-scratchpad.ts';
export type { ScratchpadSchema } from './scratchpad/scratchpad.ts';
export type {
  AgentMemory,
  AgentMemoryOptions,
  AppendableMessage,
  AppendOptions,
  AssembledContext,
  AssembleOptions,
  Branch,
  FormatOption,
  InitialMessages,
  MemoryState,
  MemoryStatus,
  ReportedUsage,
  SettingsChange,
  SignalOption,
  ToolDefinition,
} from './session/agent-memory.ts';
export type { CompactionOptions } from './session/compaction-rules.ts';
export type { CompactionPreview } from './session/compactor.ts';
export { createAgentMemory } from './session/create-agent-memory.ts';
export type { SummaryState } from './session/snapshot.ts';
export {
  type ImportOptions,
  type SessionCatalog,
  type SessionCatalogOptions,
  sessionCatalog,
} from './sessions/session-catalog.ts';
export type { SessionFile } from './sessions/session-file.ts';
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
export type { ContextCounter } from './tokens/context-counter.ts';
export { encodingOfModel, type ModelEncoding } from './tokens/encoding-of-model.ts';
export { estimateTokens, estimatingCounter } from './tokens/estimate-tokens.ts';
export {
  loadTiktokenCounter,
  type TiktokenCounter,
  type TiktokenCounterOptions,
  type TiktokenEncoding,
} from './tokens/tiktoken-counter.ts';
export type { TokenCounter, TokenSource } from './tokens/token-counter.ts';
export type { TokenLedger, TokenUsage } from './tokens/token-ledger.ts';
export type { Entry, TokenCount } from './transcript/entry.ts';
