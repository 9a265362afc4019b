import { expect, test } from 'vitest';
import { erasureWords, extentWords } from './store-page.ts';
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

test('[LTM-8] an extent names what holds and what is history', () => {
  expect(extentWords({ records: 1, ended: 0 })).toBe('1 record');
  expect(extentWords({ records: 12, ended: 3 })).toBe(
    '12 records: 9 that hold and 3 that are history',
  );
  expect(extentWords({ records: 2, ended: 2 })).toBe('2 records, history all of them');
});

function anErasure(records: number, sources: number, missing: number) {
  const evidence = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ sessionId: 's', entryId: `e-${index}` }));
  const recordIds = Array.from({ length: records }, (_, index) => `r-${index}`);
  return { recordIds, sources: evidence(sources), missing: evidence(missing) };
}

test('[LTM-8] an erasure tells records, messages, and where nothing was erased', () => {
  expect(erasureWords('user:ada', anErasure(3, 0, 0))).toBe(
    'Erased for good: 3 records of user:ada with every version.',
  );
  expect(erasureWords('user:ada', anErasure(1, 2, 1))).toMatch(
    /version\. 2 messages went with them\. 1 message had gone before\.$/,
  );
  expect(erasureWords('shared:planner', anErasure(0, 0, 0))).toMatch(/^Nothing was erased: /);
});
