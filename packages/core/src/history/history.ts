import type { ContextPlan } from '../plan/context-plan.ts';
import type { OverlaysDelta } from '../view/overlays-delta.ts';
import type { ContextAssembled, ContextSurroundings, HistoryRecord } from './history-record.ts';
import { isWhole, surroundingsAfter, surroundingsChange, surroundingsOf } from './surroundings.ts';

/** The past of a session, as far back as it is kept: an immutable value. */
export interface History {
  /** Oldest first; `index` rises by one from record to record. {@link recordsOf} gives both lists as one. */
  readonly older: readonly HistoryRecord[];
  /** The newest records, fewer than a block: adding one copies these and not all. */
  readonly recent: readonly HistoryRecord[];
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
/** Records whose index is ahead of the last multiple of this are `older`. */
const BLOCK = 64;
/** As often a context says everything it depends on, so that what is older can be dropped. */
const WHOLE_EVERY = 100;

export const emptyHistory: History = {
  older: [],
  recent: [],
  nextIndex: 0,
  calls: 0,
  overlayVersion: 0,
  sinceWhole: 0,
};

/** The history that stored records make. */
export function historyOf(records: readonly HistoryRecord[]): History {
  const facts = records.reduce<Facts>(factsAfter, emptyHistory);
  return { ...facts, ...inBlocks(records, facts.nextIndex) };
}

/** The history with records ahead of all that it has. */
export function withOlderRecords(history: History, older: readonly HistoryRecord[]): History {
  return { ...history, ...inBlocks([...older, ...recordsOf(history)], history.nextIndex) };
}

const lists = new WeakMap<History, readonly HistoryRecord[]>();

/** All records that are kept, oldest first; the same list for the same history. */
export function recordsOf(history: History): readonly HistoryRecord[] {
  const list = lists.get(history) ?? [...history.older, ...history.recent];
  lists.set(history, list);
  return list;
}

/** The history with one more record, and the index ahead of which records were dropped for it. */
export function recorded(
  history: History,
  record: NewRecord,
): { readonly history: History; readonly record: HistoryRecord; readonly droppedBefore?: number } {
  const placed: HistoryRecord = { ...record, index: history.nextIndex };
  const facts = factsAfter(history, placed);
  const { nextIndex } = facts;
  const grown = { ...facts, older: history.older, recent: [...history.recent, placed] };
  const isOverfull = grown.older.length + grown.recent.length > HISTORY_KEPT;
  if (!isOverfull && nextIndex % BLOCK > 0) return { history: grown, record: placed };
  const records = recordsOf(grown);
  const start = isOverfull ? startToKeep(records) : 0;
  return {
    history: { ...facts, ...inBlocks(records.slice(start), nextIndex) },
    record: placed,
    ...(start > 0 && { droppedBefore: records[start]?.index ?? nextIndex }),
  };
}

/** The lists of a history; they follow from the records alone, however these came together. */
function inBlocks(
  records: readonly HistoryRecord[],
  nextIndex: number,
): Pick<History, 'older' | 'recent'> {
  const at = Math.max(0, records.length - (nextIndex % BLOCK));
  return { older: records.slice(0, at), recent: records.slice(at) };
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
  const { system, archive, working, live, headroom } = plan.tiers;
  return {
    kind: 'context',
    atMs,
    call: history.calls + 1,
    headId,
    entries: plan.transcriptLength,
    overlayVersion: history.overlayVersion,
    epoch: plan.epoch,
    totalTokens: plan.totalTokens,
    tokenSource: plan.tokenSource,
    tierTokens: {
      system: system.tokens,
      archive: archive.tokens,
      working: working.tokens,
      live: live.tokens,
      headroom: headroom.tokens,
    },
    schedule: plan.schedule,
    ledger: plan.ledger,
    livePlacement: plan.livePlacement,
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
type Facts = Omit<History, 'older' | 'recent'>;

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

/** Tells whether a history that begins with this record knows all that the records ahead of it said. */
export function isWholeContext(record: HistoryRecord): record is ContextAssembled {
  return record.kind === 'context' && isWhole(record.changed);
}
