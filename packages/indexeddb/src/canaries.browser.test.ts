import { afterEach, expect, test, vi } from 'vitest';
import { Canaries, type Canary } from './canaries.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const YEAR_MS = 365 * 24 * 3_600_000;

const sound: Canary = { databaseId: 'of today', createdAtMs: 1_000, entries: 3 };

const keyOf = (name: string) => `agent-memory-canary:["db",${JSON.stringify(name)}]`;

test.each<[string, string]>([
  ['is no JSON', 'x'],
  ['is null', 'null'],
  ['counts fewer messages than none', JSON.stringify({ ...sound, entries: -3 })],
  ['counts half a message', JSON.stringify({ ...sound, entries: 1.5 })],
  ['was made decades ahead', json({ createdAtMs: Date.now() + 30 * YEAR_MS })],
  ['was lost decades ahead', json({ lostAtMs: Date.now() + 30 * YEAR_MS })],
])('[STO-7] a canary that %s is not believed, and costs no other one', (_damage, text) => {
  const canaries = new Canaries('db');
  canaries.set('sound', sound);
  localStorage.setItem(keyOf('damaged'), text);
  localStorage.setItem('agent-memory-canary:["db",no key', JSON.stringify(sound));
  expect(canaries.get('damaged')).toBeUndefined();
  expect(canaries.all()).toEqual(new Map([['sound', sound]]));
});

test('[STO-7] the canary of a session is found by its id and does not say it', () => {
  const canaries = new Canaries('db');
  const ids = [
    'ada@example.org',
    'ada@example.or',
    '',
    'a',
    ...Array.from({ length: 999 }, (_, n) => `chat-${n}`),
  ];
  for (const [entries, id] of ids.entries())
    canaries.set(canaries.nameOf(id), { ...sound, entries });
  for (const [entries, id] of ids.entries()) {
    expect(new Canaries('db').get(canaries.nameOf(id))).toEqual({ ...sound, entries });
  }
  expect(Object.keys(localStorage)).toHaveLength(ids.length);
  for (const key of Object.keys(localStorage)) expect(key).not.toMatch(/@|chat/u);
  expect(new Canaries('other').nameOf('a')).not.toBe(canaries.nameOf('a'));
});

test('[STO-7] a canary of a clock that is some days ahead is believed', () => {
  const canaries = new Canaries('db');
  const ahead = { ...sound, createdAtMs: Date.now() + YEAR_MS / 50 };
  canaries.set('ahead', ahead);
  expect(canaries.get('ahead')).toEqual(ahead);
});

test('[STO-7] without `localStorage` there are no canaries, and nothing fails', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(JSON.parse('null'));
  const canaries = new Canaries('db');
  canaries.set('any', sound);
  expect(canaries.get('any')).toBeUndefined();
  expect(canaries.all()).toEqual(new Map());
  canaries.remove('any');
});

function json(damage: Partial<Canary>): string {
  return JSON.stringify({ ...sound, ...damage });
}
