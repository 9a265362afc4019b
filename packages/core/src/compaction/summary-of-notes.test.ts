import { expect, test } from 'vitest';
import type { Summary } from '../condense/summarizer.ts';
import { aReply, aStageInput, aUserMessage } from '../testing/compaction-input.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import type { StageUnit } from './stage.ts';
import { summaryOfNotes } from './summary-of-notes.ts';

const { units } = aStageInput([aUserMessage(50), ...Array.from({ length: 20 }, () => aReply(60))]);

/** Units that left, by their `seq`, and what was given to stand for them. */
function left(summaries: Readonly<Record<number, string | undefined>>) {
  return Object.entries(summaries).map(([seq, summary]) => ({
    unit: units[Number(seq)] as StageUnit,
    ...(summary !== undefined && { summary }),
  }));
}

const standing: Summary = {
  madeBy: 'a model',
  fromSeq: 1,
  toSeq: 3,
  text: 'They want a train. It must not be late.',
};

function textOfNotes(
  before: Summary | undefined,
  maxTokens: number,
  summaries: Parameters<typeof left>[0] = { 4: 'Notes.', 5: 'Notes.' },
): string | undefined {
  return summaryOfNotes(left(summaries), before, maxTokens, simpleMeasurer)?.text;
}

test('[CMP-1] the notes of a stage stand once for all the units it took, and say which', () => {
  expect(summaryOfNotes(left({ 4: 'Notes.', 6: 'Notes.' }), undefined, 50, simpleMeasurer)).toEqual(
    {
      madeBy: 'session-memory',
      fromSeq: 4,
      toSeq: 6,
      text: 'Notes.',
    },
  );
});

test('[CMP-10] the standing summary stays in front, as many whole sentences of it as fit', () => {
  const whole = summaryOfNotes(left({ 4: 'Notes.' }), standing, 50, simpleMeasurer);
  expect(whole).toMatchObject({ fromSeq: 1, toSeq: 4, text: `${standing.text}\nNotes.` });
  expect(textOfNotes(standing, 8)).toBe('They want a train.\nNotes.');
  expect(textOfNotes(standing, 4)).toBe('Notes.');
});

test.each([2, 3, 4, 7, 8, 9, 12, 13, 14])('[CMP-10] it keeps to %i tokens', (maxTokens) => {
  const text = textOfNotes(standing, maxTokens) ?? '';
  expect(simpleMeasurer.text(text)).toBeLessThanOrEqual(maxTokens);
  expect(text).toMatch(/Notes\.$/);
});

test('[CMP-10] notes that do not fit stand for nothing', () => {
  expect(textOfNotes(standing, 1)).toBeUndefined();
  expect(textOfNotes(undefined, 50, { 4: undefined })).toBeUndefined();
  expect(textOfNotes(undefined, 50, {})).toBeUndefined();
});

test('[CMP-10] newer notes take the place of older ones, not of what stood ahead of those', () => {
  const first = summaryOfNotes(left({ 4: 'Goal: rebook.' }), standing, 50, simpleMeasurer);
  const second = summaryOfNotes(left({ 5: 'Goal: refund.' }), first, 50, simpleMeasurer);
  expect(second?.text).toBe(`${standing.text}\nGoal: refund.`);
  const alone = summaryOfNotes(left({ 4: 'Goal: rebook.' }), undefined, 50, simpleMeasurer);
  expect(textOfNotes(alone, 50)).toBe('Notes.');
});

test('[CMP-1] notes of several stages stand below each other', () => {
  expect(textOfNotes(undefined, 50, { 4: 'One.', 5: undefined, 6: 'Two.' })).toBe('One.\nTwo.');
});
