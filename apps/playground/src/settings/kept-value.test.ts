import { expect, test } from 'vitest';
import { createKeptValue, type KeyValueStorage } from './kept-value.ts';

function aStorage(kept: Record<string, string> = {}): KeyValueStorage {
  const items = new Map(Object.entries(kept));
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  };
}

const deniedStorage = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

const asText = (kept: unknown): string => (typeof kept === 'string' ? kept : 'default');

test('brings back what an earlier page set', () => {
  const storage = aStorage();
  createKeptValue('theme', asText, () => storage).set('dark');
  expect(createKeptValue('theme', asText, () => storage).get()).toBe('dark');
});

test.each(['{', '7', 'null'])('takes the default for %j', (text) => {
  const storage = aStorage({ theme: text });
  expect(createKeptValue('theme', asText, () => storage).get()).toBe('default');
});

test('holds its value for the page where storage is denied', () => {
  const kept = createKeptValue('theme', asText, deniedStorage);
  expect(kept.get()).toBe('default');
  kept.set('light');
  expect(kept.get()).toBe('light');
});

test('tells listeners until they leave', () => {
  const storage = aStorage();
  const kept = createKeptValue('theme', asText, () => storage);
  let calls = 0;
  const leave = kept.subscribe(() => {
    calls += 1;
  });
  kept.set('dark');
  leave();
  kept.set('light');
  expect(calls).toBe(1);
});
