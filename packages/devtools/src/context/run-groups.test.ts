import type { RunOutline } from '@agent-memory/agent';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAt, runsAcross } from '../runs/run-words.ts';
import { planFacts } from '../source/devtools-source.ts';
import { aMessage, anEntry, anItem, aPlan, aRange } from '../testing/plan-fixture.ts';
import { type ContextRow, consideredRows, itemKey, sentRows } from './context-rows.ts';
import { FIRST_VIEW, nextView, wayToRow } from './context-view.ts';
import { groupedByRun } from './run-groups.ts';

/** Runs that follow one another, of so many messages each. */
function runsOf(lengths: readonly number[]): readonly RunOutline[] {
  let fromSeq = 0;
  return lengths.map((length, index) => {
    const run = {
      fromSeq,
      toSeq: fromSeq + length,
      steps: 1,
      isClosed: index < lengths.length - 1,
    };
    fromSeq = run.toSeq;
    return { number: index + 1, ...run };
  });
}

const itemsAt = (seqs: readonly number[], tier: 'archive' | 'working' = 'working') =>
  seqs.map((seq) => anItem(anEntry(seq, aMessage('user', 'x')), tier));
const shortOf = (rows: readonly ContextRow[]) =>
  rows.map((row) =>
    row.kind === 'item'
      ? `${'-'.repeat(row.level ?? 1)}${row.item.seq}`
      : `${row.key}/${row.level}`,
  );
const NONE: ReadonlySet<number> = new Set();

test('[RUN-1] the rows of a run stand under its heading, with its messages and tokens added up', () => {
  const rows = groupedByRun(
    sentRows(planFacts(aPlan(itemsAt([0, 1, 2, 3])))),
    runsOf([2, 2]),
    NONE,
  );
  expect(shortOf(rows)).toEqual([
    'tier:0:working/1',
    ...['run:1/2', '---0', '---1'],
    ...['run:2/2', '---2', '---3'],
  ]);
  expect(rows[1]).toMatchObject({ items: 2, tokens: 200, tokenSource: 'counted', isOpen: true });
});

test('[RUN-1] a run that a tier interrupts gets a heading again, with a key of its own', () => {
  const plan = planFacts(aPlan([...itemsAt([0, 1], 'archive'), ...itemsAt([2, 3])]));
  const rows = groupedByRun(sentRows(plan), runsOf([4]), NONE);
  expect(rows.filter(({ kind }) => kind === 'run').map(({ key }) => key)).toEqual([
    'run:1',
    'run:1:2',
  ]);
});

test('[RUN-1] a folded run keeps its heading and its figures', () => {
  const plan = planFacts(aPlan(itemsAt([0, 1, 2, 3])));
  const rows = groupedByRun(sentRows(plan), runsOf([2, 2]), new Set([1]));
  expect(shortOf(rows)).toEqual(['tier:0:working/1', 'run:1/2', 'run:2/2', '---2', '---3']);
  expect(rows[1]).toMatchObject({ items: 2, tokens: 200, isOpen: false });
});

test('[RUN-1] a range within a run stands in it; one that lies across runs stands between them', () => {
  const plan = planFacts(aPlan(itemsAt([0, 3]), { ranges: [aRange(1, 3)] }));
  const within = groupedByRun(consideredRows(plan, new Set([1])), runsOf([4]), NONE);
  expect(shortOf(within)).toEqual(['run:1/1', '--0', 'range:1/2', 'entry:1/3', 'entry:2/3', '--3']);
  const across = groupedByRun(consideredRows(plan, new Set([1])), runsOf([2, 2]), NONE);
  expect(shortOf(across)).toEqual([
    ...['run:1/1', '--0'],
    ...['range:1/1', 'entry:1/2', 'entry:2/2'],
    ...['run:2/1', '--3'],
  ]);
  expect(runsAcross(runsOf([2, 2]), { fromSeq: 1, toSeq: 3 })).toEqual({ first: 1, last: 2 });
});

test('[RUN-1] grouping moves no row and loses none, whatever the runs are (seed 20261123)', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 });
  const seqs = fc.uniqueArray(fc.nat(30), { maxLength: 25 });
  await fc.assert(
    fc.property(lengths, seqs, (all, sent) => {
      const rows = sentRows(planFacts(aPlan(itemsAt(sent.toSorted((a, b) => a - b)))));
      const runs = runsOf(all);
      const grouped = groupedByRun(rows, runs, NONE);
      const keys = grouped.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => !key.startsWith('run:'))).toEqual(rows.map(({ key }) => key));
      for (const seq of sent) {
        const byHand = runs.find(({ fromSeq, toSeq }) => fromSeq <= seq && seq < toSeq);
        expect(runAt(runs, seq)).toBe(byHand);
      }
    }),
    { seed: 20261123 },
  );
});

test('[DEV-1] a list of 100,000 messages in 20,000 runs is grouped, folded and found its way in', () => {
  const seqs = Array.from({ length: 100_000 }, (_, seq) => seq);
  const plan = planFacts(aPlan(itemsAt(seqs)));
  const runs = runsOf(Array.from({ length: 20_000 }, () => 5));
  const rows = sentRows(plan);
  expect(groupedByRun(rows, runs, NONE)).toHaveLength(120_001);
  const allFolded = new Set(runs.map(({ number }) => number));
  expect(groupedByRun(rows, runs, allFolded)).toHaveLength(20_001);
  expect(wayToRow(plan, runs, itemKey('entry-99999'))).toMatchObject({ openRun: 20_000 });
});

test('[RUN-1] the way to a message opens the run that was folded over it', () => {
  const plan = planFacts(aPlan(itemsAt([0, 1, 2, 3])));
  const folded = nextView(FIRST_VIEW, { type: 'toggle-run', number: 2, isOpen: false });
  const there = nextView(folded, wayToRow(plan, runsOf([2, 2]), itemKey('entry-3')));
  expect(there).toMatchObject({ foldedRuns: new Set(), selectedKey: 'item:entry-3' });
  expect(nextView(folded, { type: 'toggle-run', number: 2, isOpen: true }).foldedRuns.size).toBe(0);
  expect(nextView(folded, { type: 'change', change: { isByRun: false } }).isByRun).toBe(false);
});
