import { expect, test } from 'vitest';
import { inRepository } from '../../../scripts/repository.mjs';
import { pagesOf } from './pages.mjs';

function aName(file: string, name: string, { from = '', declaredAs = name } = {}) {
  const entry = {
    name: `@agent-memory/core${from}`,
    folder: 'packages/core',
    file: inRepository('packages/core/src/index.ts'),
    isInternal: from === '/internal',
  };
  return { name, declaredAs, file: inRepository('packages/core/src', file), entry };
}

test('each folder that declares a public name is a page, sorted, folders in it among it', () => {
  const pages = pagesOf([
    aName('plan/decide.ts', 'decide'),
    aName('formats/openai/chat.ts', 'chat'),
    aName('formats/parse.ts', 'parse'),
    aName('index.ts', 'version'),
  ]);
  expect(pages.map(({ name }) => name)).toEqual(['core', 'core/formats', 'core/plan']);
  expect(pages[1]?.file).toBe(inRepository('packages/core/src/core.formats.page.ts'));
  expect(exportsOf(pages[1]?.text)).toEqual([
    "export { chat } from './formats/openai/chat.ts';",
    "export { parse } from './formats/parse.ts';",
  ]);
});

test('a page says how each name is imported, and has a name of two entries once', () => {
  const [page] = pagesOf([
    aName('plan/decide.ts', 'decide'),
    aName('plan/decide.ts', 'decide', { from: '/testing' }),
    aName('plan/decide.ts', 'choose', { from: '/testing', declaredAs: 'decided' }),
  ]);
  expect(page?.text).toContain('From `@agent-memory/core`: `decide`.');
  expect(page?.text).toContain('From `@agent-memory/core/testing`: `choose`, `decide`.');
  expect(exportsOf(page?.text)).toEqual([
    "export { decide } from './plan/decide.ts';",
    "export { decided as choose } from './plan/decide.ts';",
  ]);
});

test('names for the sister packages alone are on no page', () => {
  expect(pagesOf([aName('plan/decide.ts', 'decide', { from: '/internal' })])).toEqual([]);
});

function exportsOf(text = ''): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith('export'));
}
