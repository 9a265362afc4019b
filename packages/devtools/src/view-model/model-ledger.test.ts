import type { ModelTotals } from '@agent-memory/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompactionFacts } from '../source/compaction-facts.ts';
import { aModelRow } from '../testing/model-fixture.ts';
import { aCompaction } from '../testing/plan-fixture.ts';
import { LEDGER_HEADS, ledgerGap, ledgerRow, summaryCalls } from './model-ledger.ts';

test('[DEV-15] [OBS-2] a row of the ledger, with a dash for what nobody told', () => {
  expect(ledgerRow(aModelRow())).toEqual({
    model: 'small',
    cells: ['3', '2,700', '1,800', '180', '3.6 s', '0.0123', '1, 1 aborted'],
  });
  const bare = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, ms: 0, cost: 0 };
  expect(ledgerRow(aModelRow({ ...bare, failed: 0, aborted: 0 })).cells).toEqual([
    '3',
    ...Array(6).fill('–'),
  ]);
});

test('[DEV-15] the ledger says of how many calls it knows no tokens', () => {
  expect(ledgerGap([aModelRow({ unreported: 0 })])).toBe('');
  expect(ledgerGap([aModelRow({ unreported: 2 }), aModelRow({ unreported: 1 })])).toBe(
    'The tokens of 3 calls were not reported; the sums lack them.',
  );
});

const asked = (id: string, more: Partial<CompactionFacts> = {}): CompactionFacts => ({
  ...aCompaction(),
  id,
  summariser: 'small',
  models: [aModelRow()],
  ...more,
});

test('[DEV-15] summaries that a summariser was asked for, newest first', () => {
  const { models: _, ...unasked } = asked('b');
  const failed = { summariser: 'extractive', summaryFailure: 'It hung.' };
  expect(summaryCalls([asked('a'), unasked, asked('c', failed)])).toMatchObject([
    { id: 'c', writer: 'extractive', failure: 'It hung.' },
    {
      id: 'a',
      writer: 'small',
      figures: '3 calls, 1 failed · 2,700 → 180 tokens · 3.6 s · cost 0.0123',
    },
  ]);
});

test('[DEV-15] a summariser that told no call is listed with its failure', () => {
  const { models: _, ...record } = asked('a', { summaryFailure: 'It hung.' });
  expect(summaryCalls([record])).toMatchObject([{ figures: 'no call was reported' }]);
});

test('[DEV-15] the list of summaries is bounded', () => {
  const records = Array.from({ length: 40 }, (_, index) => asked(`c${index}`));
  const shown = summaryCalls(records);
  expect(shown).toHaveLength(12);
  expect(shown[0]?.id).toBe('c39');
});

test('[DEV-15] any row has as many cells as there are heads, none of them empty (seed 20261123)', async () => {
  const figure = fc.double({ min: 0, max: 1e12, noNaN: true });
  const aRow = fc.record({ failed: figure, inputTokens: figure, ms: figure, cost: figure });
  await fc.assert(
    fc.property(aRow, (figures: Partial<ModelTotals>) => {
      const { cells } = ledgerRow(aModelRow(figures));
      expect(cells).toHaveLength(LEDGER_HEADS.length);
      expect(cells.filter((cell) => cell.trim() === '' || cell.includes('NaN'))).toEqual([]);
    }),
    { seed: 20261123, numRuns: 200 },
  );
});
