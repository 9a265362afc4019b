import ts from 'typescript';
import { expect, test } from 'vitest';
import { exampleModules, examplesOf, type Importable } from './examples.mjs';

const FILE = '/packages/ours/src/thing.ts';

test('an example is all of its text, or what stands in its fences of code', () => {
  const examples = examplesIn(`
/**
 * Makes one.
 *
 * @example
 * const one = make({ id: 'a@b' });
 * await one.done;
 */
export function make() {}

/**
 * @example
 * Like this:
 *
 * \`\`\`tsx
 * <Thing />;
 * \`\`\`
 * and this is what comes out:
 * \`\`\`json
 * { "not": "code" }
 * \`\`\`
 */
export const Thing = 1;
`);
  expect(examples.map(({ code }) => code.trim())).toEqual([
    "const one = make({ id: 'a@b' });\nawait one.done;",
    '<Thing />;',
  ]);
  expect(examples.map(({ line }) => line)).toEqual([5, 12]);
});

test('examples of members are found too', () => {
  const examples = examplesIn(`
export interface Thing {
  /** @example thing.go(); */
  go(): void;
}`);
  expect(examples.map(({ code }) => code)).toEqual(['thing.go();']);
});

test('names of ours are imported: from the own package first, types as types, each once', () => {
  expect(
    importsFor('const options: Options = { make: true };\nmake(make(options)).make;', [
      aName('make', 'other'),
      aName('make', 'ours'),
      aName('Options', 'ours', { isValue: false }),
    ]),
  ).toEqual(["import { type Options } from 'ours';", "import { make } from 'ours';"]);
});

test.each([
  ['declares', 'const { make, other: [Thing] } = things; make(Thing);'],
  ['declares as a function', 'function make() {}\nclass Thing {}\nmake(Thing);'],
  ['imports', "import Thing, { make } from 'elsewhere';\nmake(Thing);"],
  ['only has as a member', 'things.make = { Thing: 1, make() {} }; const { make: one } = things;'],
])('a name that the example %s is not imported', (_, code) => {
  expect(importsFor(code, [aName('make', 'ours'), aName('Thing', 'ours')])).toEqual([]);
});

test('a shorthand property and a component are uses of a name', () => {
  expect(
    importsFor('call({ make }); <Thing />;', [aName('make', 'ours'), aName('Thing', 'ours')]),
  ).toEqual(["import { make } from 'ours';", "import { Thing } from 'ours';"]);
});

test('what is no package is imported by its path from the example', () => {
  const beside = { name: 'make', isValue: true, from: FILE, folder: FILE };
  const above = { ...beside, name: 'thing', from: '/packages/ours/placeholders.ts' };
  expect(importsFor('make(thing);', [beside, above])).toEqual([
    "import { make } from './thing.ts';",
    "import { thing } from '../placeholders.ts';",
  ]);
});

function examplesIn(text: string) {
  return examplesOf(ts.createSourceFile(FILE, text, ts.ScriptTarget.ESNext, true));
}

function importsFor(code: string, names: readonly Importable[]): string[] {
  const modules = exampleModules([{ source: FILE, line: 1, code }], names);
  const [module] = [...modules.values()];
  const text = module?.text ?? '';
  return text.slice(0, text.indexOf(code)).split('\n').filter(Boolean);
}

function aName(name: string, packageName: string, { isValue = true } = {}): Importable {
  return { name, isValue, from: packageName, folder: `/packages/${packageName}/src` };
}
