import type { ContextPlan } from '../plan/context-plan.ts';
import type { OverlaysDelta } from '../view/overlays-delta.ts';
import type { ContextAssembled, ContextSurroundings, HistoryRecord } from './history-record.ts';
import { isWhole, surroundingsAfter, surroundingsChange, surroundingsOf } from './surroundings.ts';

/** The past of a session, as far back as it is kept: an immutable value. */
export interface History {
  /** Oldest first; `index` rises by one from record to record. */
  readonly records: readonly HistoryRecord[];
  /** Index of the next record. */
  readonly nextIndex: number;
  /** Contexts that were assembled over the whole life of the session. */
  readonly calls: number;
  /** How often the overlays changed over the whole life of the session. */
  readonly overlayVersion: number;
  /** The surroundings of the last context; absent before the first. */
  readonly latest?: ContextSurroundings;
  /** Contexts since the last whole one, that one included. */
  readonly sinceWhole: number;
}

/** A record before it has its place in the history. */
export type NewRecord = HistoryRecord extends infer Each
  ? Each extends HistoryRecord
    ? Omit<Each, 'index'>
    : never
  : never;

/** The most records that are kept: 2,000 turns and more, though each leaves a context and its usage. */
const HISTORY_KEPT = 6_000;
/** So many go at once, so that it is not every record that drops another. */
const DROPPED_AT_ONCE = 1_000;
/** As often a context says everything it depends on, so that what is older can be dropped. */
const WHOLE_EVERY = 100;

export const emptyHistory: History = {
  records: [],
  nextIndex: 0,
  calls: 0,
  overlayVersion: 0,
  sinceWhole: 0,
};

/** The history that stored records make. */
export function historyOf(records: readonly HistoryRecord[]): History {
  return { ...records.reduce<Facts>(factsAfter, emptyHistory), records };
}

/** The history with records before all that it has. */
export function withOlderRecords(history: History, older: readonly HistoryRecord[]): History {
  return { ...history, records: [...older, ...history.records] };
}

/** The history with one more record, and the index before which records were dropped for it. */
export function recorded(
  history: History,
  record: NewRecord,
): { readonly history: History; readonly record: HistoryRecord; readonly droppedBefore?: number } {
  const placed: HistoryRecord = { ...record, index: history.nextIndex };
  const grown = { ...factsAfter(history, placed), records: [...history.records, placed] };
  const start = grown.records.length > HISTORY_KEPT ? startToKeep(grown.records) : 0;
  if (start === 0) return { history: grown, record: placed };
  const records = grown.records.slice(start);
  const droppedBefore = records[0]?.index ?? grown.nextIndex;
  return { history: { ...grown, records }, record: placed, droppedBefore };
}

/** The record of a context that is assembled, as it follows what is known. */
export function contextRecord(
  history: History,
  plan: ContextPlan,
  context: {
    readonly atMs: number;
    readonly headId: string | null;
    readonly model: string | undefined;
  },
): NewRecord {
  const { atMs, headId, model } = context;
  const now = surroundingsOf(plan);
  const isDue = history.latest === undefined || history.sinceWhole >= WHOLE_EVERY;
  const { epoch, totalTokens, tokenSource, tiers, schedule, ledger, livePlacement } = plan;
  return {
    kind: 'context',
    atMs,
    call: history.calls + 1,
    headId,
    entries: plan.transcriptLength,
    overlayVersion: history.overlayVersion,
    ...{ epoch, totalTokens, tokenSource, tiers, schedule, ledger, livePlacement },
    ...(plan.cache && { cache: plan.cache }),
    ...(plan.liveHosts && { liveHosts: plan.liveHosts }),
    ...(plan.headMoves !== undefined && { headMoves: plan.headMoves }),
    ...(model !== undefined && { model }),
    changed: isDue || !history.latest ? now : surroundingsChange(history.latest, now),
  };
}

/** The record of a context that was refused. */
export function refusedRecord(plan: ContextPlan, atMs: number, headId: string | null): NewRecord {
  const { transcriptLength: entries, epoch, totalTokens, tokenSource, budget } = plan;
  const { inputTokens } = budget;
  return { kind: 'refused', atMs, headId, entries, epoch, totalTokens, tokenSource, inputTokens };
}

/** The delta of a record that changed the overlays. */
export function deltaOf(record: HistoryRecord): OverlaysDelta | undefined {
  return 'delta' in record ? record.delta : undefined;
}

/** Everything that a history knows beside its records. */
type Facts = Omit<History, 'records'>;

function factsAfter(facts: Facts, record: HistoryRecord): Facts {
  const { latest, sinceWhole, overlayVersion } = facts;
  const nextIndex = record.index + 1;
  if (record.kind !== 'context') {
    return { ...facts, nextIndex, overlayVersion: overlayVersion + (deltaOf(record) ? 1 : 0) };
  }
  const known = surroundingsAfter(latest, record.changed);
  return {
    nextIndex,
    calls: record.call,
    overlayVersion: record.overlayVersion,
    ...(known && { latest: known }),
    sinceWhole: isWhole(record.changed) ? 1 : sinceWhole + 1,
  };
}

/** The first record that is kept: a whole context, behind those that go at once. */
function startToKeep(records: readonly HistoryRecord[]): number {
  const isStart = (record: HistoryRecord, at: number) =>
    at > DROPPED_AT_ONCE && isWholeContext(record);
  return Math.max(0, records.findIndex(isStart));
}

/** Tells whether a history that begins with this record knows all that the records before it said. */
export function isWholeContext(record: HistoryRecord): record is ContextAssembled {
  return record.kind === 'context' && isWhole(record.changed);
}
