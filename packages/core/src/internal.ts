export type { ArchivedValue, ArchivedValueState } from './compaction/archived-context.ts';
export type { CompactionTrigger, LostValues, StageReport } from './compaction/compaction-record.ts';
export { isCompactionRecord } from './compaction/compaction-shape.ts';
export type { StageNotes } from './compaction/stage.ts';
export { mapReduce, rangeOf } from './condense/division/map-reduce.ts';
export {
  type Count,
  lastSentenceEnd,
  sentencesOf,
  wholeSentencesWithin,
} from './condense/division/split-text.ts';
export { summarizeWithinWindow } from './condense/division/summarize-within-window.ts';
export type { SummaryTask } from './condense/division/summary-task.ts';
export { findValues } from './condense/find-values.ts';
export { withCall } from './condense/model-totals.ts';
export { summaryFault } from './condense/summary-fault.ts';
export type { SummaryState } from './condense/summary-state.ts';
export { valuesInText } from './condense/values-in-text.ts';
export { prefetchFormat } from './conversation/prefetch-format.ts';
export { enveloped } from './envelope/envelope.ts';
export { harmless } from './envelope/harmless-text.ts';
export {
  withHiddenCharactersShown,
  withoutHiddenCharacters,
} from './envelope/hidden-characters.ts';
export { LINE_BREAK, onOneLine } from './envelope/line-breaks.ts';
export { checkOption } from './errors/check-option.ts';
export { errorText } from './errors/error-text.ts';
export { refusalOf } from './errors/refusal-of.ts';
export { type KnownNames, refuseUnknown } from './errors/refuse-unknown.ts';
export { inTemplateGrammar } from './formats/chat-template/template-grammar.ts';
export { withJoinedAnswers } from './formats/streamed-apart.ts';
export { isWholeContext } from './history/history.ts';
export { isHistoryRecord } from './history/history-shape.ts';
export { isWhole } from './history/surroundings.ts';
export type { LiveCost, LivePlace } from './live/live-placement.ts';
export { liveTextOf } from './live/live-text.ts';
export { isSameValue } from './message/same-value.ts';
export { isTime } from './message/shape.ts';
export { showsSame } from './message/shows-same.ts';
export { stepOf } from './message/step.ts';
export type { LastCompaction } from './pacing/schedule.ts';
export type { CacheBreakCause, CacheChange } from './plan/cache-report.ts';
export type { PlanLedger, TierTotal } from './plan/context-plan.ts';
export { decisionOn } from './plan/explain.ts';
export type { SentTier } from './plan/tier.ts';
export { orAbort, throwIfAborted } from './platform/abort.ts';
export { callListener } from './platform/call-listener.ts';
export { startTimer } from './platform/clock.ts';
export { DeadlineError, withDeadline } from './platform/deadline.ts';
export { inSlices } from './platform/in-slices.ts';
export { holdLifeLock, onLifeLockFreed } from './platform/life-lock.ts';
export { Listeners } from './platform/listeners.ts';
export { locksOfPlatform } from './platform/locks.ts';
export { nextTask } from './platform/next-task.ts';
export { SerialQueue } from './platform/serial-queue.ts';
export { SharedStart } from './platform/shared-start.ts';
export { runToEnd, type Steps } from './platform/steps.ts';
export { openTabChannel, type TabChannel } from './platform/tab-channel.ts';
export { isOverflow } from './provider/is-overflow.ts';
export { numbersInCatalog } from './runs/block-catalog.ts';
export { isRecalled } from './runs/quotation.ts';
export { type Recalled, recalledIn } from './runs/recalled.ts';
export { allLoaded, type LoadedInParts } from './session/all-loaded.ts';
export { MEMORY_OPTIONS } from './session/known-options.ts';
export { deferredMemory } from './sessions/deferred-memory.ts';
export { forEachCall, MEMORY_CALLS, type MemoryCall } from './sessions/memory-calls.ts';
export type { OpenSession } from './sessions/open-session.ts';
export { OpenSessions, UNUSED_FOR_MS } from './sessions/open-sessions.ts';
export { onCommit } from './sessions/store-commits.ts';
export { watchedMemory } from './sessions/watched-memory.ts';
export { byNewestUpdate } from './storage/by-newest-update.ts';
export { checksumOf } from './storage/checksum.ts';
export { checksumInSteps, isLight } from './storage/checksum-in-steps.ts';
export { type HistoryWrite, historyWrite, type StoredHistory } from './storage/history-write.ts';
export {
  leadingEntries,
  MOST_LEADING,
  MOST_NEWEST,
  newestStart,
} from './storage/newest-part.ts';
export type { DegradePhase } from './storage/on-degrade.ts';
export { rewritesOthers } from './storage/rewrites-others.ts';
export { type Salvaged, salvagedEntries, UNREADABLE_TEXT } from './storage/salvage-entries.ts';
export type { ModelEncoding } from './tokens/encoding-of-model.ts';
export { createMeasurer } from './tokens/measurer.ts';
export type { TokenUsage } from './tokens/token-ledger.ts';
export type {
  ArgumentsTrim,
  Condensed,
  EntryOverlay,
  RangeOverlay,
  TextTrim,
} from './view/overlay.ts';
export type { Keeps, OverlayReason, ToolLimit } from './view/overlay-reason.ts';
export { areOverlays } from './view/overlay-shape.ts';
