import { expect, test } from 'vitest';
import type { Summary } from '../condense/summarizer.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { summaryOfNotes } from './default-stages.ts';

/** Two units that left. */
const taken = [
  { start: 4, end: 5 },
  { start: 5, end: 7 },
];

const standing: Summary = {
  madeBy: 'a model',
  fromSeq: 1,
  toSeq: 3,
  text: 'They want a train. It must not be late.',
};

/** The notes as a summary behind the one that stands, in so many tokens. */
function summaryIn(summaryTokens: number, summary?: Summary, notes = 'Notes.') {
  return summaryOfNotes(notes, taken, summary, { summaryTokens, measurer: simpleMeasurer });
}

test('[CMP-1] the notes stand once for all the units that leave, and say which', () => {
  expect(summaryIn(50)).toEqual({
    madeBy: 'session-memory',
    fromSeq: 4,
    toSeq: 6,
    text: 'Notes.',
  });
});

test('[CMP-10] the standing summary stays in front, as many whole sentences of it as fit', () => {
  const text = `${standing.text}\nNotes.`;
  expect(summaryIn(50, standing)).toMatchObject({ fromSeq: 1, toSeq: 6, text });
  expect(summaryIn(8, standing)?.text).toBe('They want a train.\nNotes.');
  expect(summaryIn(4, standing)?.text).toBe('Notes.');
});

test.each([2, 3, 4, 7, 8, 9, 12, 13, 14])('[CMP-10] it keeps to %i tokens', (maxTokens) => {
  const text = summaryIn(maxTokens, standing)?.text ?? '';
  expect(simpleMeasurer.text(text)).toBeLessThanOrEqual(maxTokens);
  expect(text).toMatch(/Notes\.$/);
});

test('[CMP-10] notes that do not fit stand for nothing', () => {
  expect(summaryIn(1, standing)).toBeUndefined();
});

test('[CMP-10] newer notes take the place of older ones, not of what stood ahead of those', () => {
  const first = summaryIn(50, standing, 'Goal: rebook.');
  expect(summaryIn(50, first, 'Goal: refund.')?.text).toBe(`${standing.text}\nGoal: refund.`);
  expect(summaryIn(50, summaryIn(50, undefined, 'Goal: rebook.'))?.text).toBe('Notes.');
});
