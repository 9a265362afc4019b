import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeIn, codeOfRecipes } from './recipes.mjs';
import { inRepository } from './repository.mjs';

const PAGES = readdirSync(inRepository('docs/recipes')).filter((page) => page !== 'README.md');
const MODULES = readdirSync(inRepository('clients/recipes'));

test.each([...codeOfRecipes()])(
  '%s is the code that stands in its page; `npm run docs` writes it',
  (file, code) => {
    expect(readFileSync(inRepository(file), 'utf8')).toBe(code);
  },
);

test('every module of code is that of a page', () => {
  const names = [...codeOfRecipes().keys()].map((file) => file.replace('clients/recipes/', ''));
  expect(MODULES.filter((name) => !/\.test\.tsx?$/.test(name)).toSorted()).toEqual(
    names.toSorted(),
  );
});

test.each(PAGES)('docs/recipes/%s starts with its code, stands in the index and is run', (page) => {
  const text = readFileSync(inRepository('docs/recipes', page), 'utf8');
  expect(text).toMatch(/^# .+\n\n```tsx?\n/);
  const index = readFileSync(inRepository('docs/recipes/README.md'), 'utf8');
  expect(index).toContain(`](${page})`);
  const tests = MODULES.filter((name) => /\.test\.tsx?$/.test(name)).map((name) =>
    readFileSync(inRepository('clients/recipes', name), 'utf8'),
  );
  for (const file of codeIn(page, text).keys()) {
    expect(
      tests.some((code) => code.includes(`import('./${file}')`)),
      file,
    ).toBe(true);
  }
});

test('no code of a page escapes: every block is TypeScript that is taken', () => {
  for (const page of PAGES) {
    const text = readFileSync(inRepository('docs/recipes', page), 'utf8');
    const fences = text.match(/^```.+$/gm) ?? [];
    expect(fences, page).toEqual(fences.filter((fence) => /^```tsx?( \w+)?$/.test(fence)));
  }
});

test('blocks of one module follow one another, and a named one is a module of its own', () => {
  const page = '# A\n\n```ts\none();\n```\n\n```ts server\ntwo();\n```\n\n```ts\nthree();\n```\n';
  const head = '// The code of docs/recipes/a.md; `npm run docs` writes it.\n';
  expect([...codeIn('a.md', page)]).toEqual([
    ['a.ts', `${head}one();\n\nthree();\n`],
    ['a.server.ts', `${head}two();\n`],
  ]);
});
