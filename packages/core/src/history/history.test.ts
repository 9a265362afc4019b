import { expect, test } from 'vitest';
import { someHistory } from '../testing/some-history.ts';
import { emptyHistory, type History, historyOf, recorded, recordsOf } from './history.ts';

/** A history of so many records, of every kind in turn; every fifth is a whole context. */
function grown(records: number): History {
  return someHistory(0, records).reduce<History>(
    (history, record) => recorded(history, record).history,
    emptyHistory,
  );
}

test('[HIS-3] records stand in the order in which they were added', () => {
  expect(recordsOf(grown(300))).toEqual(someHistory(0, 300));
});

test.each([0, 1, 63, 64, 65, 127, 128, 200, 2_001, 2_050])(
  '[HIS-3] a history of %i records that is stored and read again is the same',
  (count) => {
    const history = grown(count);
    expect(historyOf(recordsOf(history))).toEqual(history);
  },
);

test('[HIS-3] the oldest records are dropped, up to a context that says everything', () => {
  const full = grown(2_000);
  expect(recordsOf(full)).toHaveLength(2_000);
  const [next] = someHistory(2_000, 2_001);
  if (!next) throw new Error('no record was made');
  const { history, droppedBefore } = recorded(full, next);
  const [first] = recordsOf(history);
  expect(first).toMatchObject({ kind: 'context', index: 1_005 });
  expect(droppedBefore).toBe(1_005);
  expect(recordsOf(history).at(-1)).toEqual(next);
});

test('[HIS-3] an older history stays as it was when records are added to it', () => {
  const history = grown(63);
  const first = recorded(history, { kind: 'head-move', atMs: 1, headId: 'a' }).history;
  const second = recorded(history, { kind: 'head-move', atMs: 2, headId: 'b' }).history;
  expect(recordsOf(history)).toEqual(someHistory(0, 63));
  expect(recordsOf(first).at(-1)).toMatchObject({ headId: 'a', index: 63 });
  expect(recordsOf(second).at(-1)).toMatchObject({ headId: 'b', index: 63 });
});
