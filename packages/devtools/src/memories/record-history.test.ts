import { expect, test } from 'vitest';
import { DAY_MS, knownRecords } from '../testing/known-records.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { confidenceSentences, historySteps } from './record-facts-words.ts';

test('[LTM-7] a history tells each step in words, newest first, those of corrected records too', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.pin(ids.aisle);
  const steps = historySteps(ids.aisle, await longTerm.history(ids.aisle));
  expect(steps.map(({ words, text, recordId }) => [words, text, recordId])).toEqual([
    ['pinned', undefined, undefined],
    ['stored: the user put it right', 'Ada prefers an aisle seat.', undefined],
    ['corrected by another record', undefined, ids.seat],
    ['stored: the user said so', 'Ada prefers a window seat.', ids.seat],
  ]);
});

test('[LTM-6] a confidence says where it began and what the days took of it', async () => {
  const { longTerm, clock, ids } = await knownRecords();
  const sentencesOf = async (id: string) => {
    const known = await longTerm.record(id);
    if (!known) throw new Error('The record is known.');
    return confidenceSentences(known, await longTerm.history(id), clock.nowMs());
  };
  expect(await sentencesOf(ids.guess)).toEqual([
    'Began at 60 %: the agent concluded it; nobody said so.',
    '3 days without a confirmation took 15 % of it: 45 % now.',
  ]);
  await longTerm.verify(ids.guess);
  clock.advance(30 * DAY_MS);
  expect(await sentencesOf(ids.guess)).toEqual([
    'Began at 60 %: the agent concluded it; nobody said so.',
    'Confirmed since, which makes it 90 %.',
  ]);
  expect(clock.nowMs()).toBe(FIXTURE_NOW_MS + 30 * DAY_MS);
});
