import { expect, test } from 'vitest';
import { timeFacts } from './time-words.ts';

const MINUTE_MS = 60_000;
const YEAR_2020_MS = new Date(2020, 4, 3, 9, 30).getTime();

test('[DEV-1] a message of a recorded session is told in the time of the session', () => {
  const entry = { seq: 4, createdAtMs: YEAR_2020_MS };
  const newest = { seq: 9, createdAtMs: YEAR_2020_MS + 12 * MINUTE_MS };
  expect(timeFacts(entry, newest)).toEqual(['09:30:00', '12 min before the newest message']);
});

test('[DEV-1] the day is told where the newest message is of another one', () => {
  const entry = { seq: 4, createdAtMs: YEAR_2020_MS };
  const newest = { seq: 9, createdAtMs: YEAR_2020_MS + 3 * 24 * 60 * MINUTE_MS };
  expect(timeFacts(entry, newest)).toEqual([
    '2020-05-03 09:30:00',
    '3 d before the newest message',
  ]);
});

test('[DEV-1] the newest message is called so, and one of the same second has its time alone', () => {
  const newest = { seq: 9, createdAtMs: YEAR_2020_MS };
  expect(timeFacts(newest, newest)).toEqual(['09:30:00', 'the newest message']);
  expect(timeFacts({ seq: 8, createdAtMs: YEAR_2020_MS - 400 }, newest)).toEqual(['09:29:59']);
});
