import { expect, test } from 'vitest';
import {
  chatUrl,
  isMixedContent,
  isThisDevice,
  modelsUrl,
  originOf,
  readBaseUrl,
} from './base-url.ts';

test.each([
  ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
  [' http://localhost:11434/v1/ ', 'http://localhost:11434/v1'],
  ['localhost:1234/v1', 'http://localhost:1234/v1'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['api.example.com/v1', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/models/', 'https://api.example.com/v1'],
  ['https://x.example/openai?api-version=1', 'https://x.example/openai?api-version=1'],
  ['https://x.example/?api-version=1', 'https://x.example?api-version=1'],
  ['https://x.example/v1#top', 'https://x.example/v1'],
])('reads %j as %s', (typed, address) => {
  expect(readBaseUrl(typed)).toEqual({ kind: 'url', baseUrl: address });
});

test.each([
  ['', 'Type the address of a server'],
  ['http://', '“http://” is no address of a server'],
  ['/v1', '“/v1” is no address of a server'],
  ['//example.com/v1', '“//example.com/v1” is no address of a server'],
  ['ftp://example.com', 'An address begins with http:// or https://'],
  ['https://me:secret@example.com', 'A name or password does not belong into the address'],
])('refuses %j in words', (typed, problem) => {
  expect(readBaseUrl(typed)).toEqual({ kind: 'problem', problem });
});

test('the calls lie below the address, before its query', () => {
  expect(modelsUrl('http://localhost:11434/v1')).toBe('http://localhost:11434/v1/models');
  expect(chatUrl('https://x.example/a?b=1')).toBe('https://x.example/a/chat/completions?b=1');
  expect(chatUrl('https://x.example')).toBe('https://x.example/chat/completions');
});

test('an origin that is not one is of no device', () => {
  expect(isThisDevice('null')).toBe(false);
});

test('a server is its scheme, host and port', () => {
  expect(originOf('http://localhost:11434/v1')).toBe('http://localhost:11434');
});

test.each(['http://localhost:1/v1', 'http://127.0.0.1/v1', 'http://[::1]:8080/v1'])(
  '%s is this device, and no browser calls it mixed content',
  (address) => {
    expect(isThisDevice(address)).toBe(true);
    expect(isMixedContent(address, 'https://page.example')).toBe(false);
  },
);

test('an encrypted page may not ask a plain server elsewhere; a plain page may', () => {
  expect(isMixedContent('http://192.168.1.5:11434/v1', 'https://page.example')).toBe(true);
  expect(isMixedContent('https://api.example.com/v1', 'https://page.example')).toBe(false);
  expect(isMixedContent('http://192.168.1.5:11434/v1', 'http://localhost:4173')).toBe(false);
});
