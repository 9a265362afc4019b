import { expect, test } from 'vitest';
import { knownWords, titleOfCode, wordsOfCode } from './format.ts';

test('[DEV-3] a code reads as words, however it is written', () => {
  for (const code of ['QUOTA_HELD', 'quota-held', 'quotaHeld', ' quota held ']) {
    expect(wordsOfCode(code)).toBe('quota held');
  }
  expect(titleOfCode('NOTE_SET')).toBe('Note set');
  expect(titleOfCode('')).toBe('');
});

test('[DEV-3] a name that every object has is not taken for a known one', () => {
  expect(knownWords({ sent: 'sent' }, 'sent')).toBe('sent');
  expect(knownWords({ sent: 'sent' }, 'constructor')).toBeUndefined();
});
