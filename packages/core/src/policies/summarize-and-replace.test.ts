import { expect, test } from 'vitest';
import type { MeasuredUnit } from './eviction-policy.ts';
import { summarizeAndReplace } from './summarize-and-replace.ts';

/** Units of two messages and ten tokens each; those at `firm` are protected. */
const units = (count: number, firm: readonly number[] = []): readonly MeasuredUnit[] =>
  Array.from({ length: count }, (_, index) => ({
    start: 2 * index,
    end: 2 * index + 2,
    tokens: 10,
    protected: firm.includes(index),
    entries: [],
  }));

const choose = (
  options: Parameters<typeof summarizeAndReplace>[0],
  given: readonly MeasuredUnit[],
) => summarizeAndReplace(options).choose({ units: given, excessTokens: 1 });

test('[POL-5] everything that is not protected leaves at once, however little has to', () => {
  expect(choose({}, units(5, [0, 4]))).toEqual([2, 4, 6]);
});

test('[POL-5] nothing leaves where nothing has to', () => {
  expect(summarizeAndReplace().choose({ units: units(5), excessTokens: 0 })).toEqual([]);
});

test('[POL-5] a tail of tokens stays: what fits into it whole', () => {
  expect(choose({ keepTokens: 29 }, units(5))).toEqual([0, 2, 4]);
  expect(choose({ keepTokens: 30 }, units(5))).toEqual([0, 2]);
  expect(choose({ keepTokens: 0 }, units(3))).toEqual([0, 2, 4]);
});

test('[POL-5] a tail of messages stays: a unit that reaches into it stays whole', () => {
  expect(choose({ keepMessages: 3 }, units(5))).toEqual([0, 2, 4]);
  expect(choose({ keepMessages: 0 }, units(3))).toEqual([0, 2, 4]);
});

test('[CMP-8] the name tells which tail stays', () => {
  const names = [{}, { keepTokens: 6 }, { keepMessages: 6 }].map(
    (options) => summarizeAndReplace(options).name,
  );
  expect(names).toEqual([
    'summarize-and-replace',
    'summarize-and-replace(6 tokens)',
    'summarize-and-replace(6 messages)',
  ]);
});

test.each([
  [{ keepTokens: -1 }, 'summarizeAndReplace.keepTokens'],
  [{ keepMessages: 1.5 }, 'summarizeAndReplace.keepMessages'],
  [{ keepTokens: 5, keepMessages: 5 }, 'summarizeAndReplace'],
])('[POL-5] %o is refused by name', (options, option) => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
  expect(() => summarizeAndReplace(options as never)).toThrow(refusal);
});
