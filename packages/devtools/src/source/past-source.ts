import type { ContextAssembled, ContextPlan, HistoryRecord } from '@agent-memory/core';
import { decisionOn } from '@agent-memory/core/internal';
import type { PastFacts } from './call-facts.ts';
import { keptCalls } from './call-log.ts';
import type { InspectableCheckpoints } from './checkpoints-source.ts';
import { compactionListFacts } from './compaction-facts.ts';
import { conversationAt } from './conversation-at.ts';
import type { DevtoolsSource, DevtoolsState } from './devtools-source.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { pastCheckpoints } from './past-checkpoints.ts';
import { ledgerAt } from './past-ledger.ts';
import { refusalIn } from './past-refusal.ts';
import { pastRuns } from './past-runs.ts';
import { planFacts, planNumbers } from './plan-facts.ts';
import { contextIn, findPhrase, sentMessage } from './plan-texts.ts';
import type { InspectableRuns } from './runs-source.ts';
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
    ...(runs && { runs: pastRuns(memory, runs, { record, conversation, refuse }) }),
    ...(checkpoints &&
      live.checkpoints && {
        checkpoints: pastCheckpoints(live.checkpoints, checkpoints, { record, ids, refuse }),
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
    history: [planNumbers(plan, atMs)],
    calls: keptCalls(records),
    compactions: compactionListFacts(compactions.filter(({ id }) => !later.has(id))),
    summary: { status: 'idle', name: live.summary.name },
    ledger: ledgerAt(records, record),
    degraded: plan.degraded,
  };
}
