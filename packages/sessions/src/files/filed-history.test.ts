import { type HistoryRecord, inMemoryStore, type StoredSession } from '@agent-memory/core';
import {
  aChange,
  anEntry,
  someEntries,
  someHistory,
  someOverlays,
} from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { START_MS } from '../../../core/src/testing/builders.ts';
import { sessionCatalog } from '../session-catalog.ts';
import { SessionFileError } from '../session-errors.ts';
import { filingSession, type SessionFile } from './session-file.ts';

const RUNS = { numRuns: 300, seed: 20261123 };

/** A record in a file, as somebody who means harm would write it. */
type Fields = Record<string, unknown>;

/** A session of twelve messages with a history, whose front was dropped, and parts, as a file. */
async function aFile(): Promise<SessionFile> {
  const store = inMemoryStore();
  const parts = new Map<string, unknown>([
    ['', null],
    ['ledger', { factor: 1.25, seen: new Map([[1, new Date(START_MS)]]) }],
  ]);
  const history = someHistory(0, 12);
  const entries = someEntries(0, 12);
  const overlays = { value: someOverlays(), settingsKey: 'k' };
  await store.commit('trip', aChange({ entries, overlays, history, historyFrom: 2, parts }));
  return JSON.parse(JSON.stringify(await sessionCatalog(store).export('trip')));
}

async function imported(file: unknown): Promise<StoredSession | undefined> {
  const store = inMemoryStore();
  await sessionCatalog(store).import(JSON.parse(JSON.stringify(file)), { from: 'backup' });
  return store.load('trip');
}

async function importedWith(change: Fields): Promise<StoredSession | undefined> {
  const file = await aFile();
  return imported({ ...file, session: { ...file.session, ...change } });
}

test('[STO-5] [HIS-1] history and parts come back from a file as they were stored', async () => {
  const stored = await imported(await aFile());
  expect(stored?.history).toEqual(someHistory(2, 12));
  expect(stored?.parts).toEqual(
    new Map<string, unknown>([
      ['', null],
      ['ledger', { factor: 1.25, seen: new Map([[1, new Date(START_MS)]]) }],
    ]),
  );
});

test('[STO-9] [HIS-1] an export holds the history of a long session against its messages in steps', async () => {
  const store = inMemoryStore();
  await store.commit('a', aChange({ entries: someEntries(0, 10_000), history: someHistory(0, 4) }));
  const stored = (await store.load('a')) as StoredSession;
  const toWrite = stored.entries.length + stored.history.length + stored.compactions.length;
  let steps = 0;
  for (const _ of filingSession(stored, START_MS)) steps += 1;
  expect(steps - toWrite).toBeGreaterThan(10_000 / 64);
});

test('[STO-5] a file of an earlier release has neither, and a session without them says nothing of them', async () => {
  const stored = await importedWith({ history: undefined, parts: undefined });
  expect(stored).toMatchObject({ history: [], parts: new Map() });
  const store = inMemoryStore();
  await store.commit('plain', aChange({ entries: [anEntry()] }));
  const { session } = await sessionCatalog(store).export('plain');
  expect(session).not.toHaveProperty('history');
  expect(session).not.toHaveProperty('parts');
});

test('[STO-5] history and parts of a file pass through redact', async () => {
  const store = inMemoryStore();
  const redact = (text: string) => text.replaceAll('find', '[word]').replaceAll('looked', '[word]');
  const file = await aFile();
  const parts = [{ name: 'note', value: 'find it' }];
  const changed = { ...file, session: { ...file.session, parts } };
  await sessionCatalog(store, { redact }).import(changed);
  const stored = await store.load('trip');
  expect(JSON.stringify(stored?.history)).not.toMatch(/find|looked/);
  expect(JSON.stringify(stored?.history)).toContain('[word] a train');
  expect(stored?.parts).toEqual(
    new Map<string, unknown>([
      ['note', '[word] it'],
      ['sessions/imported', 12],
    ]),
  );
});

test('[STO-5] [HIS-1] a record of a kind that a later release added is taken as it is', async () => {
  const later = {
    index: 12,
    atMs: START_MS,
    kind: 'checkpoint',
    step: { of: ['a later release'] },
  };
  const stored = await importedWith({ history: [...someHistory(2, 12), later] });
  expect(stored?.history.at(-1)).toEqual(later);
});

/** The first record of that kind after a change, in a history of its own. */
function recordWith(kind: HistoryRecord['kind'], change: Fields): readonly unknown[] {
  const record = someHistory(0, 6).find((one) => one.kind === kind);
  return [{ ...record, ...change }];
}

function deltaWith(change: Fields): readonly unknown[] {
  const record = someHistory(0, 5).find((one) => one.kind === 'compaction');
  return [{ ...record, delta: { ...record?.delta, ...change } }];
}

function liveWith(change: Fields): readonly unknown[] {
  const record = someHistory(0, 1).find((one) => one.kind === 'context');
  const live = { ...record?.changed.live, ...change };
  return [{ ...record, changed: { ...record?.changed, live } }];
}

const range = { fromSeq: 0, toSeq: 2, compactionId: 'k', tokens: 5 };
const [item] = someHistory(0, 1).flatMap((one) =>
  one.kind === 'context' ? (one.changed.live?.items ?? []) : [],
);

const aTier = { tokens: 1, items: 1 };

test.each<[string, Fields]>([
  ['session.history', { history: { length: 1e9 } }],
  ['session.history.0', { history: ['no record'] }],
  ['session.history.0.kind', { history: [{ index: 0, atMs: 0 }] }],
  ['session.history.0.index', { history: recordWith('usage', { index: -1 }) }],
  ['session.history.0.atMs', { history: recordWith('usage', { atMs: 1e300 }) }],
  ['session.history.1.index', { history: [...someHistory(0, 1), ...someHistory(2, 3)] }],
  ['session.history.1.index', { history: [...someHistory(0, 1), ...someHistory(0, 1)] }],
  ['session.history.0.inputTokens', { history: recordWith('usage', { inputTokens: '9' }) }],
  ['session.history.0.headId', { history: recordWith('head-move', { headId: 'nobody' }) }],
  ['session.history.0.headId', { history: recordWith('head-move', { headId: 7 }) }],
  ['session.history.0.headId', { history: recordWith('context', { headId: 'nobody' }) }],
  ['session.history.0.headId', { history: recordWith('refused', { headId: 'nobody' }) }],
  ['session.history.0.inputTokens', { history: recordWith('refused', { inputTokens: 'a few' }) }],
  ['session.history.0.call', { history: recordWith('context', { call: 0 }) }],
  [
    'session.history.0.tiers.live',
    {
      history: recordWith('context', {
        tiers: { system: aTier, archive: aTier, working: aTier, headroom: aTier },
      }),
    },
  ],
  [
    'session.history.0.schedule.numbers.a',
    {
      history: recordWith('context', {
        schedule: { state: 'act', reason: 'x', numbers: { a: 'b' } },
      }),
    },
  ],
  ['session.history.0.changed', { history: recordWith('context', { changed: [] }) }],
  [
    'session.history.0.changed.system',
    { history: recordWith('context', { changed: { system: 5 } }) },
  ],
  ['session.history.0.delta', { history: recordWith('compaction', { delta: null }) }],
  ['session.history.0.delta.addedRanges.0', { history: deltaWith({ addedRanges: [0.5] }) }],
  [
    'session.history.0.delta.removedRanges',
    { history: deltaWith({ removedRanges: [{ ...range, toSeq: 99 }] }) },
  ],
  [
    'session.history.0.delta.removedRanges',
    { history: deltaWith({ removedRanges: [{ ...range, toSeq: 0 }] }) },
  ],
  [
    'session.history.0.delta.removedEntries',
    {
      history: deltaWith({
        removedEntries: [{ kind: 'evicted-results', seq: 99, compactionId: 'k' }],
      }),
    },
  ],
  [
    'session.history.0.delta.removedEntries.0.kind',
    {
      history: deltaWith({ removedEntries: [{ kind: 'constructor', seq: 1, compactionId: 'k' }] }),
    },
  ],
  ['session.history.0.delta.condensedBefore.id', { history: deltaWith({ condensedBefore: {} }) }],
  [
    'session.history.0.livePlacement',
    { history: recordWith('context', { livePlacement: undefined }) },
  ],
  [
    'session.history.0.changed.live.items.0.message',
    { history: liveWith({ items: [{ ...item, message: 'hello' }] }) },
  ],
  [
    'session.history.0.changed.live.items.0.message.role',
    { history: liveWith({ items: [{ ...item, message: { role: 'root', parts: [] } }] }) },
  ],
  [
    'session.history.0.changed.live.items.0.message.parts.0.text',
    {
      history: liveWith({
        items: [{ ...item, message: { role: 'user', parts: [{ type: 'text', text: 5 }] } }],
      }),
    },
  ],
  [
    'session.history.0.changed.live.items.0.decision.tokens',
    { history: liveWith({ items: [{ ...item, decision: { ...item?.decision, tokens: 5 } }] }) },
  ],
  ['session.parts', { parts: { a: 1 } }],
  ['session.parts.0.name', { parts: [{ value: 1 }] }],
  ['session.parts.0.value', { parts: [{ name: 'a' }] }],
  [
    'session.parts.1.name',
    {
      parts: [
        { name: 'a', value: 1 },
        { name: 'a', value: 2 },
      ],
    },
  ],
])(
  '[STO-5] history or parts that make no sense are refused, and their field is named: %s (%#)',
  async (field, change) => {
    const store = inMemoryStore();
    const file = await aFile();
    const changed = { ...file, session: { ...file.session, ...change } };
    const refusal = sessionCatalog(store).import(JSON.parse(JSON.stringify(changed)));
    await expect(refusal).rejects.toThrow(SessionFileError);
    await expect(refusal).rejects.toMatchObject({ field });
    expect(await store.list()).toEqual([]);
  },
);

/** Every place in a value, as the fields that lead to it. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, held]) => placesIn(held, [...path, key]));
  return [path, ...below];
}

/** The value with something else at a place; `undefined` takes it away. */
function replacedAt(value: unknown, path: readonly string[], other: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return other;
  if (Array.isArray(value)) {
    return value.map((held, index) =>
      String(index) === key ? replacedAt(held, rest, other) : held,
    );
  }
  return { ...(value as Fields), [key]: replacedAt((value as Fields)[key], rest, other) };
}

test('[STO-5] [HIS-1] whatever stands somewhere in a history or a part, an import is refused by its field or stores what can be read', async () => {
  const file = await aFile();
  const { history, parts } = file.session;
  const places = placesIn({ history, parts }).filter((path) => path.length > 0);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.oneof(
        fc.jsonValue(),
        fc.constant(undefined),
        fc.constantFrom(-1, 0.5, 1e308, '__proto__'),
      ),
      async (path, other) => {
        const session = replacedAt(file.session, path, other);
        const stored = await imported({ ...file, session }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(SessionFileError);
          return undefined;
        });
        if (!stored) return;
        const again = inMemoryStore();
        await again.commit(
          'trip',
          aChange({ entries: stored.entries, history: stored.history, parts: stored.parts }),
        );
        expect(await again.load('trip')).toMatchObject({
          history: stored.history,
          parts: stored.parts,
        });
      },
    ),
    RUNS,
  );
});
