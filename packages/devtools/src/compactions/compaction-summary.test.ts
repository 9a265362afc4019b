import { expect, test } from 'vitest';
import { aCompaction } from '../testing/plan-fixture.ts';
import { compactionCount, compactionLine, previewLine, stageBars } from './compaction-summary.ts';

test('[DEV-4] a compaction is told in one line', () => {
  expect(compactionLine(aCompaction({ reason: 'GROWTH_DUE', durationMs: 3_200 }))).toBe(
    'auto · growth due · 18,402 → 2,110 tokens (8.7×) · 14 messages out of context · extractive · 3.2 s',
  );
});

test('[DEV-4] a compaction without a reason says how full the input budget was', () => {
  expect(compactionLine(aCompaction({ trigger: 'manual' }))).toBe(
    'manual · 92 % · 18,402 → 2,110 tokens (8.7×) · 14 messages out of context · extractive · 3 ms',
  );
});

test('[DEV-4] a compaction that only shortened says so and names no summariser', () => {
  const { summariser: _, ...record } = aCompaction({ left: [], durationMs: 3_200 });
  const stages = [{ stage: 'trim', tokensBefore: 18_402, tokensAfter: 2_110, entries: 2 }];
  expect(compactionLine({ ...record, stages })).toBe(
    'auto · 92 % · 18,402 → 2,110 tokens (8.7×) · 2 messages shortened · 3.2 s',
  );
});

test('[DEV-4] [CMP-4] a summary that was kept and extended names both writers', () => {
  expect(compactionLine(aCompaction({ extends: 'scripted' }))).toContain(
    ' · scripted, extended by extractive · ',
  );
});

test('[DEV-4] an undo is told as what it is', () => {
  const figures = { tokensBefore: 2_110, tokensAfter: 18_402 };
  const stages = [{ stage: 'undo', ...figures, entries: 14 }];
  const { summariser: _, ...record } = aCompaction({ trigger: 'undo', left: [], stages });
  expect(compactionLine({ ...record, ...figures })).toBe(
    'undo · 2,110 → 18,402 tokens · 14 messages back · 3 ms',
  );
});

test('[DEV-4] a preview is told by what it would do, without how long it took', () => {
  expect(previewLine(aCompaction())).toBe('18,402 → 2,110 tokens (8.7×) · 14 messages would leave');
});

test('[DEV-4] the stages of a preview are told by what they would do', () => {
  const names = stageBars(aCompaction(), true).map(({ name }) => name);
  expect(names).toEqual(['would be shortened', 'would leave', 'would be summarised']);
});

test('[DEV-4] stages are drawn against what the compaction found', () => {
  const [trim, evict, condense] = stageBars(aCompaction());
  expect(trim?.after).toBeCloseTo(11_960 / 18_402);
  expect([trim, evict, condense].map((bar) => bar?.name)).toEqual([
    'shortened',
    'out of context',
    'summarised',
  ]);
  expect(trim?.label).toBe('−6,442 tokens · 2 messages');
  expect(evict?.removed).toBeCloseTo((11_960 - 9_480) / 18_402);
  expect(condense?.after).toBeCloseTo(2_110 / 18_402);
});

test('[CMP-7] a stage that threw says why it was passed over', () => {
  const stages = [
    { stage: 'mine', tokensBefore: 9, tokensAfter: 9, entries: 0, failure: 'no such tool' },
  ];
  expect(stageBars(aCompaction({ stages }))[0]?.label).toBe('passed over: no such tool');
});

test('[DEV-4] records of undos are no compactions', () => {
  const undo = aCompaction({ id: 'compaction-2', trigger: 'undo', undoes: 'compaction-1' });
  expect(compactionCount([aCompaction(), undo, aCompaction({ id: 'compaction-3' })])).toBe(2);
  expect(compactionCount([])).toBe(0);
});
