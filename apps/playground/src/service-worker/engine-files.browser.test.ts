import { afterEach, expect, test } from 'vitest';
import { clearOldEngines, engineFile, isEngineFile } from './engine-files.ts';

// Two files that the server of the tests has, in place of an engine's.
const OLD = new URL('engine-files.browser.test.ts', import.meta.url);
const NEW = new URL('engine-files.ts', import.meta.url);

/** As a build writes them into the service worker. */
function aBuildWith(...files: readonly URL[]): void {
  Object.assign(globalThis, { ENGINE_FILES: files.map(({ pathname }) => pathname) });
}

const stored = async ({ href }: URL) => (await caches.match(href)) !== undefined;

afterEach(async () => {
  aBuildWith();
  await clearOldEngines();
});

test('[MOD-6] a file of an engine is stored when it is asked for, and only then', async () => {
  aBuildWith(OLD, NEW);
  expect(isEngineFile(OLD)).toBe(true);
  expect(await stored(OLD)).toBe(false);
  expect((await engineFile(new Request(OLD))).ok).toBe(true);
  await expect.poll(() => stored(OLD)).toBe(true);
  expect(await stored(NEW)).toBe(false);
});

test('[MOD-6] a newer build lets go of the files of the one before', async () => {
  aBuildWith(OLD);
  await engineFile(new Request(OLD));
  await expect.poll(() => stored(OLD)).toBe(true);
  aBuildWith(NEW);
  await clearOldEngines();
  expect(await stored(OLD)).toBe(false);
});
