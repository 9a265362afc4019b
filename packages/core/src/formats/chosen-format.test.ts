import { expect, test } from 'vitest';
import { chosenFormat } from './chosen-format.ts';
import { openAi } from './openai/openai-format.ts';

test('[MSG-2] `openai` is the one format with a name, and any other is taken as it is', () => {
  expect(chosenFormat('openai')).toBe(openAi);
  const own = { name: 'own', read: () => [], write: () => [], render: () => ({}) };
  expect(chosenFormat(own)).toBe(own);
});

test.each([
  ['a name that is not one', 'anthropic'],
  ['something without functions', { name: 'own' }],
  ['nothing', null],
])('[MSG-2] %s is refused by the name of the option', (_, choice) => {
  expect(() => chosenFormat(choice as never)).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION', option: 'format' }),
  );
});
