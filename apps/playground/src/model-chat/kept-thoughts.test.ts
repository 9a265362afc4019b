import { expect, test } from 'vitest';
import { createKeptThoughts } from './kept-thoughts.ts';

test('thoughts are found by their entry; the oldest are let go beyond the newest two hundred', () => {
  const thoughts = createKeptThoughts();
  for (let index = 0; index <= 200; index += 1) thoughts.keep(`entry-${index}`, `${index}`);
  expect(thoughts.get('entry-0')).toBeUndefined();
  expect(thoughts.get('entry-1')).toBe('1');
  expect(thoughts.get('entry-200')).toBe('200');
});
