import { afterEach, expect, test } from 'vitest';
import {
  clearOldEngines,
  engineOfFile,
  storedEngineFile,
  storeEngine,
  updateEngines,
} from '../service-worker/engine-files.ts';

// Two files that the server of the tests has, in the places of an engine's.
const OLD = new URL('engine-files.browser.test.ts', import.meta.url).pathname;
const NEW = new URL('store-engine.ts', import.meta.url).pathname;

/** As a build writes them into the service worker. */
function aBuildWith(files: Readonly<Record<string, readonly string[]>>): void {
  Object.assign(globalThis, { ENGINE_FILES: files });
}

async function isStored(path: string): Promise<boolean> {
  return (await storedEngineFile(new Request(path))) !== undefined;
}

afterEach(async () => {
  aBuildWith({});
  await clearOldEngines();
});

test('[MOD-6] an engine is stored when it is asked for, and only then', async () => {
  aBuildWith({ wllama: [OLD], webllm: [NEW] });
  expect(engineOfFile(OLD)).toBe('wllama');
  expect(await isStored(OLD)).toBe(false);
  expect(await storeEngine('wllama')).toBe(true);
  expect(await storeEngine('another')).toBe(false);
  expect([await isStored(OLD), await isStored(NEW)]).toEqual([true, false]);
});

test('[MOD-6] a newer build brings the engines that were used, and lets go of their old files', async () => {
  aBuildWith({ wllama: [OLD], webllm: [OLD] });
  await storeEngine('wllama');
  aBuildWith({ wllama: [NEW], webllm: [OLD] });
  await updateEngines();
  // The page of the build before is still open.
  expect([await isStored(OLD), await isStored(NEW)]).toEqual([true, true]);
  aBuildWith({ wllama: [NEW], webllm: [] });
  await clearOldEngines();
  expect([await isStored(OLD), await isStored(NEW)]).toEqual([false, true]);
});
