import { expect, test } from 'vitest';
import { focusOf, neighbours } from './focus.ts';

test('[RCT-6] the focus goes to the memory behind the one that is gone, else to the one ahead, else to the title', () => {
  const next = neighbours('b', ['a', 'b', 'c']);
  expect(next).toEqual(['c', 'a']);
  const wish = { kind: 'gone', id: 'b', next } as const;
  expect(focusOf(wish, ['a', 'b', 'c'])).toBeUndefined();
  expect(focusOf(wish, ['a', 'c'])).toEqual({ id: 'c' });
  expect(focusOf(wish, ['a'])).toEqual({ id: 'a' });
  expect(focusOf(wish, [])).toBe('title');
});

test('[RCT-6] the focus goes to the first memory of a further page when that has come', () => {
  const wish = { kind: 'behind', id: 'b' } as const;
  expect(focusOf(wish, ['a', 'b'])).toBeUndefined();
  expect(focusOf(wish, ['a', 'b', 'c', 'd'])).toEqual({ id: 'c' });
  expect(focusOf(wish, [])).toBeUndefined();
});
