import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkLimits,
  type RetentionLimits,
  type SessionExtent,
  sessionsOver,
} from './retention.ts';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = 400 * DAY_MS;

const RUNS = { numRuns: 300, seed: 20261126 };

const sessions: fc.Arbitrary<readonly SessionExtent[]> = fc.uniqueArray(
  fc.record({
    id: fc.string(),
    createdAtMs: fc.constant(0),
    updatedAtMs: fc.integer({ min: 0, max: NOW_MS }),
    entries: fc.nat(),
    bytes: fc.nat(1_000),
  }),
  { selector: ({ id }) => id, maxLength: 20 },
);

const limits: fc.Arbitrary<RetentionLimits> = fc.record(
  { maxAgeDays: fc.nat(400), maxSessions: fc.nat(20), maxBytes: fc.nat(10_000) },
  { requiredKeys: [] },
);

test('[STO-3] what retention removes is over a limit, what stays is under all of them, and what is kept stays', () => {
  const arbitraryKept = fc.array(fc.nat(19));
  const held = fc.property(sessions, limits, arbitraryKept, (all, limit, places) => {
    const kept = new Set(places.map((place) => all[place]?.id));
    const removed = sessionsOver(all, limit, { nowMs: NOW_MS, isKept: (id) => kept.has(id) });
    const ids = new Set(removed.map(({ id }) => id));
    const stays = all.filter(({ id }) => !ids.has(id));
    const loose = stays.filter(({ id }) => !kept.has(id));
    expect(removed.filter(({ id }) => kept.has(id))).toEqual([]);
    for (const { over } of removed) expect(limit[over]).toBeDefined();
    const { maxAgeDays = 400, maxSessions = 20, maxBytes = 20_000 } = limit;
    for (const { updatedAtMs } of loose) {
      expect(NOW_MS - updatedAtMs).toBeLessThanOrEqual(maxAgeDays * DAY_MS);
    }
    if (loose.length === 0) return;
    expect(stays.length).toBeLessThanOrEqual(maxSessions);
    expect(bytesOf(stays)).toBeLessThanOrEqual(maxBytes);
    const oldestThatStays = Math.min(...loose.map(({ updatedAtMs }) => updatedAtMs));
    for (const { updatedAtMs } of removed) expect(updatedAtMs).toBeLessThanOrEqual(oldestThatStays);
  });
  fc.assert(held, RUNS);
});

test('[STO-3] without a limit nothing is removed', () => {
  const old = { id: 'a', createdAtMs: 0, updatedAtMs: 0, entries: 9 };
  expect(sessionsOver([old], {}, { nowMs: NOW_MS, isKept: () => false })).toEqual([]);
});

test('[STO-3] [OBS-3] a limit that is not one, and one that there is not, are refused', () => {
  expect(() => checkLimits({ maxAgeDays: Number.NaN })).toThrow('planRetention.maxAgeDays');
  expect(() => checkLimits({ maxSessions: -1 })).toThrow('not less than 0');
  const misspelt: object = { maxAge: 3 };
  expect(() => checkLimits(misspelt)).toThrow('Unknown option `maxAge`');
});

function bytesOf(extents: readonly SessionExtent[]): number {
  return extents.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}
