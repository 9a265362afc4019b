import { expect, test } from 'vitest';
import { digestOf, isInstalled, parseStamp, scopeToInstall } from './stamp.mjs';

const lockfile = { path: 'pnpm-lock.yaml', text: 'lockfile' };
const manifest = { path: 'package.json', text: '{}' };

test('gives the same digest whatever the order of the files', () => {
  expect(digestOf([lockfile, manifest])).toBe(digestOf([manifest, lockfile]));
});

test('gives another digest when a file changes its text or its name', () => {
  const digest = digestOf([lockfile, manifest]);
  expect(digestOf([lockfile, { ...manifest, text: '{ }' }])).not.toBe(digest);
  expect(digestOf([lockfile, { ...manifest, path: 'apps/package.json' }])).not.toBe(digest);
});

test('gives another digest when text moves from one file to the next', () => {
  const one = [
    { path: 'a', text: 'xy' },
    { path: 'b', text: 'z' },
  ];
  const other = [
    { path: 'a', text: 'x' },
    { path: 'b', text: 'yz' },
  ];
  expect(digestOf(one)).not.toBe(digestOf(other));
});

test('an install of everything serves the playground too, and not the other way round', () => {
  const everything = { digest: 'd', scope: 'everything' } as const;
  const playground = { digest: 'd', scope: 'playground' } as const;
  expect(isInstalled(everything, playground)).toBe(true);
  expect(isInstalled(playground, playground)).toBe(true);
  expect(isInstalled(playground, everything)).toBe(false);
});

test('an install never takes away what was installed before', () => {
  const after = (scope: 'playground' | 'everything') =>
    ({ stamp: { digest: 'old', scope }, isInstalled: true }) as const;
  expect(scopeToInstall(after('everything'), 'playground')).toBe('everything');
  expect(scopeToInstall(after('playground'), 'everything')).toBe('everything');
  expect(scopeToInstall(after('playground'), 'playground')).toBe('playground');
  const byHand = { stamp: undefined, isInstalled: true };
  expect(scopeToInstall(byHand, 'playground')).toBe('everything');
  const fresh = { stamp: undefined, isInstalled: false };
  expect(scopeToInstall(fresh, 'playground')).toBe('playground');
});

test('no install, or one from other files, does not serve', () => {
  const wanted = { digest: 'new', scope: 'playground' } as const;
  expect(isInstalled(undefined, wanted)).toBe(false);
  expect(isInstalled({ digest: 'old', scope: 'everything' }, wanted)).toBe(false);
});

test('reads back the stamp of an install', () => {
  const stamp = { digest: 'd', scope: 'everything' } as const;
  expect(parseStamp(`${JSON.stringify(stamp)}\n`)).toEqual(stamp);
});

test.each(['', '{"digest":"d","sc', 'null', '[]', '7', '{"digest":"d","scope":"half"}'])(
  'takes %j for no stamp',
  (text) => {
    expect(parseStamp(text)).toBeUndefined();
  },
);
