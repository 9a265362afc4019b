import { expect, test } from 'vitest';
import { storageWords } from './store-troubles.ts';

test('[DEV-6] usage is told against the quota, in bytes and as a share', () => {
  const facts = { usageBytes: 2_400_000, quotaBytes: 118e9, isPersisted: true };
  expect(storageWords(facts)).toMatchObject({
    usage: '2.4 MB of 118 GB used, <0.1 %',
    isNearlyFull: false,
    persistence: 'Persisted: the browser does not clear it by itself.',
  });
  expect(storageWords({ usageBytes: 0, quotaBytes: 1e12 }).usage).toBe(
    '0 bytes of 1 TB used, 0.0 %',
  );
});

test('[DEV-6] from 80 % on it says that room runs short, and never fills beyond the whole', () => {
  expect(storageWords({ usageBytes: 80, quotaBytes: 100 }).isNearlyFull).toBe(true);
  expect(storageWords({ usageBytes: 300, quotaBytes: 100 }).fill).toBe(1);
});

test('[DEV-6] what the browser does not say is said not to be said', () => {
  const nothing = storageWords({});
  expect(nothing.usage).toMatch(/^The browser does not say how much storage/);
  expect(nothing.fill).toBeUndefined();
  expect(nothing.persistence).toBe('The browser does not say whether it keeps this storage.');
  expect(storageWords({ problem: 'The storage is blocked.' }).usage).toMatch(/is blocked\.$/);
  expect(storageWords({ usageBytes: 5_000 }).usage).toBe(
    '5 kB used; the browser does not say how much may be.',
  );
  expect(storageWords({ quotaBytes: 5_000 }).usage).toBe(
    'The browser does not say how much is used; 5 kB may be.',
  );
  expect(storageWords({ usageBytes: 5, quotaBytes: 0 }).fill).toBeUndefined();
});
