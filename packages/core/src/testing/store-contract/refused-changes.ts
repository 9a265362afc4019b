import { describe, expect, test } from 'vitest';
import type { Part } from '../../message/message.ts';
import { noOverlays } from '../../view/overlay.ts';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  aTokenCount,
  START_MS,
  someEntries,
  someOverlays,
} from '../builders.ts';
import { refuses, type StoreInTest } from './store-in-test.ts';

/** A change that is refused leaves nothing behind. */
export function refusedChangesContract({ store, loaded, reopen }: StoreInTest): void {
  describe('a refused change', () => {
    test('[STO-1] leaves nothing of itself behind', async () => {
      await store.commit(
        'session',
        aChange({
          entries: someEntries(0, 2),
          overlays: { value: noOverlays(), settingsKey: 'before' },
          scratchpad: { value: 'before' },
          system: { value: 'before' },
          title: { value: 'before' },
        }),
      );
      const before = await loaded();
      const refused = aChange({
        atMs: START_MS + 5000,
        entries: [anEntry({ seq: 2 }), anEntry({ seq: 9 })],
        head: { value: null },
        title: { value: 'after' },
        overlays: { value: someOverlays(), settingsKey: 'after' },
        scratchpad: { value: 'after' },
        compaction: aCompactionRecord(),
        tokens: new Map([[0, aTokenCount({ value: 99 })]]),
      });
      await refuses(store.commit('session', refused), 'STORE_CONFLICT');
      expect(await loaded()).toEqual(before);
      await reopen();
      expect(await loaded()).toEqual(before);
    });

    test('[STO-1] does not stand in the way of the next one', async () => {
      await refuses(
        store.commit('session', aChange({ entries: someEntries(4, 5) })),
        'STORE_CONFLICT',
      );
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      expect((await loaded()).entries).toEqual(someEntries(0, 1));
    });

    test('[STO-1] with a function in a message names the place and stores nothing', async () => {
      const parts: Part[] = [
        { type: 'text', text: 'look' },
        { type: 'unknown', value: { run: () => 'no data' } },
      ];
      const entries = [anEntry(), anEntry({ seq: 1, message: { role: 'user', parts } })];
      const error = await refuses(
        store.commit('session', aChange({ entries, scratchpad: { value: 'a note' } })),
        'INVALID_MESSAGE',
      );
      expect(error).toMatchObject({ field: 'entries[1].message.parts[1].value.run' });
      expect(await store.load('session')).toBeUndefined();
    });

    test('[STO-1] with a function in the scratchpad names the place and stores nothing', async () => {
      const scratchpad = { value: { steps: [{ undo: () => undefined }] } };
      const error = await refuses(
        store.commit('session', aChange({ entries: [anEntry()], scratchpad })),
        'INVALID_SCRATCHPAD',
      );
      expect(error.message).toContain('scratchpad.value.steps[0].undo');
      expect(await store.load('session')).toBeUndefined();
    });
  });
}
