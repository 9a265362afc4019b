import { expect, test } from 'vitest';
import type { LoggedDecision } from '../source/logged-decision.ts';
import { firstUnread, hasOlder, NO_DECISIONS, withNewer, withOlder } from './decision-log.ts';

function moved(call: number): LoggedDecision {
  return { key: `history:${call}`, call, atMs: 0, kind: 'head-move' };
}

const callsIn = ({ decisions }: { readonly decisions: readonly LoggedDecision[] }) =>
  decisions.map(({ call }) => call);

const KEPT = { first: 1, last: 9 };
const FIRST_PAGE = { decisions: [moved(6), moved(10)], fromCall: 5 };
const BEGUN = withNewer(NO_DECISIONS, FIRST_PAGE, KEPT);

test('[DEV-3] the log begins at the newest page and grows to both sides', () => {
  expect(callsIn(BEGUN)).toEqual([6, 10]);
  expect(hasOlder(BEGUN, KEPT)).toBe(true);
  const older = withOlder(BEGUN, { decisions: [moved(2)], fromCall: 1 }, 5);
  expect(callsIn(older)).toEqual([2, 6, 10]);
  expect(hasOlder(older, KEPT)).toBe(false);
});

test('[DEV-3] what came since the newest call is read again with the next one', () => {
  expect(firstUnread(BEGUN, KEPT)).toBe(10);
  const newer = withNewer(BEGUN, { decisions: [moved(11)], fromCall: 10 }, { first: 1, last: 11 });
  expect(callsIn(newer)).toEqual([6, 11]);
  expect(newer.fromCall).toBe(5);
});

test('[DEV-3] calls that are no longer kept leave the log', () => {
  const kept = { first: 8, last: 11 };
  const newer = withNewer(BEGUN, { decisions: [moved(11)], fromCall: 10 }, kept);
  expect(callsIn(newer)).toEqual([11]);
  expect(hasOlder(newer, kept)).toBe(false);
});

test('[DEV-3] an older page that comes twice is taken once', () => {
  const page = { decisions: [moved(2)], fromCall: 2 };
  const once = withOlder(BEGUN, page, 5);
  expect(withOlder(once, page, 5)).toBe(once);
});
