import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository, readJson } from './repository.mjs';

/** Apps that are also installed outside of the repository, where nobody knows its catalog. */
const APPS = [
  ...readdirSync(inRepository('examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}`),
  'e2e/outside-app',
];
const EXACT = /^\d+\.\d+\.\d+$/;

/** The versions that the catalog names, by package. */
const catalog = new Map(
  [
    ...readFileSync(inRepository('pnpm-workspace.yaml'), 'utf8').matchAll(
      /^ {2}'?([^\s':]+)'?: (\S+)$/gm,
    ),
  ].map(([, name = '', version = '']) => [name, version]),
);

const wishes = APPS.flatMap((app) => {
  const { dependencies, devDependencies } = readJson(`${app}/package.json`);
  return Object.entries<string>({ ...dependencies, ...devDependencies }).map(([name, range]) => ({
    app,
    name,
    range,
  }));
});

const theirs = wishes.filter(({ name }) => !name.startsWith('@agent-memory/'));

test.each(theirs.filter(({ name }) => catalog.has(name)))(
  '$app takes $name in the version of the catalog',
  ({ name, range }) => {
    expect(range).toBe(catalog.get(name));
  },
);

test.each(theirs.filter(({ name }) => !catalog.has(name)))(
  '$app alone takes $name, in one version',
  ({ name, range }) => {
    expect(range).toMatch(EXACT);
    expect(new Set(theirs.filter((wish) => wish.name === name).map((wish) => wish.app)).size).toBe(
      1,
    );
  },
);

test.each(wishes.filter(({ name }) => name.startsWith('@agent-memory/')))(
  '$app takes $name in the version that is built here',
  ({ name, range }) => {
    const folder = name.replace('@agent-memory/', 'packages/');
    expect(range).toBe(`^${readJson(`${folder}/package.json`).version}`);
  },
);

test('packages of ours come from this workspace, and nobody else’s of their names', () => {
  const lines = readFileSync(inRepository('pnpm-workspace.yaml'), 'utf8').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['linkWorkspacePackages: true', 'preferWorkspacePackages: true']),
  );
  const lockfile = readFileSync(inRepository('pnpm-lock.yaml'), 'utf8');
  expect(lockfile).not.toMatch(/^ {2}'@agent-memory\/[\w-]+@/m);
});
