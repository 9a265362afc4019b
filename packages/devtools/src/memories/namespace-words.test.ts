import { expect, test } from 'vitest';
import { erasureWords, extentWords } from './namespace-words.ts';

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
