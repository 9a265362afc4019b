import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ThinkingSplitter } from './split-thinking.ts';

function split(pieces: readonly string[]) {
  const splitter = new ThinkingSplitter();
  const told = [...pieces.map((piece) => splitter.add(piece)), splitter.end()];
  return {
    text: told.map(({ text }) => text).join(''),
    thinking: told.map(({ thinking }) => thinking).join(''),
  };
}

test.each([
  ['plain words', 'Hi', { text: 'Hi', thinking: '' }],
  ['thoughts, then words', '<think>Hm.</think>\n\nHi', { text: 'Hi', thinking: 'Hm.' }],
  ['empty thoughts', '<think>\n\n</think>\n\nHi', { text: 'Hi', thinking: '\n\n' }],
  ['thoughts that do not end', '<think>Hm </thi', { text: '', thinking: 'Hm </thi' }],
  ['a mark in mid-words', 'Write <think> so', { text: 'Write <think> so', thinking: '' }],
  ['the beginning of a mark alone', '<thi', { text: '<thi', thinking: '' }],
  ['nothing', '', { text: '', thinking: '' }],
])('[MOD-1] %s are told apart, in whatever pieces they come', (_, whole, expected) => {
  expect(split([whole])).toEqual(expected);
  expect(split([...whole])).toEqual(expected);
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length), { maxLength: 4 }), (cuts) => {
      const places = [0, ...cuts.toSorted((left, right) => left - right), whole.length];
      const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end));
      expect(split(pieces)).toEqual(expected);
    }),
    { seed: 31 },
  );
});
