import { expect, test } from 'vitest';
import { tokenBudget } from '../compaction/policies/eviction-policy.ts';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { explainedPlan } from '../session/assemble/explained-plan.ts';
import { COMPACTIONS_KEPT, type StoredSession } from '../store/memory-store.ts';
import {
  aCompactionRecord,
  aTextMessage,
  aTokenCount,
  START_MS,
  someEntries,
  someOverlays,
} from '../testing/builders.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { newLedger } from '../tokens/token-ledger.ts';
import type { EntryDraft } from '../transcript/transcript.ts';
import { noOverlays } from '../view/overlay.ts';
import { overlaysDelta } from '../view/overlays-delta.ts';
import type { Opening, SessionEvent } from './session-event.ts';
import { readCompactionOptions, settingsKey } from './settings.ts';
import { initialSnapshot, type SessionSnapshot } from './snapshot.ts';
import { transition } from './transition.ts';

interface Pad {
  readonly note: string;
}
type Event = SessionEvent<Pad>;
type Snapshot = SessionSnapshot<Pad>;

const budget = fixedBudget(1_000);
const policy = tokenBudget();
const rules = readCompactionOptions();
const settings = {
  budget,
  policy: policy.name,
  rules,
  encoding: 'o200k_base',
  policyIndex: 0,
};
const degradation = { code: 'SUMMARIZER_FAILED', message: 'It failed.' } as const;

function aSnapshot(snapshot: Partial<Snapshot> = {}): Snapshot {
  return {
    ...initialSnapshot({ id: 's', ...settings, scratchpad: { note: '' } }),
    atMs: START_MS,
    isLoaded: true,
    ...snapshot,
  };
}

function aDraft(id: string): EntryDraft {
  return { id, createdAtMs: START_MS, message: aTextMessage('user', id), tokens: aTokenCount() };
}

function anAppend(...ids: readonly string[]): Event {
  return { type: 'append', drafts: ids.map(aDraft) };
}

function step(snapshot: Snapshot, event: Event) {
  return transition(snapshot, event, START_MS);
}

function after(snapshot: Snapshot, ...events: readonly Event[]): Snapshot {
  return events.reduce((current, event) => step(current, event)[0], snapshot);
}

function aPlan() {
  const snapshot = aSnapshot();
  const { id: sessionId, transcript, overlays, degraded } = snapshot;
  const input = { sessionId, transcript, overlays, budget, degraded, fixed: {}, sections: [] };
  const measured = { ...input, measurer: simpleMeasurer };
  return explainedPlan(measured, snapshot, { policy, hasSummarizer: false });
}

const compactionEnd: Event = {
  type: 'compaction-end',
  overlays: someOverlays(),
  record: aCompactionRecord(),
};

const everyEvent: readonly Event[] = [
  { type: 'load-end', opening: {} },
  { type: 'append', drafts: [] },
  {
    type: 'context-assemble',
    plan: aPlan(),
    isRefused: false,
    isRepeat: false,
    model: 'm',
  },
  { type: 'degradation-set', degradation },
  { type: 'error-set', error: new StoreUnavailableError('It is gone.') },
  { type: 'error-set', error: undefined },
  { type: 'section-change', sectionId: 'weather' },
  { type: 'part-set', name: 'todo', value: ['buy tickets'] },
  { type: 'head-move', after: null, drafts: [] },
  { type: 'scratchpad-set', scratchpad: { note: 'x' } },
  { type: 'compaction-start', compactionId: 'k', tokens: 5 },
  { type: 'compaction-stop', compactionId: 'k', message: 'It stopped.' },
  { type: 'breaker-set', breaker: { status: 'closed', failures: 1 } },
  { type: 'summary-set', summary: { status: 'working' } },
  { type: 'ledger-set', ledger: newLedger(budget.reservedTokens) },
  { type: 'overflow-set', overflow: { attempts: 1, limitTokens: 900 } },
  { type: 'settings-set', settings: { ...settings, budget: fixedBudget(500) } },
  { type: 'degradation-clear', code: degradation.code },
  { type: 'tokens-measure', tokens: new Map() },
  {
    type: 'compaction-end',
    overlays: someOverlays(),
    record: aCompactionRecord(),
  },
];

test.each(everyEvent.map((event) => [event.type, event] as const))(
  '[CMP-7] %s gives the same for the same snapshot and leaves that snapshot as it was',
  (_, event) => {
    const snapshot = aSnapshot({ degraded: [degradation] });
    const fields = { ...snapshot };
    expect(step(snapshot, event)).toEqual(step(snapshot, event));
    expect({ ...snapshot }).toEqual(fields);
  },
);

test('[MSG-5] appending shares the log: nothing is copied and old snapshots keep their length', () => {
  const one = after(aSnapshot(), anAppend('a'));
  const two = after(one, anAppend('b', 'c'));
  expect(two.transcript.log).toBe(one.transcript.log);
  expect([one.transcript.length, two.transcript.length]).toEqual([1, 3]);
});

test('[STO-4] new entries are committed together', () => {
  const [{ transcript }, effects] = step(aSnapshot(), anAppend('a', 'b'));
  const entries = transcript.log.slice(0, 2);
  expect(effects).toEqual([{ type: 'commit', change: { atMs: START_MS, entries } }]);
});

test('[MSG-5] what is there already changes nothing and is not committed again', () => {
  const snapshot = after(aSnapshot(), anAppend('a'));
  const [next, effects] = step(snapshot, anAppend('a'));
  expect(next).toBe(snapshot);
  expect(effects).toEqual([]);
});

test('[CMP-14] a compaction is committed with its record, whole', () => {
  const snapshot = aSnapshot({ isCompacting: true });
  const [next, effects] = step(snapshot, compactionEnd);
  expect(next.isCompacting).toBe(false);
  expect(next.overlays).toEqual(someOverlays());
  expect(effects[0]).toEqual({
    type: 'commit',
    change: {
      atMs: START_MS,
      overlays: { value: someOverlays(), settingsKey: settingsKey(settings) },
      compaction: aCompactionRecord(),
      history: [
        {
          index: 0,
          kind: 'compaction',
          atMs: START_MS,
          compactionId: aCompactionRecord().id,
          delta: overlaysDelta(snapshot.overlays, someOverlays()),
        },
      ],
    },
  });
});

test('[CMP-14] as many records are kept as a store keeps', () => {
  const compactions = Array.from({ length: COMPACTIONS_KEPT }, (_, index) =>
    aCompactionRecord({ id: `k-${index}` }),
  );
  const next = after(aSnapshot({ compactions }), compactionEnd);
  expect(next.compactions).toHaveLength(COMPACTIONS_KEPT);
  expect(next.compactions[0]?.id).toBe('k-1');
  expect(next.compactions.at(-1)?.id).toBe('compaction-1');
});

test('[CMP-7] a compaction that stopped leaves everything as it was', () => {
  const snapshot = aSnapshot();
  const next = after(
    snapshot,
    { type: 'compaction-start', compactionId: 'k', tokens: 5 },
    { type: 'compaction-stop', compactionId: 'k', message: 'dropped' },
  );
  expect(next).toEqual(snapshot);
});

test('[CMP-8] other settings start a new epoch without overlays', () => {
  const snapshot = aSnapshot({ overlays: someOverlays() });
  const changed = fixedBudget(500);
  const event: Event = {
    type: 'settings-set',
    settings: { ...settings, budget: changed },
  };
  const [next, effects] = step(snapshot, event);
  expect(next.overlays).toEqual(noOverlays(someOverlays().epoch + 1));
  expect(effects).toMatchObject([
    {
      type: 'commit',
      change: { overlays: { settingsKey: settingsKey({ ...settings, budget: changed }) } },
    },
    { type: 'emit', event: { type: 'settings-update', epoch: 2, inputTokens: 500 } },
  ]);
});

test('[CMP-8] the same settings again keep the overlays', () => {
  const snapshot = aSnapshot({ overlays: someOverlays() });
  const event: Event = {
    type: 'settings-set',
    settings: { ...settings, budget: fixedBudget(1_000) },
  };
  const [next, effects] = step(snapshot, event);
  expect(next.overlays).toBe(snapshot.overlays);
  expect(effects).toEqual([]);
});

test('[TOK-3] better counts are seen by every snapshot and committed by position', () => {
  const snapshot = after(aSnapshot(), anAppend('a'));
  const tokens = new Map([[0, aTokenCount({ value: 99 })]]);
  const [next, effects] = step(snapshot, { type: 'tokens-measure', tokens });
  expect(snapshot.transcript.log.at(0).tokens.value).toBe(99);
  expect(next.transcript).not.toBe(snapshot.transcript);
  expect(effects).toEqual([
    { type: 'commit', change: { atMs: START_MS, tokens } },
    { type: 'emit', event: { type: 'tokens-update', entries: 1 } },
  ]);
});

test('[STO-2] a trouble is told once, and forgotten when it is over', () => {
  const troubled = after(aSnapshot(), { type: 'degradation-set', degradation });
  expect(step(troubled, { type: 'degradation-set', degradation })).toEqual([troubled, []]);
  expect(after(troubled, { type: 'degradation-clear', code: degradation.code }).degraded).toEqual(
    [],
  );
});

test('[STO-2] clearing a trouble that is not there is no change', () => {
  const snapshot = aSnapshot({ degraded: [degradation] });
  expect(after(snapshot, { type: 'degradation-clear', code: 'STORE_WRITE_FAILED' })).toBe(snapshot);
});

function aStoredSession(given: Partial<StoredSession> = {}): StoredSession {
  return {
    info: { id: 's', createdAtMs: START_MS, updatedAtMs: START_MS, entries: 8 },
    entries: someEntries(0, 8),
    overlays: someOverlays(),
    settingsKey: settingsKey(settings),
    compactions: [aCompactionRecord()],
    history: [],
    parts: new Map(),
    ...given,
  };
}

function anOpening(given: Partial<StoredSession> = {}): Opening<Pad> {
  const { headId, scratchpad: _, ...stored } = aStoredSession(given);
  return {
    stored: { ...stored, headId: headId ?? stored.entries.at(-1)?.id ?? null },
  };
}

test('[STO-4] a stored session comes back whole', () => {
  const { stored } = anOpening();
  const scratchpad = { value: { note: 'kept' } };
  const opening = { atMs: START_MS, ...(stored && { stored: { ...stored, scratchpad } }) };
  const next = after(aSnapshot(), { type: 'load-end', opening });
  expect(next.transcript.log.slice(0, 9)).toEqual(stored?.entries);
  expect(next.overlays).toBe(stored?.overlays);
  expect(next.compactions).toBe(stored?.compactions);
  expect(next.scratchpad).toBe(scratchpad.value);
});

test('[CMP-8] overlays of other settings are not used again', () => {
  const opening = anOpening({ settingsKey: 'other' });
  const next = after(aSnapshot(), { type: 'load-end', opening });
  expect(next.overlays).toEqual(noOverlays(2));
  expect(next.scratchpad).toEqual({ note: '' });
});

function aMove(after: string | null, ...ids: readonly string[]): Event {
  const drafts = ids.map(aDraft);
  return { type: 'head-move', after, drafts };
}

test('[MSG-5] moving the head and appending there is one commit, and leaves the snapshot as it was', () => {
  const snapshot = after(aSnapshot(), anAppend('a', 'b', 'c'));
  const fields = { ...snapshot };
  const [next, effects] = step(snapshot, aMove('a', 'x'));
  const added = next.transcript.log.at(1);
  expect(added).toMatchObject({ id: 'x', seq: 1, position: 3, parentId: 'a' });
  expect(effects).toEqual([
    {
      type: 'commit',
      change: {
        atMs: START_MS,
        entries: [added],
        head: { value: 'x' },
        history: [{ index: 0, kind: 'head-move', atMs: START_MS, headId: 'a' }],
      },
    },
    { type: 'emit', event: { type: 'head-move', headId: 'a', entries: 1 } },
  ]);
  expect({ ...snapshot }).toEqual(fields);
  expect(snapshot.transcript.log.slice(0, 4).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('[MSG-5] a move leaves nothing that was decided about the other path', () => {
  const scratchpad = { note: 'kept' };
  const snapshot = after(
    aSnapshot({ overlays: someOverlays(), useless: { epoch: 1, tokens: 5 } }),
    anAppend('a', 'b', 'c', 'd'),
    { type: 'scratchpad-set', scratchpad },
  );
  const [next, effects] = step(snapshot, aMove('b'));
  expect(next).toMatchObject({
    headMoves: 1,
    useless: undefined,
    overlays: noOverlays(2),
    scratchpad,
    scratchpadAtLength: 2,
  });
  expect(effects[0]).toEqual({
    type: 'commit',
    change: {
      atMs: START_MS,
      head: { value: 'b' },
      overlays: { value: noOverlays(2), settingsKey: settingsKey(settings) },
      history: [
        {
          index: 0,
          kind: 'head-move',
          atMs: START_MS,
          headId: 'b',
          delta: overlaysDelta(snapshot.overlays, noOverlays(2)),
        },
      ],
    },
  });
});

test('[MSG-5] a move that nothing has to give way to keeps the epoch, and says nothing of overlays', () => {
  const snapshot = after(aSnapshot(), anAppend('a', 'b'));
  const [next, effects] = step(snapshot, aMove('a'));
  expect(next.overlays).toEqual(snapshot.overlays);
  expect(next.overlays).not.toBe(snapshot.overlays);
  expect(effects[0]).toEqual({
    type: 'commit',
    change: {
      atMs: START_MS,
      head: { value: 'a' },
      history: [{ index: 0, kind: 'head-move', atMs: START_MS, headId: 'a' }],
    },
  });
});

test('[TOK-3] better counts go by the place in the order of appending, and pass by what is elsewhere', () => {
  const forked = after(aSnapshot(), anAppend('a', 'b', 'c'), aMove('a', 'x', 'y'));
  const tokens = new Map([1, 3, 4].map((place) => [place, aTokenCount({ value: 90 + place })]));
  const next = after(forked, { type: 'tokens-measure', tokens });
  const { log, length } = next.transcript;
  expect(log.slice(0, length).map((entry) => entry.tokens.value)).toEqual([10, 93, 94]);
  expect(log.elsewhere.map((entry) => entry.tokens.value)).toEqual([10, 10]);
});
