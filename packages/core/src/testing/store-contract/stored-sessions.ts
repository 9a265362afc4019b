import { beforeEach, describe, expect, test } from 'vitest';
import type { SessionInfo } from '../../store/memory-store.ts';
import { noOverlays } from '../../view/overlay.ts';
import {
  aChange,
  aCompactionRecord,
  aForkedEntry,
  anEntry,
  aTextMessage,
  aTokenCount,
  START_MS,
  someEntries,
  someOverlays,
} from '../builders.ts';
import { someHistory } from '../some-history.ts';
import type { StoreInTest } from './store-in-test.ts';

/** Sessions as a whole: loading, titles, the list, deleting. */
export function storedSessionsContract({ store, loaded, reopen }: StoreInTest): void {
  describe('load', () => {
    test('[STO-1] gives undefined for an unknown session', async () => {
      expect(await store.load('unknown')).toBeUndefined();
    });

    test('[STO-1] gives everything that was committed, after a reopening as well', async () => {
      const entries = someEntries(0, 8);
      await store.commit(
        'session',
        aChange({
          entries,
          overlays: { value: someOverlays(), settingsKey: 'budget:1000' },
          compaction: aCompactionRecord(),
          scratchpad: { value: { objective: 'find a train' } },
          system: { value: 'You find trains. Today is 2026-01-01.' },
          history: someHistory(0, 6),
          parts: new Map([['ledger', { factor: 1.25 }]]),
        }),
      );
      const expected = {
        info: { ...infoOf('session', START_MS), entries: 8 },
        entries,
        overlays: someOverlays(),
        settingsKey: 'budget:1000',
        scratchpad: { objective: 'find a train' },
        system: 'You find trains. Today is 2026-01-01.',
        compactions: [aCompactionRecord()],
        history: someHistory(0, 6),
        parts: new Map([['ledger', { factor: 1.25 }]]),
      };
      expect(await loaded()).toEqual(expected);
      await reopen();
      expect(await loaded()).toEqual(expected);
    });

    test('[STO-1] gives no overlays, no scratchpad, no system text and no compactions before the first change of each', async () => {
      await store.commit('session', aChange({ entries: [anEntry()] }));
      const session = await loaded();
      expect(session.overlays).toEqual(noOverlays());
      expect(session.settingsKey).toBe('');
      expect('scratchpad' in session).toBe(false);
      expect('system' in session).toBe(false);
      expect(session.compactions).toEqual([]);
    });

    test('[STO-1] gives a session without entries when only its scratchpad was written', async () => {
      await store.commit('session', aChange({ scratchpad: { value: 'a note' } }));
      const session = await loaded();
      expect(session.entries).toEqual([]);
      expect(session.scratchpad).toBe('a note');
    });
  });

  describe('a title', () => {
    const info = { ...infoOf('session', START_MS), entries: 2 };

    beforeEach(async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    });

    test('[STO-5] is there when somebody gave one, in the list too', async () => {
      expect('title' in (await loaded()).info).toBe(false);
      await store.commit('session', aChange({ title: { value: 'Züge nach Wien 🚂' } }));
      await reopen();
      const named = { ...info, title: 'Züge nach Wien 🚂' };
      expect((await loaded()).info).toEqual(named);
      expect(await store.list()).toEqual([named]);
    });

    test('[STO-5] stays until another one is given, and goes with an empty one', async () => {
      await store.commit('session', aChange({ title: { value: 'first' } }));
      await store.commit('session', aChange({ scratchpad: { value: 'a note' } }));
      expect((await loaded()).info.title).toBe('first');
      await store.commit('session', aChange({ title: { value: 'second' } }));
      expect((await loaded()).info.title).toBe('second');
      await store.commit('session', aChange({ title: { value: '' } }));
      await reopen();
      expect((await loaded()).info).toEqual(info);
      expect(await store.list()).toEqual([info]);
    });
  });

  describe('list', () => {
    test('[STO-5] is empty at first', async () => {
      expect(await store.list()).toEqual([]);
    });

    test('[NS-1] gives the user of a session, whom a later change and a replacement leave as they were', async () => {
      await store.commit('a', aChange({ user: 'ada', entries: someEntries(0, 1) }));
      await store.commit('a', aChange({ user: 'ada', title: { value: 'Trains' } }));
      await store.commit('a', aChange({ entries: someEntries(0, 1), replaces: true }));
      await reopen();
      expect(await store.list()).toEqual([expect.objectContaining({ id: 'a', user: 'ada' })]);
      expect(await store.load('a')).toMatchObject({ info: { user: 'ada' } });
    });

    test('[NS-1] a change for another user than the session’s is refused, and nothing of it is kept', async () => {
      await store.commit('a', aChange({ user: 'ada' }));
      await store.commit('b', aChange({}));
      for (const id of ['a', 'b']) {
        const foreign = aChange({ user: 'bob', title: { value: 'Mine' } });
        await expect(store.commit(id, foreign)).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
      }
      await reopen();
      for (const info of await store.list()) expect(info).not.toHaveProperty('title');
    });

    test('[STO-5] gives the newest update first, with its times and its number of entries', async () => {
      await store.commit('a', aChange({ atMs: 1000, entries: someEntries(0, 1) }));
      await store.commit('b', aChange({ atMs: 2000 }));
      await store.commit('c', aChange({ atMs: 3000 }));
      await store.commit('a', aChange({ atMs: 4000, entries: someEntries(1, 3) }));
      await reopen();
      expect(await store.list()).toEqual([
        { ...infoOf('a', 1000), updatedAtMs: 4000, entries: 3 },
        { id: 'c', createdAtMs: 3000, updatedAtMs: 3000, entries: 0 },
        { id: 'b', createdAtMs: 2000, updatedAtMs: 2000, entries: 0 },
      ]);
    });
  });

  describe('what a list shows of the messages', () => {
    async function listed(): Promise<SessionInfo | undefined> {
      await reopen();
      const [info] = await store.list();
      expect((await loaded()).info).toEqual(info);
      return info;
    }

    test('[STO-5] is how many the conversation has, wherever its end was moved to', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 4) }));
      expect(await listed()).not.toHaveProperty('shown');
      await store.commit('session', aChange({ head: { value: anEntry({ seq: 1 }).id } }));
      expect(await listed()).toMatchObject({ entries: 4, shown: 2 });
      await store.commit('session', aChange({ entries: [aForkedEntry(4, 1)] }));
      expect(await listed()).toMatchObject({ entries: 5, shown: 3 });
      await store.commit('session', aChange({ title: { value: 'Trains' } }));
      expect(await listed()).toMatchObject({ entries: 5, shown: 3, title: 'Trains' });
      await store.commit('session', aChange({ head: { value: null } }));
      expect(await listed()).toMatchObject({ entries: 5, shown: 0 });
    });

    test('[STO-5] is how the first user message begins, also after it was edited', async () => {
      const greeting = anEntry({ message: aTextMessage('assistant', 'Hello!') });
      const asked = anEntry({
        seq: 1,
        text: `When does\nthe train ${'to Wien '.repeat(20)}leave?`,
      });
      await store.commit('session', aChange({ entries: [greeting] }));
      expect(await listed()).not.toHaveProperty('defaultTitle');
      await store.commit('session', aChange({ entries: [asked, anEntry({ seq: 2 })] }));
      const { defaultTitle = '' } = (await listed()) ?? {};
      expect(defaultTitle).toMatch(/^When does the train to Wien .*…$/);
      expect(defaultTitle.length).toBeLessThanOrEqual(80);
      const edited = { ...aForkedEntry(3, 0), message: aTextMessage('user', 'When is lunch?') };
      await store.commit('session', aChange({ entries: [edited] }));
      expect(await listed()).toMatchObject({ defaultTitle: 'When is lunch?' });
    });

    test('[LTM-8] is made anew of what replaces a session', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      const entries = [anEntry({ text: 'erased' }), anEntry({ seq: 1 })];
      await store.commit('session', aChange({ replaces: true, entries }));
      expect(await listed()).toMatchObject({ defaultTitle: 'erased' });
    });
  });

  describe('delete', () => {
    test('[STO-5] removes a session whole and leaves the others', async () => {
      for (const id of ['a', 'ab', 'b']) {
        await store.commit(
          id,
          aChange({
            entries: someEntries(0, 3),
            overlays: { value: someOverlays(), settingsKey: 'k' },
            scratchpad: { value: id },
            system: { value: `You help ${id}.` },
            compaction: aCompactionRecord(),
            tokens: new Map([[0, aTokenCount({ value: 3 })]]),
            history: someHistory(0, 3),
            parts: new Map([['note', id]]),
          }),
        );
      }
      const others = [await loaded('ab'), await loaded('b')];
      await store.delete('a');
      await reopen();
      expect(await store.load('a')).toBeUndefined();
      expect((await store.list()).map((info) => info.id)).toEqual(['ab', 'b']);
      expect([await loaded('ab'), await loaded('b')]).toEqual(others);
    });

    test('[STO-5] leaves nothing for a new session of the same id to find', async () => {
      await store.commit(
        'session',
        aChange({
          entries: someEntries(0, 3),
          overlays: { value: someOverlays(), settingsKey: 'k' },
          scratchpad: { value: 'a note' },
          system: { value: 'You find trains.' },
          compaction: aCompactionRecord(),
          tokens: new Map([[0, aTokenCount({ value: 3 })]]),
          head: { value: anEntry({ seq: 0 }).id },
          title: { value: 'Trains' },
          history: someHistory(0, 3),
          parts: new Map([['note', 'of before']]),
        }),
      );
      await store.delete('session');
      const atMs = START_MS + 9000;
      await store.commit('session', aChange({ atMs, entries: someEntries(0, 1) }));
      expect(await loaded()).toEqual({
        info: { ...infoOf('session', atMs), entries: 1 },
        entries: someEntries(0, 1),
        overlays: noOverlays(),
        settingsKey: '',
        compactions: [],
        history: [],
        parts: new Map(),
      });
    });

    test('[STO-5] of an unknown session is no error', async () => {
      await expect(store.delete('unknown')).resolves.toBeUndefined();
    });
  });
}

/** A session of `someEntries` that was stored once. */
function infoOf(id: string, atMs: number) {
  return { id, createdAtMs: atMs, updatedAtMs: atMs, defaultTitle: 'message 0' };
}
