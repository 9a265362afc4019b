import { expect, test } from 'vitest';
import { someHistory } from '../testing/some-history.ts';
import { emptyHistory, type History, historyOf, recorded } from './history.ts';

/** A history of so many records, of every kind in turn; every sixth is a whole context. */
function grown(records: number): History {
  return someHistory(0, records).reduce<History>(
    (history, record) => recorded(history, record).history,
    emptyHistory,
  );
}

test('[HIS-3] records stand in the order in which they were added', () => {
  expect(grown(300).records).toEqual(someHistory(0, 300));
});

test.each([0, 1, 63, 64, 65, 127, 128, 200, 6_001, 6_050])(
  '[HIS-3] a history of %i records that is stored and read again is the same',
  (count) => {
    const history = grown(count);
    expect(historyOf(history.records)).toEqual(history);
  },
);

test('[HIS-3] the oldest records are dropped, up to a context that says everything', () => {
  const full = grown(6_000);
  expect(full.records).toHaveLength(6_000);
  const [next] = someHistory(6_000, 6_001);
  if (!next) throw new Error('no record was made');
  const { history, droppedBefore } = recorded(full, next);
  const [first] = history.records;
  expect(first).toMatchObject({ kind: 'context', index: 1_002 });
  expect(droppedBefore).toBe(1_002);
  expect(history.records.at(-1)).toEqual(next);
});

test('[HIS-1] 2,000 turns can be shown where usage is reported for each and every fifth compacts', () => {
  const [context, usage, compaction] = someHistory(0, 3);
  if (context?.kind !== 'context' || !usage || !compaction) throw new Error('no record was made');
  let history = emptyHistory;
  let fewest = Number.POSITIVE_INFINITY;
  for (let call = 1; call <= 6_000; call += 1) {
    const changed = call % 100 === 1 ? context.changed : {};
    history = recorded(history, { ...context, call, changed }).history;
    history = recorded(history, { ...usage }).history;
    if (call % 5 === 0) history = recorded(history, { ...compaction }).history;
    const [first] = history.records;
    if (first?.kind !== 'context') throw new Error('The first record is no context.');
    if (call >= 2_000) fewest = Math.min(fewest, call - first.call + 1);
  }
  expect(fewest).toBeGreaterThanOrEqual(2_000);
});

test('[HIS-3] a record makes the list longer by one', () => {
  const more = recorded(grown(70), { kind: 'head-move', atMs: 1, headId: 'a' }).history;
  expect(more.records).toHaveLength(71);
});

test('[HIS-3] an older history stays as it was when records are added to it', () => {
  const history = grown(63);
  const first = recorded(history, { kind: 'head-move', atMs: 1, headId: 'a' }).history;
  const second = recorded(history, { kind: 'head-move', atMs: 2, headId: 'b' }).history;
  expect(history.records).toEqual(someHistory(0, 63));
  expect(first.records.at(-1)).toMatchObject({ headId: 'a', index: 63 });
  expect(second.records.at(-1)).toMatchObject({ headId: 'b', index: 63 });
});
