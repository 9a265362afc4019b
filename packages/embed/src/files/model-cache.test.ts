import { afterEach, expect, test, vi } from 'vitest';
import type { EmbedderDegradation } from '../errors/degradation.ts';
import { modelCache } from './model-cache.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('[MOD-3] a full storage is said once, and keeps nobody from a file', async () => {
  const full = new DOMException('too much', 'QuotaExceededError');
  vi.stubGlobal('caches', { open: async () => ({ put: () => Promise.reject(full) }) });
  const told: EmbedderDegradation[] = [];
  const cache = modelCache((degradation) => told.push(degradation));
  await cache.put('https://example.org/a', new Uint8Array(1));
  await cache.put('https://example.org/b', new Uint8Array(1));
  expect(told).toEqual([
    {
      code: 'EMBEDDER_CACHE_UNAVAILABLE',
      message: expect.stringContaining('The storage of this site is full.'),
    },
  ]);
});
