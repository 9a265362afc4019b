import { describe, expect, test } from 'vitest';
import { noOverlays } from '../../view/overlay.ts';
import { aChange, aCompactionRecord, anEntry, someEntries, someOverlays } from '../builders.ts';
import { someHistory } from '../some-history.ts';
import { refuses, type StoreInTest } from './store-in-test.ts';

/** A change that replaces all that is stored of a session. */
export function replacingContract({ store, loaded, reopen }: StoreInTest): void {
  const rewritten = someEntries(0, 3).map((entry) => ({
    ...entry,
    message: { role: 'user', parts: [{ type: 'text', text: '[erased]' }] } as const,
  }));

  const commitAll = () =>
    store.commit(
      'session',
      aChange({
        entries: someEntries(0, 3),
        overlays: { value: someOverlays(), settingsKey: 'before' },
        compaction: aCompactionRecord(),
        scratchpad: { value: 'before' },
        system: { value: 'before' },
        title: { value: 'before' },
        history: someHistory(0, 3),
        parts: new Map([['note', 'before']]),
      }),
    );

  describe('a change that replaces a session', () => {
    test('[LTM-8] leaves nothing of what was stored before it', async () => {
      await commitAll();
      const { info } = await loaded();
      const atMs = info.updatedAtMs + 1000;
      await store.commit('session', { atMs, replaces: true, entries: rewritten });
      await reopen();
      expect(await loaded()).toEqual({
        info: {
          ...{ id: 'session', createdAtMs: info.createdAtMs, updatedAtMs: atMs },
          ...{ entries: 3, defaultTitle: '[erased]' },
        },
        entries: rewritten,
        overlays: noOverlays(),
        settingsKey: '',
        compactions: [],
        history: [],
        parts: new Map(),
      });
    });

    test('[LTM-8] brings what it holds, and the session continues behind it', async () => {
      await commitAll();
      await store.commit(
        'session',
        aChange({
          replaces: true,
          entries: rewritten,
          title: { value: 'after' },
          scratchpad: { value: 'after' },
          parts: new Map([['note', 'after']]),
        }),
      );
      await store.commit('session', aChange({ entries: [anEntry({ seq: 3 })] }));
      await store.commit('session', aChange({ history: someHistory(3, 5) }));
      await reopen();
      const session = await loaded();
      expect(session.entries).toEqual([...rewritten, anEntry({ seq: 3 })]);
      expect(session).toMatchObject({ scratchpad: 'after', info: { title: 'after' } });
      expect(session.parts.get('note')).toBe('after');
      expect(session.history).toHaveLength(2);
    });

    test('[LTM-8] is refused where the session has other entries meanwhile', async () => {
      await commitAll();
      await store.commit('session', aChange({ entries: [anEntry({ seq: 3 })] }));
      const before = await loaded();
      const late = aChange({ replaces: true, entries: rewritten });
      await refuses(store.commit('session', late), 'STORE_CONFLICT');
      await refuses(store.commit('unknown', late), 'STORE_CONFLICT');
      expect(await loaded()).toEqual(before);
      expect(await store.load('unknown')).toBeUndefined();
    });
  });
}
