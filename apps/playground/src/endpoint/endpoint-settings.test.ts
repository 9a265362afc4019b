import { expect, test } from 'vitest';
import { endpointOptionsOf, parseKey, parseSettings } from './endpoint-settings.ts';

test('settings come back as they were stored', () => {
  const settings = { address: 'https://api.example.com/v1', model: 'small' };
  expect(parseSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test.each([undefined, null, 7, [], {}, { address: 'ftp://x', model: 3 }])(
  'takes the local default for %j',
  (kept) => {
    expect(parseSettings(kept)).toEqual({ address: 'http://localhost:11434/v1', model: '' });
  },
);

test('a key goes to the server it was typed in for, and to no other', () => {
  const kept = parseKey({ origin: 'https://api.example.com', key: 'secret' });
  expect(endpointOptionsOf('https://api.example.com/v1', kept).apiKey).toBe('secret');
  expect(endpointOptionsOf('https://api.example.com/v2?x=1', kept).apiKey).toBe('secret');
  expect(endpointOptionsOf('http://api.example.com/v1', kept)).not.toHaveProperty('apiKey');
  expect(endpointOptionsOf('https://api.example.com:8443/v1', kept)).not.toHaveProperty('apiKey');
  expect(endpointOptionsOf('https://elsewhere.example/v1', kept)).not.toHaveProperty('apiKey');
});

test.each([
  undefined,
  {},
  { key: 'secret' },
  { origin: 'https://x.example', key: '' },
  { origin: 'https://x.example', key: 'schlüssel' },
])('%j holds no key', (kept) => {
  expect(parseKey(kept)).toEqual({});
});
