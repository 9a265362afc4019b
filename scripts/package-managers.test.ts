import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installFailure, NoRegistryError, refuseUnpinned } from './package-managers.mjs';
import { inRepository, root } from './repository.mjs';

test.each([
  'npm error code EAI_AGAIN',
  'ERR_PNPM_META_FETCH_FAIL request failed',
  'npm error network request failed, reason: connect ECONNREFUSED',
])('a registry out of reach is said in one sentence: %s', (output) => {
  const failure = installFailure(output);
  expect(failure).toBeInstanceOf(NoRegistryError);
  expect(failure?.message).toMatch(/registry cannot be reached: connect to the network/);
});

test('a full disk is said in one sentence', () => {
  expect(installFailure('ENOSPC: no space left on device')?.message).toMatch(/disk is full/);
});

test('a lockfile that lags behind is said in one sentence', () => {
  expect(installFailure('ERR_PNPM_OUTDATED_LOCKFILE  Cannot install')?.message).toMatch(
    /commit the lockfile/,
  );
});

test('a failure without a known cause is left to its own words', () => {
  expect(installFailure('something else broke')).toBeUndefined();
});

test.each([
  ['npm', ['install']],
  ['npm', ['install', 'react']],
  ['pnpm', ['install']],
  ['pnpm', ['install', '--no-frozen-lockfile']],
  ['pnpm', ['add', 'react']],
  ['pnpm', ['dlx', 'create-vite']],
] as const)(
  'a command that would leave a version to the registry is refused: %s %j',
  (manager, words) => {
    expect(() => refuseUnpinned(manager, words)).toThrow('would let the registry choose versions');
  },
);

test.each([
  ['npm', ['ci', '--no-audit']],
  ['npm', ['view', 'react', 'version']],
  ['npm', ['run', 'build']],
  ['pnpm', ['install', '--frozen-lockfile', '--prod']],
  ['pnpm', ['--recursive', 'pack']],
  ['pnpm', ['sbom', '--prod']],
] as const)(
  'a command that takes the versions of a lockfile, or none, is run: %s %j',
  (manager, words) => {
    expect(() => refuseUnpinned(manager, words)).not.toThrow();
  },
);

const FOLDERS = ['scripts', 'e2e', 'bench', 'tools', 'apps', 'examples', 'packages'];
const NOT_OURS = ['node_modules', 'dist', '.cache', '.next'];
/** The name of one, as a string of its own or at the head of a command line. */
const STARTS_A_MANAGER =
  /['"`](npm|npx|pnpm|pnpx|yarn|bun|bunx)(\.cmd)?( (i|ci|install|add|exec|x|dlx)\b|['"`])/;

function codeFilesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) ? [] : codeFilesUnder(place);
    return /\.(mjs|ts|tsx)$/.test(entry.name) && !/\.test\./.test(entry.name) ? [place] : [];
  });
}

test('no other file starts a package manager', () => {
  const starters = FOLDERS.flatMap((folder) => codeFilesUnder(inRepository(folder)))
    .filter((file) => STARTS_A_MANAGER.test(readFileSync(file, 'utf8')))
    .map((file) => path.relative(root, file));
  expect(starters).toEqual([path.join('scripts', 'package-managers.mjs')]);
});
