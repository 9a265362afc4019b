import { expect, test } from 'vitest';
import { shownLine, shownText } from './message-text.ts';
import { startOf } from './record-facts.ts';

test('[GRD-3] characters that nobody sees are shown by their numbers, and lines stay lines', () => {
  expect(shownText('a\u200Bb\u202Ec\r\nd\u{E0041}')).toBe('a⟨U+200B⟩b⟨U+202E⟩c\nd⟨U+E0041⟩');
  expect(shownText('👩‍🚀 na\u0308her')).toBe('👩‍🚀 na\u0308her');
  expect(shownLine(' a\n\tb\u200Bc')).toBe(' a b⟨U+200B⟩c');
});

test('[DEV-6] the beginning of a record in a list shows them, too', () => {
  expect(startOf('Ada\u2060 likes\ntea.')).toBe('Ada⟨U+2060⟩ likes tea.');
  expect(startOf('x'.repeat(400))).toBe(`${'x'.repeat(160)}…`);
});
