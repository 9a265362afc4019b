import { expect, test } from 'vitest';
import { leftOutText } from './left-out.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test('one file needs no words', () => {
  expect(leftOutText({ name: 'a.gguf' }, [])).toBeUndefined();
});

test('of several files dropped at once it is said which was taken, and which were not', () => {
  expect(leftOutText({ name: 'a.gguf' }, named('b.gguf'))).toBe(
    'Only “a.gguf” was taken; “b.gguf” was not: drop one file at a time.',
  );
  expect(leftOutText({ name: 'a.gguf' }, named('b.gguf', 'talk.json'))).toBe(
    'Only “a.gguf” was taken; “b.gguf”, “talk.json” were not: drop one file at a time.',
  );
});
