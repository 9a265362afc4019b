import { expect, test } from 'vitest';
import { isWithin, panelRows } from './panel-rows.mjs';
import { panelTable } from './panel-table.mjs';

const KEPT = { turns: 60, events: 720, plans: 42, calls: 60, nodes: 450, elements: 300 };

/** Times that keep every bar. */
const GOOD: Parameters<typeof panelRows>[0] = {
  session: KEPT,
  firstRowsMs: [120, 150],
  stepToRowsMs: [40, 60],
  tasksMs: { scroll: [1, 2], scrub: [1, 2], play: [1, 2] },
  tabs: [{ tab: 'context', nodes: 444 }],
  turnsMs: { plain: [1, 1], closed: [1, 1], attached: [1.5, 1.5], open: [1.6, 1.6] },
  streamed: [
    { ...KEPT, events: 100, shareBytes: 3_000_000 },
    { ...KEPT, events: 1_000, shareBytes: 4_000_000 },
  ],
  bundleHits: 0,
};

function figuresOver(change: Partial<typeof GOOD>): readonly string[] {
  const rows = panelRows({ ...GOOD, ...change });
  return rows.filter((row) => isWithin(row) === false).map(({ figure }) => figure);
}

test('[DEV-8] figures that keep their bars are within', () => {
  expect(figuresOver({})).toEqual([]);
});

test.each<readonly [string, Partial<typeof GOOD>]>([
  ['firstRows', { firstRowsMs: [120, 120, 250] }],
  ['stepToRows', { stepToRowsMs: [40, 201] }],
  ['scrubTask', { tasksMs: { scroll: [1], scrub: [1, 1, 1, 51], play: [1] } }],
  ['nodes', { tabs: [{ tab: 'memories', nodes: 1_500 }] }],
  [
    'attachedOverhead',
    { turnsMs: { plain: [1, 1], closed: [1, 1], attached: [2.1, 2.1], open: [1, 1] } },
  ],
  [
    'closedOverhead',
    { turnsMs: { plain: [1, 1], closed: [1.3, 1.3], attached: [1, 1], open: [1, 1] } },
  ],
  [
    'openOverhead',
    { turnsMs: { plain: [1, 1], closed: [1, 1], attached: [1, 1], open: [2.1, 2.1] } },
  ],
  ['keptPlans', { streamed: [{ ...KEPT, plans: 121, shareBytes: 0 }] }],
  ['bundle', { bundleHits: 1 }],
])('[DEV-8] %s is over its bar, and nothing else', (figure, change) => {
  expect(figuresOver(change)).toEqual([figure]);
});

test('[DEV-8] a heap that grows with the stream is over its bar', () => {
  const streamed = [0, 9_000_000].map((shareBytes) => ({ ...KEPT, shareBytes }));
  expect(figuresOver({ streamed })).toEqual(['heapGrowth']);
});

test('[DEV-8] what is told and has no bar has no verdict, and the table says so', () => {
  const rows = panelRows(GOOD);
  expect(rows.filter((row) => isWithin(row) === undefined).map(({ figure }) => figure)).toEqual([
    'events',
    'calls',
    'turn',
    'heapShare',
    'heapShare',
  ]);
  const table = panelTable(panelRows({ ...GOOD, firstRowsMs: [250] }));
  expect(table).toContain('over p95 200.00 ms');
  expect(table).toContain('nodes, context');
});
