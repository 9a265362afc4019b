import { describe, expect, test } from 'vitest';
import type { SessionChange, StoredValues } from '../../store/memory-store.ts';
import { aBasis, aChange, START_MS, someEntries } from '../builders.ts';
import { refuses, type StoreInTest } from './store-in-test.ts';

/** Named parts of a session's state are kept for the features that own them, unread. */
export function partsContract({ store, loaded, reopen }: StoreInTest): void {
  describe('parts', () => {
    async function parts(): Promise<ReadonlyMap<string, unknown>> {
      return (await loaded()).parts;
    }

    const named = (...pairs: readonly (readonly [string, unknown])[]) =>
      aChange({ parts: new Map(pairs) });

    test('[STO-1] there are none before the first change of one', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      expect(await parts()).toEqual(new Map());
    });

    test('[STO-1] each comes back equal under its name, whatever data it holds', async () => {
      const value = {
        nothing: null,
        list: [1, [2, undefined], { '': '' }],
        when: new Date(START_MS),
        bytes: new Uint8Array([0, 127, 255]),
        map: new Map<unknown, unknown>([[1, new Set(['two'])]]),
      };
      const pairs: readonly (readonly [string, unknown])[] = [
        ['', 'no name'],
        ['__proto__', { admin: true }],
        ['ключ 👩‍👩‍👧 / b', [0, false, '', null]],
        ['ledger', value],
      ];
      await store.commit('session', named(...pairs));
      await reopen();
      expect(await parts()).toEqual(new Map(pairs));
    });

    test('[STO-1] one that is named again is replaced whole, and the others stay', async () => {
      await store.commit('session', named(['a', { one: 1, two: 2 }], ['b', 'kept']));
      await store.commit('session', named(['a', { one: 3 }], ['c', null]));
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      await reopen();
      expect(await parts()).toEqual(
        new Map<string, unknown>([
          ['a', { one: 3 }],
          ['b', 'kept'],
          ['c', null],
        ]),
      );
    });

    test('[STO-1] one that is named as undefined is taken away, and may come again', async () => {
      await store.commit('session', named(['a', 1], ['b', 2]));
      await store.commit('session', named(['a', undefined], ['never there', undefined]));
      await reopen();
      expect(await parts()).toEqual(new Map([['b', 2]]));
      await store.commit('session', named(['a', 3]));
      expect((await parts()).get('a')).toBe(3);
    });

    test('[STO-1] those of a refused change are refused with it', async () => {
      await store.commit('session', named(['a', 1], ['b', 2]));
      const before = await loaded();
      const change = new Map([
        ['a', 9],
        ['b', undefined],
      ]);
      const gap = aChange({ entries: someEntries(4, 5), parts: change });
      await refuses(store.commit('session', gap), 'STORE_CONFLICT');
      const elsewhere = aChange({ basis: aBasis(3), parts: change });
      await refuses(store.commit('session', elsewhere), 'STORE_CONFLICT');
      expect(await loaded()).toEqual(before);
    });

    describe('whose basis says what is stored', () => {
      const over = (values: StoredValues, change: Partial<SessionChange>) =>
        aChange({ ...change, basis: { ...aBasis(0), values } });
      const partsOf = (...pairs: readonly (readonly [string, unknown])[]) => new Map(pairs);

      test('[NS-2] are stored onto that, onto nothing where there was nothing, and once more', async () => {
        const first = over(
          { parts: partsOf(['a', undefined]) },
          { parts: partsOf(['a', { n: 1 }]) },
        );
        const second = over(
          { parts: partsOf(['a', { n: 1 }]) },
          { parts: partsOf(['a', { n: 2 }]) },
        );
        for (const change of [first, first, second, second]) await store.commit('session', change);
        await reopen();
        expect(await parts()).toEqual(partsOf(['a', { n: 2 }]));
      });

      test('[NS-2] are refused where something else stands by now, and nothing is kept', async () => {
        await store.commit('session', named(['a', { n: 1 }], ['b', 1]));
        const before = await loaded();
        for (const expected of [{ n: 0 }, undefined]) {
          const change = over(
            { parts: partsOf(['a', expected], ['b', 1]) },
            { parts: partsOf(['b', 2], ['a', { n: 2 }]), scratchpad: { value: 'pad' } },
          );
          await refuses(store.commit('session', change), 'STORE_CONFLICT');
        }
        expect(await loaded()).toEqual(before);
      });

      test('[NS-2] that it does not name may be any', async () => {
        await store.commit('session', named(['a', 1], ['b', 1]));
        await store.commit(
          'session',
          over({ parts: partsOf(['b', 1]) }, { parts: partsOf(['a', 2], ['b', 2]) }),
        );
        expect(await parts()).toEqual(partsOf(['a', 2], ['b', 2]));
      });

      test('[NS-2] go for the scratchpad as well', async () => {
        const pad = (before: unknown, value: unknown) =>
          over({ scratchpad: { value: before } }, { scratchpad: { value } });
        await store.commit('session', pad(undefined, { step: 1 }));
        await store.commit('session', pad({ step: 1 }, { step: 2 }));
        await refuses(store.commit('session', pad({ step: 1 }, { step: 3 })), 'STORE_CONFLICT');
        expect((await loaded()).scratchpad).toEqual({ step: 2 });
      });
    });

    test('[STO-1] a function in one names the place, and nothing is stored', async () => {
      const change = named(['a', 1], ['b', { run: () => undefined }]);
      const error = await refuses(store.commit('session', change), 'INVALID_OPTION');
      expect(error).toMatchObject({ option: 'parts.b.run' });
      expect(await store.load('session')).toBeUndefined();
    });

    test('[STO-1] two sessions have each their own', async () => {
      await store.commit('a', named(['note', 'of a']));
      await store.commit('ab', named(['note', 'of ab']));
      await store.delete('a');
      expect(await store.load('a')).toBeUndefined();
      expect((await loaded('ab')).parts).toEqual(new Map([['note', 'of ab']]));
    });
  });
}
