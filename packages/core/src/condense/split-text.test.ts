import { expect, test } from 'vitest';
import { headWithin, lastSentenceEnd, wholeSentencesWithin } from './split-text.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

test('[CMP-10] a long text is cut at ends of lines, then of sentences, then of words', () => {
  expect(headWithin('First line here.\nSecond line here.', 7, count)).toBe('First line here.\n');
  expect(headWithin('First one here. Second one here.', 7, count)).toBe('First one here.');
  expect(headWithin('first words and second words', 5, count)).toBe('first words and ');
});

test('[CMP-10] a sentence of scripts without blanks ends as well', () => {
  expect(headWithin('座席は十四番です。次は十五番です。', 3, count)).toBe('座席は十四番です。');
});

test('[CMP-10] a text that fits stays whole', () => {
  expect(headWithin('Short.', 2, count)).toBe('Short.');
  expect(wholeSentencesWithin('Short and no end', 4, count)).toBe('Short and no end');
});

test('[CMP-10] an answer over its bound is cut at the end of a sentence', () => {
  const text = 'The train leaves at 14:05. The seat is 14C. Nothing else was';
  expect(wholeSentencesWithin(text, 11, count)).toBe('The train leaves at 14:05. The seat is 14C.');
  expect(wholeSentencesWithin(text, 8, count)).toBe('The train leaves at 14:05.');
  expect(wholeSentencesWithin('One sentence that is far too long for it.', 4, count)).toBe('');
});

test('[CMP-10] a full stop within a number or an address ends nothing', () => {
  expect(lastSentenceEnd('It costs 4.50 at shop.example')).toBe(0);
});
