import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCommits } from '../testing/arbitrary-commits.ts';
import { aChange, someEntries } from '../testing/builders.ts';
import { inMemoryStore } from './in-memory-store.ts';
import type { MemoryStore, StoredSession } from './memory-store.ts';
import { changesThatRestore } from './restoring-changes.ts';

const RUNS = { numRuns: 200, seed: 20261126 };

/** A session with its head said, whether or not that is where its last entry says. */
function withHead(stored: StoredSession | undefined) {
  return stored && { headId: stored.entries.at(-1)?.id ?? null, ...stored };
}

async function restore(session: StoredSession, store: MemoryStore): Promise<void> {
  const left = await store.load(session.info.id);
  for (const change of changesThatRestore(session, left)) {
    await store.commit(session.info.id, change);
  }
}

test('[STO-7] any session comes back whole in an empty store', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCommits(), async (commits) => {
      const before = inMemoryStore();
      for (const { sessionId, change } of commits) {
        await before.commit(sessionId, change).catch(() => undefined);
      }
      const after = inMemoryStore();
      for (const { id } of await before.list()) {
        const session = await before.load(id);
        if (session) await restore(session, after);
        expect(withHead(await after.load(id))).toEqual(withHead(session));
      }
    }),
    RUNS,
  );
});

test('[STO-7] a long session comes back in changes of a bounded size, each of which can be opened', async () => {
  const before = inMemoryStore();
  await before.commit('trip', aChange({ entries: someEntries(0, 4_500) }));
  const session = await before.load('trip');
  if (!session) throw new Error('Nothing was stored.');
  const changes = changesThatRestore(session, undefined);
  expect(changes.map(({ entries = [] }) => entries.length)).toEqual([2_000, 2_000, 500, 0, 0]);
  const after = inMemoryStore();
  for (const [index, change] of changes.entries()) {
    await after.commit('trip', change);
    const stored = await after.load('trip');
    expect(stored?.entries).toHaveLength(Math.min(4_500, 2_000 * (index + 1)));
  }
  // A change whose answer was lost is given once more.
  for (const change of changes.slice(-2)) await after.commit('trip', change);
  expect(withHead(await after.load('trip'))).toEqual(withHead(session));
});

test('[STO-7] a session is not restored over one that somebody else began', async () => {
  const store = inMemoryStore();
  await store.commit('trip', aChange({ entries: someEntries(0, 2) }));
  const session = await store.load('trip');
  if (!session) throw new Error('Nothing was stored.');
  const [first] = changesThatRestore(session, undefined);
  await store.commit('trip', aChange({ entries: someEntries(2, 3) }));
  await expect(store.commit('trip', first ?? aChange())).rejects.toMatchObject({
    code: 'STORE_CONFLICT',
  });
});
