import { describe, expect, test } from 'vitest';
import type { HistoryRecord } from '../../history/history-record.ts';
import { aBasis, aChange, someEntries } from '../builders.ts';
import { someHistory } from '../some-history.ts';
import { refuses, refusesWhole, type StoreInTest } from './store-in-test.ts';

/** The history of a session comes back in order and without gaps, and only its front is dropped. */
export function historyContract(inTest: StoreInTest): void {
  const { store, loaded, reopen } = inTest;
  describe('history', () => {
    async function history(): Promise<readonly HistoryRecord[]> {
      return (await loaded()).history;
    }

    test('[HIS-1] is empty before the first change of it', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      expect(await history()).toEqual([]);
    });

    test('[HIS-1] [HIS-3] records of every kind come back equal and in order, over several commits', async () => {
      await store.commit('session', aChange({ history: someHistory(0, 4) }));
      await store.commit('session', aChange({ history: someHistory(4, 5) }));
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      await store.commit('session', aChange({ history: someHistory(5, 12) }));
      await reopen();
      expect(await history()).toEqual(someHistory(0, 12));
    });

    test('[HIS-1] a record of a kind that a later release adds comes back equal', async () => {
      const later = { index: 0, atMs: 5, kind: 'checkpoint', step: { of: 'a later release' } };
      await store.commit('session', aChange({ history: [later as never] }));
      await reopen();
      expect(await history()).toEqual([later]);
    });

    test('[STO-1] a repeated commit of it changes nothing', async () => {
      const change = aChange({ history: someHistory(0, 3), historyFrom: 1 });
      await store.commit('session', change);
      const once = await loaded();
      await store.commit('session', change);
      expect(await loaded()).toEqual(once);
    });

    test('[STO-1] records already stored are skipped, whatever their time, and those behind them appended', async () => {
      await store.commit('session', aChange({ history: someHistory(0, 3) }));
      const again = someHistory(1, 5).map((record) => ({ ...record, atMs: record.atMs + 7 }));
      await store.commit('session', aChange({ history: again }));
      expect(await history()).toEqual([...someHistory(0, 3), ...again.slice(2)]);
    });

    test('[STO-1] another record at a taken index is refused as a conflict, with its whole change', async () => {
      await store.commit('session', aChange({ history: someHistory(0, 3) }));
      const [other] = someHistory(9, 10);
      const refused = aChange({
        entries: someEntries(0, 1),
        history: [{ ...other, index: 2 } as HistoryRecord, ...someHistory(3, 4)],
        historyFrom: 2,
        parts: new Map([['ledger', 1]]),
      });
      await refusesWhole(inTest, refused);
    });

    test.each([
      ['behind what is stored', someHistory(3, 5)],
      ['within the change', [...someHistory(2, 3), ...someHistory(4, 5)]],
      ['that goes back within the change', [...someHistory(2, 4), ...someHistory(1, 2)].reverse()],
    ])('[STO-1] a gap %s is refused as a conflict', async (_kind, gap) => {
      await store.commit('session', aChange({ history: someHistory(0, 2) }));
      const refused = aChange({ entries: someEntries(0, 1), history: gap });
      await refuses(store.commit('session', refused), 'STORE_CONFLICT');
      expect(await loaded()).toMatchObject({ entries: [], history: someHistory(0, 2) });
    });

    test.each([-1, 0.5, Number.NaN])(
      '[STO-1] an index of %d is refused as a conflict',
      async (index) => {
        const [record] = someHistory(1, 2);
        const change = aChange({ history: [{ ...record, index } as HistoryRecord] });
        await refuses(store.commit('session', change), 'STORE_CONFLICT');
        expect(await store.load('session')).toBeUndefined();
      },
    );

    test('[HIS-2] its front is dropped, and it continues where it was', async () => {
      await store.commit('session', aChange({ history: someHistory(0, 6) }));
      await store.commit('session', aChange({ historyFrom: 4 }));
      expect(await history()).toEqual(someHistory(4, 6));
      await store.commit('session', aChange({ history: someHistory(6, 8), historyFrom: 5 }));
      await reopen();
      expect(await history()).toEqual(someHistory(5, 8));
    });

    test('[HIS-2] what was dropped stays dropped, no matter who brings it or asks for it again', async () => {
      await store.commit('session', aChange({ history: someHistory(0, 6), historyFrom: 4 }));
      await store.commit('session', aChange({ historyFrom: 2 }));
      await store.commit('session', aChange({ history: someHistory(3, 7) }));
      await reopen();
      expect(await history()).toEqual(someHistory(4, 7));
    });

    test('[HIS-2] dropped whole it is empty, and may begin at any index', async () => {
      await store.commit('session', aChange({ history: someHistory(0, 3) }));
      await store.commit('session', aChange({ historyFrom: 100 }));
      expect(await history()).toEqual([]);
      await store.commit('session', aChange({ history: someHistory(40, 42) }));
      await reopen();
      expect(await history()).toEqual(someHistory(40, 42));
      await refuses(
        store.commit('session', aChange({ history: someHistory(43, 44) })),
        'STORE_CONFLICT',
      );
    });

    test('[STO-1] on a transcript that the store does not hold is refused with its change', async () => {
      await store.commit(
        'session',
        aChange({ entries: someEntries(0, 2), history: someHistory(0, 1) }),
      );
      const refused = aChange({ basis: aBasis(1), history: someHistory(1, 2), historyFrom: 1 });
      await refuses(store.commit('session', refused), 'STORE_CONFLICT');
      expect(await history()).toEqual(someHistory(0, 1));
      await store.commit('session', aChange({ basis: aBasis(2), history: someHistory(1, 2) }));
      expect(await history()).toEqual(someHistory(0, 2));
    });

    test('[HIS-1] a thousand records fit in one commit', async () => {
      await store.commit('session', aChange({ history: someHistory(0, 1000) }));
      await reopen();
      expect(await history()).toEqual(someHistory(0, 1000));
    });
  });
}
