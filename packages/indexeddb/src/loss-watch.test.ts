import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Canary } from './canaries.ts';
import { lossesAmong } from './loss-watch.ts';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = 100 * DAY_MS;

const RUNS = { numRuns: 300, seed: 20261126 };

const canary: fc.Arbitrary<Canary> = fc
  .record({
    databaseId: fc.constantFrom('open', 'earlier', 'earlier still'),
    createdAtMs: fc.nat(),
    entries: fc.nat(),
    lostAtMs: fc.option(fc.integer({ min: 0, max: NOW_MS }), { nil: undefined }),
  })
  .map(({ lostAtMs, ...rest }) => ({ ...rest, ...(lostAtMs !== undefined && { lostAtMs }) }));

const sessions = fc.dictionary(fc.string(), canary).map((held) => new Map(Object.entries(held)));

test('[STO-7] a session is lost where another database took it, is news once, and is told for a month', () => {
  const held = fc.property(sessions, (acknowledged) => {
    const { lost, news, outlived } = lossesAmong(acknowledged, 'open', NOW_MS);
    for (const [id, { databaseId, lostAtMs }] of acknowledged) {
      const isElsewhere = databaseId !== 'open';
      const isOld = lostAtMs !== undefined && NOW_MS - lostAtMs > 30 * DAY_MS;
      expect(lost.has(id)).toBe(isElsewhere && !isOld);
      expect(outlived.includes(id)).toBe(isElsewhere && isOld);
      expect(news.has(id)).toBe(isElsewhere && lostAtMs === undefined);
    }
    for (const { lostAtMs } of news.values()) expect(lostAtMs).toBe(NOW_MS);
  });
  fc.assert(held, RUNS);
});
