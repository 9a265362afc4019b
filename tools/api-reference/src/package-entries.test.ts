import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entriesOf, packageEntries } from './package-entries.mjs';

test('every subpath that can be imported is an entry with its source, and a manifest is none', () => {
  const entries = packageEntries();
  const names = entries.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      '@agent-memory/core',
      '@agent-memory/core/testing',
      '@agent-memory/devtools/panel',
      '@agent-memory/react',
    ]),
  );
  expect(names.filter((name) => name.endsWith('package.json'))).toEqual([]);
  const core = entries.find(({ name }) => name === '@agent-memory/core/testing');
  expect(core).toMatchObject({ folder: 'packages/core' });
  expect(existsSync(core?.file ?? '')).toBe(true);
});

test('the entry for the sister packages is marked, and no other', () => {
  const source = { '@agent-memory/source': './src/index.ts' };
  const entries = entriesOf('ours', 'packages/ours', {
    '.': source,
    './internal': source,
    './internal-notes': source,
    './package.json': './package.json',
  });
  expect(entries.map(({ name, isInternal }) => [name, isInternal])).toEqual([
    ['ours', false],
    ['ours/internal', true],
    ['ours/internal-notes', false],
  ]);
});
