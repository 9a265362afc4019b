import { expect, test } from 'vitest';
import { type ContextBlock, findValue } from './compared-context.ts';

function blocks(...texts: readonly string[]): ContextBlock[] {
  return texts.map((text, at) => ({ key: String(at), kind: 'user', text, tokens: 1 }));
}

test('finds a value where it was said first, with the words around it', () => {
  const found = findValue(blocks('Good morning', 'It is\nQX7-4921, I think.'), 'QX7-4921');
  expect(found).toEqual({ at: 1, kind: 'user', before: 'It is ', after: ', I think.' });
});

test('does not take a longer value for the one that is looked for', () => {
  expect(findValue(blocks('It is QX7-49215.', 'or AQX7-4921'), 'QX7-4921')).toBeUndefined();
  expect(findValue(blocks('QX7-49215 or QX7-4921'), 'QX7-4921')).toMatchObject({
    at: 0,
    after: '',
  });
});

test('finds nothing in no context', () => {
  expect(findValue([], 'QX7-4921')).toBeUndefined();
});
