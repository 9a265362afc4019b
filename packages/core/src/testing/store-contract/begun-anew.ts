import { describe, expect, test } from 'vitest';
import type { SessionChange } from '../../store/memory-store.ts';
import type { Entry } from '../../transcript/entry.ts';
import {
  aBasis,
  aChange,
  aCompactionRecord,
  aForkedEntry,
  anEntry,
  aTokenCount,
  START_MS,
  someEntries,
  someOverlays,
} from '../builders.ts';
import { someHistory } from '../some-history.ts';
import { refusesWhole, type StoreInTest } from './store-in-test.ts';

/** A session that was deleted and made again takes nothing that was made in the old one. */
export function begunAnewContract(inTest: StoreInTest): void {
  const { store, loaded } = inTest;
  describe('a session that was deleted and made again', () => {
    const anew: readonly Entry[] = [
      anEntry({ seq: 0, id: 'new-0' }),
      anEntry({ seq: 1, id: 'new-1', parentId: 'new-0' }),
    ];
    const { id: previousEntryId } = anEntry({ seq: 1 });
    const state = {
      overlays: { value: someOverlays(), settingsKey: 'old' },
      scratchpad: { value: 'old' },
      system: { value: 'old' },
      title: { value: 'old' },
      compaction: aCompactionRecord(),
      tokens: new Map([[0, aTokenCount({ value: 99 })]]),
      history: someHistory(0, 2),
      parts: new Map([['notes', 'old']]),
    };
    const fork = { ...aForkedEntry(2, 0), parentId: anEntry({ seq: 0 }).id };
    const afresh = aForkedEntry(2, null);

    test.each<[string, Partial<SessionChange>]>([
      ['an entry behind its last one', { entries: someEntries(2, 3) }],
      ['an entry with its basis', { entries: someEntries(2, 3), basis: aBasis(3) }],
      [
        'an entry with the one ahead',
        { entries: someEntries(2, 3), basis: { ...aBasis(3), previousEntryId } },
      ],
      ['several entries', { entries: someEntries(2, 5), basis: aBasis(5) }],
      ['an entry on a branch', { entries: [fork], head: { value: fork.id } }],
      [
        'an entry that follows nothing',
        {
          entries: [afresh],
          head: { value: afresh.id },
          basis: { entries: 3, lastEntryId: afresh.id, previousEntryId },
        },
      ],
      ['a head', { head: { value: anEntry({ seq: 0 }).id } }],
      [
        'a head with its basis',
        {
          head: { value: anEntry({ seq: 0 }).id },
          basis: { ...aBasis(2), headId: anEntry({ seq: 0 }).id },
        },
      ],
      ['a head that begins anew', { head: { value: null }, basis: { ...aBasis(2), headId: null } }],
      ['state without entries', { ...state, basis: aBasis(2) }],
      [
        'state beside an entry',
        { ...state, entries: someEntries(2, 3), basis: { ...aBasis(3), previousEntryId } },
      ],
    ])('[STO-1] takes nothing of the old one: %s', async (_kind, change) => {
      await store.commit('session', aChange({ entries: someEntries(0, 2), ...state }));
      await store.delete('session');
      await store.commit('session', aChange({ entries: anew, basis: lastOf(anew) }));
      await refusesWhole(inTest, aChange({ atMs: START_MS + 5000, ...change }));
    });

    test('[STO-1] continues with its own', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      await store.delete('session');
      const first = { ...lastOf(anew), previousEntryId: null };
      await store.commit('session', aChange({ entries: anew, basis: first }));
      const next = anEntry({ seq: 2, id: 'new-2', parentId: 'new-1' });
      const basis = { entries: 3, lastEntryId: next.id, previousEntryId: 'new-1' };
      const change = aChange({ entries: [next], basis });
      await store.commit('session', change);
      await store.commit('session', change);
      const forked = { ...aForkedEntry(3, 0), parentId: 'new-0' };
      await store.commit('session', aChange({ entries: [forked], head: { value: forked.id } }));
      await store.commit('session', aChange({ head: { value: 'new-1' } }));
      const { entries, headId } = await loaded();
      expect([entries, headId]).toEqual([[...anew, next, forked], 'new-1']);
    });
  });
}

function lastOf(entries: readonly Entry[]): NonNullable<SessionChange['basis']> {
  return { entries: entries.length, lastEntryId: entries.at(-1)?.id ?? null };
}
