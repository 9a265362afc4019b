import { afterEach, expect, test, vi } from 'vitest';
import { createKeptValue } from './kept-value.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const asText = (kept: unknown): string => (typeof kept === 'string' ? kept : 'nothing');

function stubStorage(entries: Record<string, string> = {}): Record<string, string> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value;
    },
  });
  return entries;
}

test('brings back what an earlier page set', () => {
  stubStorage();
  createKeptValue('theme', asText).set('dark');
  expect(createKeptValue('theme', asText).get()).toBe('dark');
});

test.each(['{', '7', 'null'])('takes %s, which it did not write, for nothing', (text) => {
  stubStorage({ theme: text });
  expect(createKeptValue('theme', asText).get()).toBe('nothing');
});

test('holds its value for the page where storage is denied', () => {
  vi.stubGlobal('localStorage', undefined);
  const kept = createKeptValue('theme', asText);
  kept.set('dark');
  expect(kept.get()).toBe('dark');
});
