import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretsOf } from './secrets.ts';

function inPieces(key: string, pieces: readonly string[]): string {
  const filter = secretsOf(key, {}).hideInPieces();
  return pieces.map((piece) => filter.next(piece)).join('') + filter.end();
}

test('a key that a server repeats is taken out', () => {
  const { hide } = secretsOf('sk-1234', {});
  expect(hide('Incorrect key sk-1234: sk-1234')).toBe('Incorrect key •••: •••');
  expect(secretsOf(undefined, {}).hide('Incorrect key')).toBe('Incorrect key');
});

test('a key is known in JSON and in an address too', () => {
  const { hide } = secretsOf('k"e/y\\1', {});
  expect(hide('k\\"e/y\\\\1 k\\"e\\/y\\\\1 k%22e%2Fy%5C1')).toBe('••• ••• •••');
});

test('a key was sent where there is one, or a header that carries one', () => {
  expect(secretsOf('sk-1234', {}).hasKey).toBe(true);
  expect(secretsOf(undefined, { 'api-key': 'a' }).hasKey).toBe(true);
  expect(secretsOf(undefined, { 'x-title': 'a' }).hasKey).toBe(false);
});

test('headers that carry keys are secrets, the others are not', () => {
  const { hide } = secretsOf(undefined, {
    'X-Api-Key': 'aaaa1111',
    authorization: 'Bearer bbbb2222',
    'x-title': 'My app',
  });
  expect(hide('aaaa1111 bbbb2222 My app Bearer')).toBe('••• ••• My app Bearer');
});

test('a plain word that stands for no key stays in answers, and leaves refusals', () => {
  const { hide, hideInAnswer } = secretsOf('ollama', {});
  expect(hideInAnswer('Run ollama serve.')).toBe('Run ollama serve.');
  expect(hide('Bearer ollama')).toBe('Bearer •••');
  expect(inPieces('none', ['no', 'ne'])).toBe('none');
  expect(secretsOf('1', {}).hideInAnswer('1 of 1')).toBe('1 of 1');
});

test('a piece that may begin a key is held back until it is known', () => {
  const filter = secretsOf('sk-123456', {}).hideInPieces();
  expect(filter.next('It is sk-1')).toBe('It is ');
  expect(filter.next('2')).toBe('');
  expect(filter.next('0')).toBe('sk-120');
  expect(filter.next('sk')).toBe('');
  expect(filter.end()).toBe('sk');
  expect(filter.end()).toBe('');
});

test('a text that breaks off within a key does not show what it has of it', () => {
  const { hide, hideInAnswer } = secretsOf('sk-123456', {});
  expect([hide('So: sk-12345'), hideInAnswer('So: sk-1')]).toEqual(['So: •••', 'So: •••']);
  expect(hideInAnswer('So: sk-')).toBe('So: sk-');
  expect(inPieces('sk-123456', ['So: sk', '-123', '45'])).toBe('So: •••');
});

test('a key in other letters or in base64 is taken out', () => {
  const key = 'sk-Live-1234567';
  const { hide } = secretsOf(key, {});
  expect(btoa(key)).not.toContain('=');
  for (const copy of [key.toLowerCase(), key.toUpperCase(), btoa(key)]) {
    expect(hide(`You sent ${copy}!`)).toBe('You sent •••!');
  }
});

const KEYS = ['abab1abab', 'aaaa11', 'a1b1a1b1a'];

test.each(KEYS)('however %s is cut, the pieces joined are the whole without it', (key) => {
  const letters = fc.array(fc.constantFrom('a', 'b', '1'), { maxLength: 3 });
  const pieces = fc.array(
    fc.oneof(
      letters.map((text) => text.join('')),
      fc.nat(key.length).map((length) => key.slice(0, length)),
      fc.nat(key.length).map((length) => key.slice(length)),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(pieces, (cut) => {
      const shown = inPieces(key, cut);
      expect(shown).not.toContain(key);
      expect(shown).toBe(secretsOf(key, {}).hideInAnswer(cut.join('')));
    }),
  );
});
