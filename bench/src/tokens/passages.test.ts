import { expect, test } from 'vitest';
import { passagesOf } from './passages.mjs';

const source = (...texts: string[]) => ({ kind: 'prose' as const, name: 'letters', texts });

test('[BENCH] cuts at blank lines, into passages as long as a message', () => {
  const paragraphs = Array.from({ length: 9 }, (_, at) => `${at}`.repeat(600));
  const passages = passagesOf(source(paragraphs.join('\n\n')));
  expect(passages.map(({ text }) => text)).toEqual([
    paragraphs.slice(0, 3).join('\n\n'),
    paragraphs.slice(3, 6).join('\n\n'),
    paragraphs.slice(6, 9).join('\n\n'),
  ]);
  expect(passages[0]?.source).toBe('letters');
});

test('[BENCH] cuts a paragraph without an end', () => {
  const passages = passagesOf(source('x'.repeat(7_000)));
  expect(passages.map(({ text }) => text.length)).toEqual([1_500, 1_500, 1_500, 2_500]);
});

test('[BENCH] leaves out what is too short to say anything', () => {
  expect(passagesOf(source('Hello.', ' \n\n '))).toEqual([]);
});

test('[BENCH] takes no more than six passages of a source, from all of it', () => {
  const passages = passagesOf(source('y'.repeat(1_500 * 60)));
  expect(passages.length).toBe(6);
});
