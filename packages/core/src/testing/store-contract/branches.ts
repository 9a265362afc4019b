import { describe, expect, test } from 'vitest';
import {
  aBasis,
  aChange,
  aCompactionRecord,
  aForkedEntry,
  anEntry,
  aTokenCount,
  someEntries,
  someOverlays,
} from '../builders.ts';
import { refuses, type StoreInTest } from './store-in-test.ts';

/** Branches, and where the conversation ends. */
export function branchesContract({ store, loaded, reopen }: StoreInTest): void {
  describe('branches', () => {
    const forked = [...someEntries(0, 4), aForkedEntry(4, 1)];

    async function headOf(): Promise<string | null | undefined> {
      return (await loaded()).headId;
    }

    test('[MSG-5] entries come back in the order of appending, each with its place on its branch', async () => {
      await store.commit('session', aChange({ entries: forked.slice(0, 4) }));
      await store.commit('session', aChange({ entries: forked.slice(4) }));
      const longer = { ...aForkedEntry(5, 2), parentId: 'fork-4' };
      await store.commit('session', aChange({ entries: [longer] }));
      await reopen();
      const { entries, info } = await loaded();
      expect(entries).toEqual([...forked, longer]);
      expect(info.entries).toBe(6);
    });

    test('[MSG-5] all of them may come in one commit, and again', async () => {
      const change = aChange({ entries: forked, basis: { entries: 5, lastEntryId: 'fork-4' } });
      await store.commit('session', change);
      await store.commit('session', change);
      expect((await loaded()).entries).toEqual(forked);
    });

    test('[MSG-5] a place in the order of appending that is taken by another id is refused as a conflict', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 4) }));
      const taken = aChange({ entries: [aForkedEntry(3, 1)] });
      await refuses(store.commit('session', taken), 'STORE_CONFLICT');
      expect((await loaded()).entries).toEqual(someEntries(0, 4));
    });

    test('[MSG-5] a gap in the order of appending is refused as a conflict', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 4) }));
      const later = aChange({ entries: [aForkedEntry(5, 3)] });
      await refuses(store.commit('session', later), 'STORE_CONFLICT');
      expect((await loaded()).entries).toEqual(someEntries(0, 4));
    });

    test('[MSG-5] where the conversation ends is said by nobody at first', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      expect('headId' in (await loaded())).toBe(false);
    });

    test.each([
      ['an earlier entry', anEntry({ seq: 1 }).id],
      ['nothing, to begin anew', null],
    ])('[MSG-5] the head comes back: %s', async (_kind, value) => {
      await store.commit('session', aChange({ entries: someEntries(0, 4), head: { value } }));
      await reopen();
      expect(await headOf()).toBe(value);
      await store.commit('session', aChange({ scratchpad: { value: 'a note' } }));
      expect(await headOf()).toBe(value);
    });

    test('[MSG-5] the last head that was said counts', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 4) }));
      for (const { id } of someEntries(1, 3)) {
        await store.commit('session', aChange({ head: { value: id } }));
      }
      expect(await headOf()).toBe(anEntry({ seq: 2 }).id);
    });

    test('[MSG-5] the head holds until entries are added that follow it', async () => {
      const value = anEntry({ seq: 1 }).id;
      await store.commit('session', aChange({ entries: someEntries(0, 4), head: { value } }));
      // A repetition adds nothing.
      await store.commit('session', aChange({ entries: someEntries(2, 4) }));
      expect(await headOf()).toBe(value);
      await store.commit('session', aChange({ entries: [aForkedEntry(4, 1)] }));
      await reopen();
      expect('headId' in (await loaded())).toBe(false);
    });

    test('[MSG-5] entries that follow another one than the head are refused, unless their change says the head', async () => {
      await store.commit(
        'session',
        aChange({ entries: someEntries(0, 4), head: { value: anEntry({ seq: 1 }).id } }),
      );
      const before = await loaded();
      const unaware = aChange({ entries: someEntries(4, 5) });
      await refuses(store.commit('session', unaware), 'STORE_CONFLICT');
      expect(await loaded()).toEqual(before);
      const value = anEntry({ seq: 4 }).id;
      await store.commit('session', { ...unaware, head: { value } });
      expect((await loaded()).entries).toEqual(someEntries(0, 5));
      expect(await headOf()).toBe(value);
    });

    test('[MSG-5] a session that starts over is followed by an entry that follows nothing', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2), head: { value: null } }));
      const follows = aChange({ entries: someEntries(2, 3) });
      await refuses(store.commit('session', follows), 'STORE_CONFLICT');
      await store.commit('session', aChange({ entries: [aForkedEntry(2, null)] }));
      expect((await loaded()).entries).toHaveLength(3);
    });

    test('[MSG-5] a basis says the head where it is not the last entry', async () => {
      const headId = anEntry({ seq: 1 }).id;
      const head = { value: headId };
      await store.commit(
        'session',
        aChange({ entries: someEntries(0, 4), head, basis: { ...aBasis(4), headId } }),
      );
      await store.commit(
        'session',
        aChange({ scratchpad: { value: 'pad' }, basis: { ...aBasis(4), headId } }),
      );
      const before = await loaded();
      for (const basis of [
        aBasis(4),
        { ...aBasis(4), headId: null },
        { ...aBasis(4), headId: anEntry({ seq: 2 }).id },
      ]) {
        const refused = aChange({ scratchpad: { value: 'other' }, basis });
        await refuses(store.commit('session', refused), 'STORE_CONFLICT');
      }
      expect(await loaded()).toEqual(before);
      const entries = [aForkedEntry(4, 1)];
      const basis = { entries: 5, lastEntryId: 'fork-4' };
      await store.commit('session', aChange({ entries, basis }));
      expect((await loaded()).entries).toEqual(forked);
    });

    test('[MSG-5] what was made on another branch is refused where the head was moved', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 8) }));
      const head = { value: anEntry({ seq: 1 }).id };
      await store.commit('session', aChange({ head }));
      const overlays = { value: someOverlays(), settingsKey: 'made on the other' };
      const compacted = aChange({ basis: aBasis(8), overlays, compaction: aCompactionRecord() });
      await refuses(store.commit('session', compacted), 'STORE_CONFLICT');
      const { settingsKey, compactions } = await loaded();
      expect([settingsKey, compactions]).toEqual(['', []]);
    });

    test('[TOK-3] token counts go by the place in the order of appending', async () => {
      await store.commit('session', aChange({ entries: forked }));
      const tokens = new Map([[4, aTokenCount({ value: 44 })]]);
      await store.commit('session', aChange({ tokens }));
      await reopen();
      const values = (await loaded()).entries.map((entry) => entry.tokens.value);
      expect(values).toEqual([10, 10, 10, 10, 44]);
      const unknown = aChange({ tokens: new Map([[5, aTokenCount()]]) });
      await refuses(store.commit('session', unknown), 'STORE_CONFLICT');
    });
  });
}
