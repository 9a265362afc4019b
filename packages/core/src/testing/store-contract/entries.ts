import { describe, expect, test } from 'vitest';
import {
  aBasis,
  aChange,
  aCompactionRecord,
  anEntry,
  aTokenCount,
  START_MS,
  someEntries,
  someOverlays,
} from '../builders.ts';
import { refuses, refusesWhole, type StoreInTest } from './store-in-test.ts';

/** Entries are appended, and what a change rests on is checked. */
export function entriesContract(inTest: StoreInTest): void {
  const { store, loaded, reopen } = inTest;
  describe('entries', () => {
    test('[STO-1] are appended in order over several commits', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      await store.commit('session', aChange({ entries: someEntries(2, 3) }));
      await store.commit('session', aChange({ entries: someEntries(3, 5) }));
      expect((await loaded()).entries).toEqual(someEntries(0, 5));
    });

    test('[STO-1] a repeated commit changes nothing', async () => {
      const change = aChange({
        entries: someEntries(0, 3),
        scratchpad: { value: 'a note' },
        compaction: aCompactionRecord(),
      });
      await store.commit('session', change);
      const once = await loaded();
      await store.commit('session', change);
      expect(await loaded()).toEqual(once);
    });

    test('[STO-1] those already stored are skipped and those behind them appended', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 3) }));
      await store.commit('session', aChange({ entries: someEntries(1, 5) }));
      expect((await loaded()).entries).toEqual(someEntries(0, 5));
    });

    test('[STO-1] [NS-2] another message under the id of a stored one is refused as a conflict', async () => {
      await store.commit('session', aChange({ entries: [anEntry({ text: 'first' })] }));
      const second = aChange({ entries: [anEntry({ text: 'second' })] });
      await refuses(store.commit('session', second), 'STORE_CONFLICT');
      expect((await loaded()).entries).toEqual([anEntry({ text: 'first' })]);
    });

    test('[STO-1] a skipped entry stays as it was first written', async () => {
      const tokens = { value: 3, source: 'estimated', encoding: 'other' } as const;
      await store.commit('session', aChange({ entries: [anEntry()] }));
      await store.commit('session', aChange({ entries: [anEntry({ tokens })] }));
      expect((await loaded()).entries).toEqual([anEntry()]);
    });

    test('[STO-1] another id at a taken position is refused as a conflict', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      const other = aChange({ entries: [anEntry({ seq: 1, id: 'written-elsewhere' })] });
      await refuses(store.commit('session', other), 'STORE_CONFLICT');
      expect((await loaded()).entries).toEqual(someEntries(0, 2));
    });

    test('[STO-1] two ids for one position in the same change are refused as a conflict', async () => {
      const entries = [anEntry(), anEntry({ id: 'another' })];
      await refuses(store.commit('session', aChange({ entries })), 'STORE_CONFLICT');
      expect(await store.load('session')).toBeUndefined();
    });

    test('[STO-1] a gap behind the last stored one is refused as a conflict', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      const later = aChange({ entries: someEntries(3, 4) });
      await refuses(store.commit('session', later), 'STORE_CONFLICT');
      expect((await loaded()).entries).toEqual(someEntries(0, 2));
    });

    test('[STO-1] a session that does not begin at position 0 is refused as a conflict', async () => {
      const change = aChange({ entries: someEntries(1, 2) });
      await refuses(store.commit('session', change), 'STORE_CONFLICT');
      expect(await store.load('session')).toBeUndefined();
    });

    test('[STO-1] a gap inside a change refuses all of it', async () => {
      const entries = [...someEntries(0, 2), ...someEntries(3, 4)];
      await refuses(store.commit('session', aChange({ entries })), 'STORE_CONFLICT');
      expect(await store.load('session')).toBeUndefined();
    });

    test('[STO-4] a thousand of them fit in one commit', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 1000) }));
      await reopen();
      const { entries, info } = await loaded();
      expect(info.entries).toBe(1000);
      expect(entries).toEqual(someEntries(0, 1000));
    });
  });

  describe('a basis', () => {
    const overlays = { value: someOverlays(), settingsKey: 'made on this transcript' };

    test('[STO-1] that is the stored transcript lets the change through', async () => {
      await store.commit('session', aChange({ basis: aBasis(0), scratchpad: { value: 'pad' } }));
      await store.commit('session', aChange({ basis: aBasis(3), entries: someEntries(0, 3) }));
      await store.commit('session', aChange({ basis: aBasis(3), overlays }));
      await store.commit('session', aChange({ basis: aBasis(4), entries: someEntries(3, 4) }));
      const { entries, settingsKey, scratchpad } = await loaded();
      expect(entries).toEqual(someEntries(0, 4));
      expect(settingsKey).toBe(overlays.settingsKey);
      expect(scratchpad).toBe('pad');
    });

    test('[STO-1] includes the entries of its change, stored before or not', async () => {
      const change = aChange({ basis: aBasis(3), entries: someEntries(0, 3), overlays });
      await store.commit('session', change);
      const once = await loaded();
      await store.commit('session', change);
      await store.commit('session', { ...change, entries: someEntries(1, 3) });
      expect(await loaded()).toEqual(once);
    });

    test.each([
      ['lacks entries that the store holds', aBasis(1)],
      ['is empty where the store is not', aBasis(0)],
      ['has entries that the store lacks', aBasis(3)],
      ['ends in another entry', { entries: 2, lastEntryId: 'written-elsewhere' }],
    ])('[STO-1] that %s is refused as a conflict, and nothing is kept', async (_kind, basis) => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      const refused = aChange({
        atMs: START_MS + 5000,
        basis,
        overlays,
        scratchpad: { value: 'after' },
        system: { value: 'after' },
        compaction: aCompactionRecord(),
        tokens: new Map([[0, aTokenCount({ value: 99 })]]),
      });
      await refusesWhole(inTest, refused);
    });

    test('[STO-1] that the change does not reach refuses its entries as well', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      const refused = aChange({ basis: aBasis(5), entries: someEntries(2, 4) });
      await refuses(store.commit('session', refused), 'STORE_CONFLICT');
      expect((await loaded()).entries).toEqual(someEntries(0, 2));
    });

    test('[STO-1] that a session lacks altogether makes no session', async () => {
      await refuses(
        store.commit('session', aChange({ basis: aBasis(2), overlays })),
        'STORE_CONFLICT',
      );
      expect(await store.load('session')).toBeUndefined();
      expect(await store.list()).toEqual([]);
    });

    test('[STO-1] what rests on refused entries is refused with them', async () => {
      const theirs = [...someEntries(0, 1), anEntry({ seq: 1, id: 'from-another-tab' })];
      await store.commit('session', aChange({ entries: theirs }));
      const before = await loaded();
      const ours = aChange({ basis: aBasis(2), entries: someEntries(1, 2) });
      await refuses(store.commit('session', ours), 'STORE_CONFLICT');
      const compacted = aChange({
        basis: aBasis(2),
        overlays,
        compaction: aCompactionRecord(),
      });
      await refuses(store.commit('session', compacted), 'STORE_CONFLICT');
      expect(await loaded()).toEqual(before);
    });
  });
}
