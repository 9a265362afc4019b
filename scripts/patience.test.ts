import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRepository, root } from './repository.mjs';

const FOLDERS = ['scripts', 'e2e', 'bench', 'clients', 'tools', 'apps', 'packages'];
const NOT_OURS = ['node_modules', 'dist', '.cache'];

/** Bounds of a test’s own, waits whose bound cannot be set in one place, and sleeps. */
const HASTE: readonly (readonly [string, RegExp])[] = [
  ['a bound of its own', /\b(timeout|testTimeout|hookTimeout|asyncUtilTimeout): *[\d_]+/],
  ['a bound of its own', /^\s*\}, \d[\d_]{3,}\);$/m],
  ['a bound of its own', /\bsetTimeout\([\d_]+\)/],
  ['a wait of a second', /\bvi\.wait(For|Until)\(/],
  ['a sleep', /\bsetTimeout\(\w+, *[1-9]/],
  ['a sleep', /\bwaitForTimeout\(/],
];

test.each([
  ["test('x', { timeout: 60_000 }, () => undefined);", 'a bound of its own'],
  ["test('x', () => {\n}, 60_000);\n", 'a bound of its own'],
  ['testInfo.setTimeout(300_000);', 'a bound of its own'],
  ['await vi.waitFor(() => expect(one).toBe(1));', 'a wait of a second'],
  ['await new Promise((resolve) => setTimeout(resolve, 20));', 'a sleep'],
])('haste is seen: %j', (code, haste) => {
  expect(hasteIn(code)).toEqual([haste]);
});

test('no test hurries: what it waits for is bounded in patience.mjs alone, and nothing sleeps', () => {
  const hasty = FOLDERS.flatMap((folder) => testFilesUnder(inRepository(folder)))
    .filter((file) => !file.endsWith('patience.test.ts'))
    .flatMap((file) =>
      hasteIn(readFileSync(file, 'utf8')).map((haste) => `${path.relative(root, file)}: ${haste}`),
    );
  expect(hasty).toEqual([]);
});

function hasteIn(code: string): readonly string[] {
  return HASTE.filter(([, pattern]) => pattern.test(code)).map(([haste]) => haste);
}

/** Tests, journeys, and what only they use. */
function testFilesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) ? [] : testFilesUnder(place);
    const isForTests =
      /\.(test|spec|setup)\.tsx?$/.test(entry.name) ||
      /[\\/](testing|e2e[\\/]src)[\\/][^\\/]+\.tsx?$/.test(place);
    return isForTests ? [place] : [];
  });
}
