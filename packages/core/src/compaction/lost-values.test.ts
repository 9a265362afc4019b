import { expect, test } from 'vitest';
import type { CondenseSource } from '../condense/summarizer.ts';
import { addingValues, emptyValueIndex } from '../condense/value-index.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import { lostValues } from './check.ts';
import type { LostValues } from './compaction-record.ts';

const aSource = (seq: number, text: string): CondenseSource => ({ seq, role: 'assistant', text });

function lostOf(sources: readonly CondenseSource[], readable: readonly string[]): LostValues {
  const [index = emptyValueIndex] = runToEnd(addingValues([emptyValueIndex], sources));
  return runToEnd(lostValues(index, readable));
}

test('[CMP-11] a value that can be read in any of the texts is not lost', () => {
  const sources = [aSource(1, 'Order ZFA04Y, 2026-05-20, /var/log/app.log')];
  expect(lostOf(sources, ['no', 'see /var/log/app.log'])).toEqual({
    values: expect.arrayContaining(['ZFA04Y', '2026-05-20']),
    total: 2,
  });
  expect(lostOf(sources, ['ZFA04Y 2026-05-20 /var/log/app.log'])).toEqual({
    values: [],
    total: 0,
  });
});

test('[CMP-11] arguments of calls are looked at like words', () => {
  const call: CondenseSource = {
    ...aSource(1, ''),
    toolName: 'book',
    toolArguments: ['{"order":"ZFA04Y"}'],
  };
  expect(lostOf([call], [])).toEqual({ values: ['ZFA04Y'], total: 1 });
});

test('[CMP-11] fifty are named, those most likely to be missed first, and all are counted', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => aSource(index, `ID-${100_000 + index}`));
  const { values, total } = lostOf(many, []);
  expect(total).toBe(3_000);
  expect(values).toHaveLength(50);
  expect(values[0]).toBe('ID-102999');
});
