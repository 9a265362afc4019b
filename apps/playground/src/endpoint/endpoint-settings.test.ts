import { expect, test } from 'vitest';
import { keyFor, NO_ENDPOINT, NO_KEY, parseKey, parseSettings } from './endpoint-settings.ts';

test('settings come back as they were stored', () => {
  const settings = { address: 'https://api.example.com/v1', model: 'small' };
  expect(parseSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test.each([undefined, null, 7, [], {}, { address: 'ftp://x', model: 3 }])(
  'takes the local default for %j',
  (kept) => {
    expect(parseSettings(kept)).toEqual(NO_ENDPOINT);
  },
);

test('a key goes to the server it was typed in for, and to no other', () => {
  const kept = parseKey({ origin: 'https://api.example.com', key: 'secret' });
  expect(keyFor(kept, 'https://api.example.com/v1')).toBe('secret');
  expect(keyFor(kept, 'https://api.example.com/v2?x=1')).toBe('secret');
  expect(keyFor(kept, 'http://api.example.com/v1')).toBeUndefined();
  expect(keyFor(kept, 'https://api.example.com:8443/v1')).toBeUndefined();
  expect(keyFor(kept, 'https://elsewhere.example/v1')).toBeUndefined();
});

test.each([
  undefined,
  {},
  { key: 'secret' },
  { origin: 'https://x.example', key: '' },
  { origin: 'https://x.example', key: 'schlüssel' },
])('%j holds no key', (kept) => {
  expect(parseKey(kept)).toEqual(NO_KEY);
});
