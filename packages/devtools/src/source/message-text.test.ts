import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { indexOfPhrase, messageText } from './message-text.ts';

test('[DEV-1] what a message is made of is found, whatever its case', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'grapheme' }),
      (before, phrase, after) => {
        expect(indexOfPhrase(before + phrase + after, phrase)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
  expect(indexOfPhrase('The CHAIN skips', 'chain')).toBe(4);
  expect(indexOfPhrase('İstanbul CHAIN (x)', 'chain (X)')).toBe(9);
  expect(indexOfPhrase('nothing', 'chain')).toBe(-1);
});

test('[DEV-1] the text of a message is every part that can be read', () => {
  const message = {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'Hm.' },
      { type: 'unknown', value: { type: 'audio', id: 7 } },
    ],
  } as const;
  expect(messageText(message)).toBe('Hm.\n{\n  "type": "audio",\n  "id": 7\n}');
});

test('[DEV-1] a part of a type that came later is shown as data, one that has no JSON by its name', () => {
  const part = { type: newerKind<'unknown'>('audio'), value: { seconds: 3 } };
  expect(messageText({ role: 'user', parts: [part] })).toContain('"seconds": 3');
  const big = { type: 'unknown', value: 10n } as const;
  expect(messageText({ role: 'user', parts: [big] })).toBe('10');
});
