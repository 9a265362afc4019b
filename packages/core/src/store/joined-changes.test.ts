import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { type ArbitraryCommit, arbitraryCommits } from '../testing/arbitrary-commits.ts';
import {
  aBasis,
  aChange,
  aCompactionRecord,
  anEntry,
  aTokenCount,
  START_MS,
  someEntries,
} from '../testing/builders.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { someHistory } from '../testing/some-history.ts';
import { placeOf } from '../transcript/transcript.ts';
import { inMemoryStore } from './in-memory-store.ts';
import { joinedChange } from './joined-changes.ts';
import type { MemoryStore, SessionChange, StoredSession } from './memory-store.ts';

const RUNS = { numRuns: 300, seed: 20261123 };

const gone = new StoreUnavailableError('The disk is gone.');

/** How the store answers, call after call; whether it was there when it did not answer. */
const ANSWERS = ['takes it', 'refuses it', 'takes it and does not say so'] as const;
type Answer = (typeof ANSWERS)[number];
const answers = fc.array(fc.constantFrom(...ANSWERS), { minLength: 6, maxLength: 40 });

/** The commits that a store which never fails acknowledges, each with the basis it has then. */
async function acknowledged(
  commits: readonly ArbitraryCommit[],
  namesBasis: boolean,
): Promise<{ readonly model: MemoryStore; readonly taken: readonly ArbitraryCommit[] }> {
  const model = inMemoryStore();
  const taken: ArbitraryCommit[] = [];
  for (const { sessionId, change: given } of commits) {
    const change = followingHead(given, await model.load(sessionId));
    const isTaken = await model.commit(sessionId, change).then(
      () => true,
      () => false,
    );
    if (!isTaken) continue;
    const basis = namesBasis ? { basis: await basisIn(model, sessionId, change) } : {};
    taken.push({ sessionId, change: { ...change, ...basis } });
  }
  return { model, taken };
}

/** The change as one makes it who knows where the conversation ends. */
function followingHead(change: SessionChange, stored: StoredSession | undefined): SessionChange {
  const { entries: there = [] } = stored ?? {};
  const headId = stored?.headId === undefined ? (there.at(-1)?.id ?? null) : stored.headId;
  if (change.head || !change.entries) return change;
  const entries = change.entries.map((entry) =>
    placeOf(entry) === there.length ? { ...entry, parentId: headId } : entry,
  );
  return { ...change, entries };
}

async function basisIn(
  store: MemoryStore,
  sessionId: string,
  { entries: [first] = [] }: SessionChange,
): Promise<NonNullable<SessionChange['basis']>> {
  const { entries = [], headId } = (await store.load(sessionId)) ?? {};
  const lastEntryId = entries.at(-1)?.id ?? null;
  return {
    entries: entries.length,
    lastEntryId,
    ...(headId !== undefined && { headId }),
    ...(first && { previousEntryId: entries[placeOf(first) - 1]?.id ?? null }),
  };
}

/** A store that answers as it is told to, then well. */
function answering(inner: MemoryStore, told: readonly Answer[]) {
  const scripted = aScriptedStore(inner);
  const left = [...told];
  async function commit(sessionId: string, change: SessionChange): Promise<void> {
    const answer = left.shift();
    if (answer === 'refuses it') scripted.failNext('commit', gone);
    if (answer === 'takes it and does not say so') scripted.failNextAfterwards('commit', gone);
    await scripted.commit(sessionId, change);
  }
  return { commit, recover: () => void left.splice(0) };
}

/** Changes, oldest first, with one more: as few as can be. */
function withJoined(
  changes: readonly SessionChange[],
  change: SessionChange,
): readonly SessionChange[] {
  const newest = changes.at(-1);
  const joined = newest && joinedChange(newest, change);
  return joined ? [...changes.slice(0, -1), joined] : [...changes, change];
}

describe('changes that a store lacks', () => {
  test('[STO-1] [STO-2] whatever fails in whatever order, in the end the store holds every change once', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCommits(), fc.boolean(), answers, async (commits, named, told) => {
        const { model, taken } = await acknowledged(commits, named);
        const store = inMemoryStore();
        const disk = answering(store, told);
        const lacking = new Map<string, readonly SessionChange[]>();
        const give = async (id: string) => {
          for (let left = lacking.get(id) ?? []; left[0]; left = lacking.get(id) ?? []) {
            await disk.commit(id, left[0]);
            lacking.set(id, left.slice(1));
          }
        };
        for (const { sessionId, change } of taken) {
          lacking.set(sessionId, withJoined(lacking.get(sessionId) ?? [], change));
          await give(sessionId).catch((error: unknown) => expect(error).toBe(gone));
        }
        disk.recover();
        for (const id of lacking.keys()) await give(id);
        expect(await store.list()).toEqual(await model.list());
        for (const id of ['a', 'b']) expect(await store.load(id)).toEqual(await model.load(id));
      }),
      RUNS,
    );
  });

  const basis = aBasis(4);

  test('[STO-2] joins changes of one session, so that a store that comes back takes them at once', () => {
    const owed = [
      aChange({ basis: aBasis(3), entries: someEntries(2, 3), history: someHistory(4, 6) }),
      aChange({ basis, entries: someEntries(3, 4), tokens: new Map([[0, aTokenCount()]]) }),
      aChange({ basis, history: someHistory(6, 8), historyFrom: 3 }),
      aChange({ basis, parts: new Map([['a', 1]]), scratchpad: { value: 'first' } }),
      aChange({ basis, parts: new Map([['a', undefined]]), title: { value: 'Trains' } }),
      aChange({ basis, parts: new Map([['b', 2]]), tokens: new Map([[2, aTokenCount()]]) }),
      aChange({ atMs: START_MS + 9, basis, scratchpad: { value: 'second' } }),
    ].reduce(withJoined, [] as readonly SessionChange[]);
    expect(owed).toEqual([
      aChange({
        atMs: START_MS + 9,
        basis,
        entries: someEntries(2, 4),
        history: someHistory(4, 8),
        historyFrom: 3,
        parts: new Map<string, unknown>([
          ['a', undefined],
          ['b', 2],
        ]),
        tokens: new Map([
          [0, aTokenCount()],
          [2, aTokenCount()],
        ]),
        scratchpad: { value: 'second' },
        title: { value: 'Trains' },
      }),
    ]);
  });

  test('[STO-2] entries and history that are owed already are brought once, as they were first', () => {
    const first = aChange({ basis, entries: someEntries(2, 4), history: someHistory(0, 2) });
    const again = someEntries(0, 5).map((entry) => ({
      ...entry,
      tokens: aTokenCount({ value: 1 }),
    }));
    const owed = withJoined(
      [first],
      aChange({ basis: aBasis(5), entries: again, history: someHistory(1, 3) }),
    );
    expect(owed).toMatchObject([
      { entries: [...someEntries(2, 4), again[4]], history: someHistory(0, 3) },
    ]);
  });

  test('[STO-1] joined changes name the entry that stands ahead of the first entry of them all', () => {
    const previousEntryId = anEntry({ seq: 1 }).id;
    const between = anEntry({ seq: 2 }).id;
    const owed = [
      aChange({ basis: aBasis(2), scratchpad: { value: 'ahead' } }),
      aChange({ basis: { ...aBasis(3), previousEntryId }, entries: someEntries(2, 3) }),
      aChange({ basis: { ...aBasis(4), previousEntryId: between }, entries: someEntries(3, 4) }),
      aChange({ basis, scratchpad: { value: 'behind' } }),
    ].reduce(withJoined, [] as readonly SessionChange[]);
    expect(owed).toEqual([
      aChange({
        basis: { ...basis, previousEntryId },
        entries: someEntries(2, 4),
        scratchpad: { value: 'behind' },
      }),
    ]);
  });

  test.each<[string, SessionChange, SessionChange]>([
    [
      'each has a record of a compaction',
      aChange({ basis, compaction: aCompactionRecord({ id: 'one' }) }),
      aChange({ basis, compaction: aCompactionRecord({ id: 'two' }) }),
    ],
    [
      'the first begins the session, at another time',
      aChange({ basis: aBasis(1), entries: someEntries(0, 1) }),
      aChange({ atMs: START_MS + 1, basis: aBasis(2), entries: someEntries(1, 2) }),
    ],
    ['only one names its basis', aChange({ basis }), aChange({ entries: someEntries(4, 5) })],
    [
      'a head is said ahead of entries that are added',
      aChange({ basis: { ...basis, headId: anEntry().id }, head: { value: anEntry().id } }),
      aChange({ basis: aBasis(5), entries: someEntries(4, 5) }),
    ],
    [
      'the history may have been empty in between',
      aChange({ basis, historyFrom: 9 }),
      aChange({ basis, history: someHistory(20, 21) }),
    ],
    [
      'the history may have been empty in between, and begun anew',
      aChange({ basis, history: someHistory(0, 2), historyFrom: 5 }),
      aChange({ basis, history: someHistory(1, 3) }),
    ],
    [
      'the history of the second does not go on from the first',
      aChange({ basis, history: someHistory(0, 1), historyFrom: 5 }),
      aChange({ basis, history: someHistory(3, 4) }),
    ],
  ])('[STO-2] leaves changes apart where %s', (_why, earlier, later) => {
    expect(withJoined([earlier], later)).toEqual([earlier, later]);
  });
});
