import { type RunOutline, recalledIn } from '@agent-memory/agent';
import type {
  ContextAssembled,
  ContextPlan,
  Entry,
  HistoryRecord,
  TokenLedger,
} from '@agent-memory/core';
import { decisionOn, stepOf } from '@agent-memory/core/internal';
import type { PastFacts } from './call-facts.ts';
import { keptCalls } from './call-log.ts';
import type { CheckpointsSource, InspectableCheckpoints } from './checkpoints-source.ts';
import { conversationAt, isOnPath } from './conversation-at.ts';
import {
  compactionListFacts,
  type DevtoolsSource,
  type DevtoolsState,
  planFacts,
} from './devtools-source.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { contextIn, findPhrase, sentMessage } from './plan-texts.ts';
import type { InspectableRuns, RunsSource } from './runs-source.ts';
import { readOnly } from './storage-source.ts';

/** Parts of an app that belong to the session, where the panel was given them. */
export interface BesideMemory {
  readonly runs: InspectableRuns | undefined;
  readonly checkpoints: InspectableCheckpoints | undefined;
}

/**
 * The session as it was when a call was sent, as a source; `undefined` where that is not kept. What
 * history does not tell is passed through from the live source, as `DevtoolsSource.past` says.
 */
export async function pastSource(
  memory: InspectableMemory,
  call: number,
  live: DevtoolsSource,
  { runs, checkpoints }: BesideMemory,
): Promise<DevtoolsSource | undefined> {
  const plan = await memory.stateAt(call);
  const records = memory.history();
  const record = records.find((one) => isContextOf(one, call));
  if (!plan || record?.kind !== 'context') return undefined;
  const conversation = conversationAt(memory, record);
  if (!conversation) return undefined;
  const { last } = keptCalls(records);
  const past: PastFacts = { call, atMs: record.atMs, lastCall: last };
  const entries = (fromSeq: number, toSeq: number) => conversation.slice(fromSeq, toSeq);
  const ids = new Map(conversation.map((entry) => [entry.id, entry]));
  const state = stateAt(memory, plan, record, live.getState());
  const refuse = refusalIn(past);
  const moment = { record, conversation, ids, refuse };
  return {
    name: live.name,
    ...(live.sessionId !== undefined && { sessionId: live.sessionId }),
    past,
    getState: () => state,
    subscribe: () => () => undefined,
    calls: live.calls,
    at: live.at,
    trace: live.trace,
    decisions: live.decisions,
    sentMessage: (itemId) => sentMessage(plan, itemId),
    entry: (seq) => conversation[seq],
    entryById: live.entryById,
    explain: (entryId) => {
      const entry = ids.get(entryId);
      return entry && decisionOn(plan, entry);
    },
    find: (phrase, scope) => findPhrase(plan, entries, phrase, scope),
    contextIn: (format) => contextIn(format, plan),
    archived: () => memory.archived({ call }),
    lostValues: live.lostValues,
    previewCompaction: () => refuse('compact'),
    compact: () => refuse('compact'),
    undoCompaction: () => refuse('take a compaction back'),
    ...(live.longTerm && { longTerm: live.longTerm }),
    ...(live.storage && { storage: readOnly(live.storage) }),
    ...(runs && { runs: pastRuns(memory, runs, moment) }),
    ...(checkpoints &&
      live.checkpoints && {
        checkpoints: pastCheckpoints(live.checkpoints, checkpoints, moment),
      }),
  };
}

function isContextOf(record: HistoryRecord, call: number): boolean {
  return record.kind === 'context' && record.call === call;
}

/** Nothing of it changes any more; models, breaker and store are those of the moment that it is made. */
function stateAt(
  memory: InspectableMemory,
  plan: ContextPlan,
  record: ContextAssembled,
  live: DevtoolsState,
): DevtoolsState {
  const { atMs, index, entries } = record;
  const records = memory.history();
  const { compactions } = memory.getState();
  const later = new Set(
    records.flatMap((one) =>
      one.kind === 'compaction' && one.index > index ? one.compactionId : [],
    ),
  );
  return {
    ...live,
    status: 'ready',
    problem: undefined,
    entries,
    plan: planFacts(plan),
    planAtMs: atMs,
    calls: keptCalls(records),
    compactions: compactionListFacts(compactions.filter(({ id }) => !later.has(id))),
    summary: { status: 'idle', name: live.summary.name },
    ledger: ledgerAt(records, record),
    degraded: plan.degraded,
  };
}

interface PastMoment {
  readonly record: ContextAssembled;
  readonly conversation: readonly Entry[];
  /** The conversation of then, by id. */
  readonly ids: ReadonlyMap<string, Entry>;
  readonly refuse: Refuse;
}

/** The checkpoints that there were when a call was sent, of those that are kept; nothing can be gone back to from here. */
function pastCheckpoints(
  live: CheckpointsSource,
  checkpoints: InspectableCheckpoints,
  { record, ids, refuse }: PastMoment,
): CheckpointsSource {
  return {
    subscribe: () => () => undefined,
    list: async () => {
      const kept = new Map(checkpoints.list().map((checkpoint) => [checkpoint.id, checkpoint]));
      return (await live.list()).flatMap((facts) => {
        const { entryId, historyIndex } = kept.get(facts.id) ?? {};
        if (historyIndex === undefined || historyIndex > record.index) return [];
        const isOnPath = entryId === null || (entryId !== undefined && ids.has(entryId));
        return { ...facts, isOnPath };
      });
    },
    resumption: () => refuse('see how the session would continue'),
    branchFrom: () => refuse('go back to a checkpoint'),
    nowMs: () => record.atMs,
  };
}

/**
 * What had been learned of the provider's figures when a call was assembled: its own record says the
 * line, the report that it names the rest. `reports` counts those that are kept.
 */
function ledgerAt(
  records: readonly HistoryRecord[],
  { index, ledger: { factor, reservedTokens, reportedTokens } }: ContextAssembled,
): TokenLedger {
  if (reportedTokens === undefined) return { factor, reservedTokens, reports: 0 };
  const reports = records.flatMap((one) => (one.kind === 'usage' && one.index < index ? one : []));
  const last = reports.findLast(({ inputTokens }) => inputTokens === reportedTokens);
  const reported = records.find((one) => one.kind === 'context' && one.call === last?.call);
  const isKnown = last && reported?.kind === 'context';
  return {
    factor,
    reservedTokens,
    reports: reports.length,
    ...(isKnown && { last: usageOf(reported, last) }),
  };
}

function usageOf(
  { totalTokens: plannedTokens }: ContextAssembled,
  { inputTokens, cachedInputTokens }: Extract<HistoryRecord, { kind: 'usage' }>,
): NonNullable<TokenLedger['last']> {
  const reported = { plannedTokens, reportedTokens: inputTokens };
  return cachedInputTokens === undefined
    ? reported
    : { ...reported, cachedTokens: cachedInputTokens };
}

/**
 * The runs as they had come when a call was sent. Titles and lines are those of now. Where the
 * conversation has gone on somewhere else since, its runs are not known, and asking for them rejects.
 */
function pastRuns(
  memory: Pick<InspectableMemory, 'entries'>,
  runs: InspectableRuns,
  { record, conversation, refuse }: PastMoment,
): RunsSource {
  async function list(): Promise<readonly RunOutline[]> {
    if (isOnPath(memory, record)) return runsWithin(runs.runs(), conversation);
    throw new Error(
      'The conversation has gone on somewhere else since, so its runs of then are not known. Nothing was lost: moving the head back shows them.',
    );
  }
  async function then(number: number): Promise<RunOutline | undefined> {
    return (await list()).find((run) => run.number === number);
  }
  return {
    subscribe: () => () => undefined,
    list,
    request: async (number) => ((await then(number)) ? runs.request(number) : ''),
    block: async (number) => ((await then(number))?.isClosed ? runs.block(number) : undefined),
    setTitle: () => refuse('set a title'),
    recalled: (seq) => {
      const entry = conversation[seq];
      if (entry?.message.role !== 'tool') return undefined;
      return recalledIn(entry.message, conversation.slice(entry.unitStart, seq));
    },
  };
}

/** The runs that had begun; the last of them was still going on. */
function runsWithin(
  runs: readonly RunOutline[],
  conversation: readonly Entry[],
): readonly RunOutline[] {
  const begun = runs.filter(({ fromSeq }) => fromSeq < conversation.length);
  const last = begun.at(-1);
  if (!last) return begun;
  const its = conversation.slice(last.fromSeq);
  const steps = its.filter(({ message }) => stepOf(message)).length;
  return [...begun.slice(0, -1), { ...last, toSeq: conversation.length, steps, isClosed: false }];
}

/** Rejects with a sentence that says that the past cannot be changed, for the thing that was to be done. */
type Refuse = (wish: string) => Promise<never>;

/** Refuses whatever would change the session, where a source stands for one of its past calls. */
function refusalIn({ call, lastCall }: PastFacts): Refuse {
  return async (wish) => {
    throw new Error(
      `This is call ${call} of ${lastCall}: the past cannot be changed, and nothing was. Go back to live to ${wish}.`,
    );
  };
}
