// The types of the playwright provider say what a session of CDP can do.
import type {} from '@vitest/browser-playwright';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { CACHE_NAMES } from './files/model-files.ts';
import { aModel, aServer, HELLO, SENTENCE } from './testing/a-model.ts';
import { failureOfCall } from './testing/failure-of-call.ts';

const origin = location.origin;

afterEach(async () => {
  await cdp().send('Storage.overrideQuotaForOrigin', { origin });
  await Promise.all(CACHE_NAMES.map((name) => caches.delete(name)));
});

/** Leaves the origin so much room, and no more; Chromium itself tells pages of 10 GB whatever there is. */
async function leaveRoom(bytes: number): Promise<void> {
  const { usage = 0 } = await navigator.storage.estimate();
  await cdp().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + bytes });
}

describe.skipIf(!inject('hasTinyModel'))(
  `the storage of a model of web-llm, ${inject('needsTinyModel')}`,
  () => {
    test('[MOD-3] weights that have no room are not fetched, and the error says how much there is', async () => {
      const server = aServer();
      const worker = (): Worker =>
        new Worker(new URL('./testing/worker-without-room.ts', import.meta.url), {
          type: 'module',
        });
      const loading = aModel({ model: server.record(), worker }).load();
      expect(await failureOfCall(loading)).toEqual({
        kind: 'storage-full',
        problem: "The model's files need 1 MB, and the browser gives this site 0 MB more.",
      });
      expect((await server.downloads()).toSorted()).toEqual([
        'resolve/main/mlc-chat-config.json',
        'resolve/main/tensor-cache.json',
      ]);
    });

    test.each(['params_shard_0.bin', 'lib.wasm'])(
      '[MOD-3] a storage that is full at %s is named, and with room the model loads',
      async (file) => {
        const record = aServer().record();
        await aModel({ model: record }).load();
        for (const name of CACHE_NAMES) {
          const cache = await caches.open(name);
          const kept = (await cache.keys()).filter(({ url }) => url.endsWith(file));
          for (const request of kept) await cache.delete(request);
        }
        await leaveRoom(100_000);
        const model = aModel({ model: record });
        expect((await failureOfCall(model.load())).kind).toBe('storage-full');
        await cdp().send('Storage.overrideQuotaForOrigin', { origin });
        // The failure took the consent back.
        await model.load();
        expect((await model.chat(HELLO)).text).toBe(SENTENCE);
      },
    );
  },
);
