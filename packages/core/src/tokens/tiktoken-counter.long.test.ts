import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { expect, test } from 'vitest';
import { loadTiktokenCounter } from './tiktoken-counter.ts';
import { stepsOfCounter } from './token-counter.ts';

const reference = new Tiktoken(o200k);
const referenceCount = (text: string) => reference.encode(text, [], []).length;

// A quadratic merge would need hours for these; the expected figures come from short runs.
test.each([
  ['one letter', 'a'],
  ['one capital', 'A'],
  ['blanks', ' '],
  ['line breaks', '\n'],
  ['hyphens', '-'],
  ['combining marks', '\u0301'],
  ['lone surrogates', '\ud800'],
  ['an ideograph', '漢'],
  ['a rare ideograph', '𠮷'],
  ['emoji', '😀'],
])('[TOK-1] counts a million code units of %s', async (_name, character) => {
  const counter = await loadTiktokenCounter();
  const shortRun = referenceCount(character.repeat(SHORT_RUN));
  const repeats = 2 ** 20 / character.length;
  expect(counter.count(character.repeat(repeats))).toBe((shortRun * repeats) / SHORT_RUN);
});

test.each([
  ['letters and digits in turn', 'a1'],
  ['words of CJK without a blank', '記憶は文脈の中にある'],
  ['capitals and small letters in turn', 'aB'],
  ['emoji joined to families', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
])('[TOK-1] counts a million code units of %s', async (_name, unit) => {
  const counter = await loadTiktokenCounter();
  // Long enough that what the ends do differently is the same in both.
  const countOf = (repeats: number) => counter.count(unit.repeat(repeats));
  const perUnit = countOf(128) - countOf(127);
  expect(countOf(127)).toBe(referenceCount(unit.repeat(127)));
  const repeats = Math.floor(2 ** 20 / unit.length);
  expect(countOf(repeats)).toBeGreaterThan(0);
  expect(Math.abs(countOf(repeats) / repeats / perUnit - 1)).toBeLessThan(0.5);
});

test('[TOK-1] counts a million digits in threes', async () => {
  const counter = await loadTiktokenCounter();
  expect(counter.count('7'.repeat(1_000_000))).toBe(Math.ceil(1_000_000 / 3));
});

/** Long enough that a million is a whole number of them, short enough for a quadratic merge. */
const SHORT_RUN = 512;

test('[TOK-1] counts four million characters of one word, where an expression would throw', async () => {
  const counter = await loadTiktokenCounter();
  const repeats = 2 ** 22;
  expect(counter.count('𠮷'.repeat(repeats))).toBe(counter.count('𠮷') * repeats);
});

test.each([
  ['one letter', 'a'],
  ['blanks', ' '],
  ['line breaks', '\n'],
])('[TOK-1] a run of %s is counted in steps that do not grow with it', async (_name, character) => {
  const counter = await loadTiktokenCounter();
  const stepsFor = (text: string) => {
    const steps = stepsOfCounter(counter)?.(text);
    if (!steps) throw new Error('this counter knows no steps');
    for (let taken = 1; ; taken += 1) {
      const { done, value } = steps.next();
      if (!done) continue;
      expect(value).toBe(counter.count(text));
      return taken;
    }
  };
  const few = stepsFor(character.repeat(2 ** 16));
  expect(few).toBeGreaterThan(2 ** 16 / 2_048);
  expect(stepsFor(character.repeat(2 ** 19))).toBeGreaterThan(4 * few);
});

test('[TOK-1] stays exact when more pieces pass than the memo holds', async () => {
  const counter = await loadTiktokenCounter();
  const pieces = Array.from({ length: 150_000 }, (_, index) => ` x${letters(index)}q`);
  const counts = pieces.map((piece) => counter.count(piece));
  expect(counter.count(pieces.join(''))).toBe(counts.reduce((sum, count) => sum + count, 0));
  for (let index = 0; index < pieces.length; index += 1_499) {
    expect(counts[index]).toBe(referenceCount(pieces[index] ?? ''));
  }
});

/** A distinct word for each number. */
function letters(value: number): string {
  return [...value.toString(26)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');
}
