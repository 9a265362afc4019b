import { expect, test } from 'vitest';
import { storageFacts } from './storage-source.ts';

test('[DEV-6] a page without the browser’s storage manager is told nothing', async () => {
  expect(await storageFacts(undefined)).toEqual({});
});

test('[DEV-6] figures that the browser gives are passed on, those that it keeps are absent', async () => {
  const estimate = async () => ({ usage: 2_400_000 });
  expect(await storageFacts({ estimate })).toEqual({ usageBytes: 2_400_000 });
  const persisted = async () => false;
  expect(await storageFacts({ estimate: async () => ({ usage: 1, quota: 2 }), persisted })).toEqual(
    { usageBytes: 1, quotaBytes: 2, isPersisted: false },
  );
});

test('[DEV-6] a refusal of one figure leaves the other, and says why', async () => {
  const estimate = () => Promise.reject(new TypeError('The storage is blocked.'));
  const persisted = async () => true;
  expect(await storageFacts({ estimate, persisted })).toEqual({
    isPersisted: true,
    problem: 'The storage is blocked.',
  });
});
