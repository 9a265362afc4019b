import { expect, test } from 'vitest';
import { overBudget } from './size-report.mjs';
import { countLines, countOptions } from './source-size.mjs';

test('counts lines of code, and neither blank lines nor lines of comment alone', () => {
  const source = [
    '/** A',
    ' * comment. */',
    '',
    'const a = 1; // one',
    '// two',
    '{/* three */}',
    'b();',
  ];
  expect(countLines(source.join('\n'))).toBe(2);
});

test('counts the members of option types, nested ones and methods included', () => {
  const source = `
    export interface OpenOptions extends Base {
      /** Not: this one. */
      readonly name: string;
      retry?: { readonly times: number };
      onOpen?(name: string): void;
    }
    export type CloseOptions = Omit<OpenOptions, 'name'> & { force?: boolean };
    interface Other { readonly field: string }`;
  expect(countOptions(source)).toBe(5);
});

test('names each figure over its budget, and each budget whose folder is gone', () => {
  const size = { lines: 11, testLines: 0, names: 3, internalNames: 0, options: 0, prose: 0 };
  expect(
    overBudget(new Map([['packages/a', size]]), {
      'packages/a': { lines: 10, names: 3 },
      'packages/b': { lines: 1 },
    }),
  ).toEqual([
    'packages/a: 11 source lines, over 10.',
    'packages/b: has a budget, and there is no such folder.',
  ]);
});
