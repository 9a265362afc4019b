import { expect, test } from 'vitest';
import {
  blockTokens,
  lineAuthor,
  messagesWords,
  recallCall,
  runsWords,
  stepsWords,
  usageWords,
} from './run-words.ts';

const RUN = { number: 2, fromSeq: 4, toSeq: 10, steps: 1, isClosed: true };

test('[BLK-1] the author of a line is told in words, one that came later by its name', () => {
  expect(lineAuthor('title').meaning).toBe('set by hand');
  // A value of a package that is newer than this one.
  const later = 'another-model' as 'title';
  expect(lineAuthor(later).name).toBe('another model');
});

test('[RUN-1] steps and messages are counted in words', () => {
  expect(stepsWords(RUN)).toBe('1 step');
  expect(messagesWords(RUN)).toBe('6 messages');
  expect(messagesWords(RUN, 4)).toBe('4 of 6 messages');
  expect(runsWords({ first: 1, last: 1 })).toBe('run 1');
  expect(runsWords({ first: 1, last: 3 })).toBe('runs 1–3');
});

test('[BLK-1] tokens say their source, and usage that it is the provider’s', () => {
  const block = { number: 1, fromSeq: 0, toSeq: 2, request: '', summary: '' };
  const figures = { summaryBy: 'title', tokens: 1_234, tokenSource: 'estimated' } as const;
  expect(blockTokens({ ...block, ...figures })).toBe('≈1,234 tokens of its messages, estimated');
  expect(usageWords(undefined)).toContain('reported no usage');
  expect(usageWords({ calls: 2, inputTokens: 2_500, cachedInputTokens: 200 })).toBe(
    'The provider reported 2,500 input tokens in 2 calls, 200 of them cached.',
  );
});

test('[CMP-9] the call that brings messages back is the one of the markers', () => {
  expect(recallCall(12, 13)).toBe('recall({"message":12})');
  expect(recallCall(3, 17)).toBe('recall({"from":3,"to":16})');
});
