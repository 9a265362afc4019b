import { describe, expect, test } from 'vitest';
import { aChange, aCompactionRecord, anEntry, someEntries, someOverlays } from '../builders.ts';
import { someHistory } from '../some-history.ts';
import type { StoreInTest } from './store-in-test.ts';

/** Nobody shares an object with the store, and sessions share nothing. */
export function independenceContract({ store, loaded }: StoreInTest): void {
  describe('independence', () => {
    test('[STO-1] changing what was committed changes nothing in the store', async () => {
      const value = { list: ['kept'] };
      const entry = anEntry({ message: { role: 'user', parts: [{ type: 'unknown', value }] } });
      const overlays = someOverlays();
      await store.commit(
        'session',
        aChange({
          entries: [entry],
          overlays: { value: overlays, settingsKey: 'k' },
          scratchpad: { value },
          parts: new Map([['note', value]]),
        }),
      );
      value.list.push('added later');
      (overlays.entries as Map<number, unknown>).clear();
      const session = await loaded();
      expect(session.scratchpad).toEqual({ list: ['kept'] });
      expect(session.parts.get('note')).toEqual({ list: ['kept'] });
      expect(session.entries[0]?.message.parts).toEqual([
        { type: 'unknown', value: { list: ['kept'] } },
      ]);
      expect(session.overlays).toEqual(someOverlays());
    });

    test('[STO-1] changing what was loaded changes nothing in the store', async () => {
      const change = aChange({
        entries: someEntries(0, 2),
        overlays: { value: someOverlays(), settingsKey: 'k' },
        scratchpad: { value: { list: ['kept'] } },
        compaction: aCompactionRecord(),
        history: someHistory(0, 2),
        parts: new Map([['note', { list: ['kept'] }]]),
      });
      await store.commit('session', change);
      const before = await loaded();
      const [first] = before.entries;
      (before.entries as unknown[]).pop();
      Object.assign(first?.message.parts[0] ?? {}, { text: 'changed' });
      (before.overlays.entries as Map<number, unknown>).clear();
      (before.scratchpad as { list: string[] }).list.push('changed');
      (before.compactions as unknown[]).pop();
      Object.assign(before.history[0] ?? {}, { atMs: 0 });
      (before.history as unknown[]).pop();
      (before.parts.get('note') as { list: string[] }).list.push('changed');
      (before.parts as Map<string, unknown>).set('other', 1);
      const after = await loaded();
      expect(after.entries).toEqual(someEntries(0, 2));
      expect(after.overlays).toEqual(someOverlays());
      expect(after.scratchpad).toEqual({ list: ['kept'] });
      expect(after.compactions).toEqual([aCompactionRecord()]);
      expect(after.history).toEqual(someHistory(0, 2));
      expect(after.parts).toEqual(new Map([['note', { list: ['kept'] }]]));
    });

    test('[STO-1] two loads give different objects', async () => {
      await store.commit('session', aChange({ entries: [anEntry()] }));
      const [one, two] = [await loaded(), await loaded()];
      expect(one).toEqual(two);
      expect(one.entries[0]).not.toBe(two.entries[0]);
      expect(one.overlays).not.toBe(two.overlays);
    });

    test('[STO-1] interleaved commits of two sessions stay apart', async () => {
      for (let seq = 0; seq < 5; seq++) {
        for (const id of ['a', 'b']) {
          const parentId = seq === 0 ? null : `${id}-${seq - 1}`;
          const entries = [
            anEntry({ seq, parentId, id: `${id}-${seq}`, text: `${id} says ${seq}` }),
          ];
          await store.commit(id, aChange({ entries, scratchpad: { value: `${id}${seq}` } }));
        }
      }
      for (const id of ['a', 'b']) {
        const { entries, scratchpad } = await loaded(id);
        expect(entries.map((entry) => entry.id)).toEqual(
          [0, 1, 2, 3, 4].map((seq) => `${id}-${seq}`),
        );
        expect(scratchpad).toBe(`${id}4`);
      }
    });

    test('[STO-1] commits of different sessions may overlap', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `session-${index}`);
      await Promise.all(
        ids.map(async (id) => {
          await store.commit(id, aChange({ entries: someEntries(0, 3) }));
          await store.commit(id, aChange({ entries: someEntries(3, 6) }));
        }),
      );
      for (const id of ids) expect((await loaded(id)).entries).toEqual(someEntries(0, 6));
    });
  });
}
