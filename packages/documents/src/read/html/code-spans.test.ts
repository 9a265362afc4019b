import { expect, test } from 'vitest';
import { withCodeSpans } from './without-raw-html.ts';

test.each([
  ['a `b` c', 'a [`b`] c'],
  ['``a ` b`` `', '[``a ` b``] `'],
  ['`a``', '`a``'],
  ['`a` `b` `', '[`a`] [`b`] `'],
  ['```', '```'],
  ['`` `a` ``b`', '[`` `a` ``]b`'],
  ['no code', 'no code'],
])(
  '[LTM-10] the code of %s is a span from a run of backticks to the next of its length',
  (line, marked) => {
    expect(withCodeSpans(line, (span) => `[${span}]`)).toBe(marked);
  },
);
