import { expect, test } from 'vitest';
import { arrowsOf, arrowsUpward, circlesOf, foldersInTable } from './import-directions.mjs';
import { relativeImportsOf } from './imports-of.mjs';

const page = `# Architecture

## The folders

| folder | what happens there |
| --- | --- |
| \`errors/\`, \`budget/\` | words and \`Window\` |
| \`plan/\` | the plan |

## Something else

| \`other/\` | no folder of the list |
`;

test('the folders are read from the table under the heading, in its order', () => {
  expect(foldersInTable(page, '## The folders')).toEqual(['errors', 'budget', 'plan']);
});

test('a page without the heading, or a heading without a table, is refused', () => {
  expect(() => foldersInTable(page, '## Rooms')).toThrow('no heading');
  expect(() => foldersInTable('\n## The folders\n\ntext\n', '## The folders')).toThrow('no folder');
});

test('imports, re-exports, types, dynamic imports and imports over several lines are found; comments are not', () => {
  const source = `
import { a } from './a.ts';
import type { B } from '../b.ts';
import {
  c,
} from "./c.ts";
export * from './d.ts';
import './e.ts';
const f = () => import('./f.ts');
type G = typeof import('./g.ts');
import react from 'react';
/** import { x } from './in-a-comment.ts'; */
// import { y } from './in-a-line.ts';
`;
  expect(relativeImportsOf(source)).toEqual([
    './a.ts',
    '../b.ts',
    './c.ts',
    './d.ts',
    './e.ts',
    './f.ts',
    './g.ts',
  ]);
});

const arrows = (sources: Readonly<Record<string, string>>) =>
  arrowsOf(new Map(Object.entries(sources).map(([file, to]) => [file, `import '${to}';`])));

test('an arrow from a lower folder to a higher one is named; one down and one inside are not', () => {
  const order = ['errors', 'plan'];
  expect(arrowsUpward(arrows({ 'plan/a.ts': '../errors/b.ts' }), order)).toEqual([]);
  expect(arrowsUpward(arrows({ 'plan/a.ts': './b.ts' }), order)).toEqual([]);
  expect(arrowsUpward(arrows({ 'errors/deep/b.ts': '../../plan/a.ts' }), order)).toEqual([
    'errors/deep/b.ts imports plan/a.ts: plan/ stands above errors/.',
  ]);
});

test('a folder that is not in the list is named, on either side; an entry point imports everything and nobody imports it', () => {
  const order = ['errors'];
  expect(arrowsUpward(arrows({ 'new/a.ts': '../errors/b.ts' }), order)).toHaveLength(1);
  expect(arrowsUpward(arrows({ 'errors/a.ts': '../new/b.ts' }), order)).toHaveLength(1);
  expect(arrowsUpward(arrows({ 'index.ts': './errors/b.ts' }), order)).toEqual([]);
  expect(arrowsUpward(arrows({ 'errors/a.ts': '../index.ts' }), order)).toHaveLength(1);
});

test('circles of files are found, long ones and a file that imports itself too', () => {
  const circle = { 'a/x.ts': './y.ts', 'a/y.ts': './z.ts', 'a/z.ts': './x.ts', 'a/w.ts': './x.ts' };
  expect(circlesOf(arrows(circle))).toEqual([
    'These files import each other in a circle: a/x.ts, a/y.ts, a/z.ts.',
  ]);
  expect(circlesOf(arrows({ 'a/x.ts': './x.ts' }))).toHaveLength(1);
  expect(circlesOf(arrows({ 'a/x.ts': './y.ts', 'a/z.ts': './y.ts' }))).toEqual([]);
});

test('circles of folders are found at every depth, where no files form one', () => {
  const top = { 'a/x.ts': '../b/y.ts', 'b/z.ts': '../a/w.ts' };
  expect(circlesOf(arrows(top))).toEqual(['These folders import each other in a circle: a, b.']);
  const deep = { 'a/b/x.ts': '../c/y.ts', 'a/c/z.ts': '../b/w.ts' };
  expect(circlesOf(arrows(deep))).toEqual([
    'These folders import each other in a circle: a/b, a/c.',
  ]);
});
