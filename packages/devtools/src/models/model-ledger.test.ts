import type { ModelTotals } from '@agent-memory/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aModelRow } from '../testing/model-fixture.ts';
import { LEDGER_HEADS, ledgerGap, ledgerRow } from './model-cards.ts';

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
