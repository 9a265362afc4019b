import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withUnstored } from './with-unstored.ts';

const RUNS = { numRuns: 300, seed: 20261127 };

const message = (id: string) => ({ id });
const messages = (...ids: readonly string[]) => ids.map(message);
const nowhere = () => false;

test('[RCT-5] words that were sent while the stored ones were read stand behind them', () => {
  expect(withUnstored(messages('a', 'b'), messages('sent'), nowhere)).toEqual(
    messages('a', 'b', 'sent'),
  );
});

test('[RCT-5] what is stored and shown is there once, as it is stored', () => {
  const [stored, shown] = [
    { id: 'a', text: 'stored' },
    { id: 'a', text: 'shown' },
  ];
  expect(withUnstored([stored], [shown], nowhere)).toEqual([stored]);
});

test('[RCT-5] what a memory has elsewhere is not shown any more', () => {
  const shown = messages('a', 'edited away', 'b');
  expect(withUnstored(messages('a', 'b'), shown, (id) => id === 'edited away')).toEqual(
    messages('a', 'b'),
  );
});

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 20 }).map(String), { maxLength: 12 });

test('[RCT-5] stored words come whole and first, no unstored one is lost, and none is there twice', () => {
  void fc.assert(
    fc.property(ids, ids, ids, (storedIds, shownIds, elsewhereIds) => {
      const [stored, shown] = [messages(...storedIds), messages(...shownIds)];
      const isElsewhere = (id: string) => elsewhereIds.includes(id);
      const merged = withUnstored(stored, shown, isElsewhere);
      expect(merged.slice(0, stored.length)).toEqual(stored);
      expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
      const isUnstored = (id: string) => !storedIds.includes(id) && !isElsewhere(id);
      expect(merged.slice(stored.length)).toEqual(messages(...shownIds.filter(isUnstored)));
      expect(withUnstored(stored, merged, isElsewhere)).toEqual(merged);
    }),
    RUNS,
  );
});
