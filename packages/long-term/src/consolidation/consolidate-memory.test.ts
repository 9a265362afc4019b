import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { RecordSource } from '../records/memory-record.ts';
import { knownRecord } from '../records/standing.ts';
import { aRecord, START_MS } from '../testing/a-record.ts';
import { consolidateMemory } from './consolidate-memory.ts';
import { planConsolidation } from './plan-consolidation.ts';

const { PROPERTY_RUNS = 300, PROPERTY_SEED = 20261123 } = process.env;
const DAY_MS = 86_400_000;

const episode = (text: string, entryId: string): MemoryDraft => ({
  type: 'project',
  kind: 'episode',
  text,
  source: 'agent_inferred',
  evidence: [{ sessionId: 's', entryId }],
});

test('[EXT-7] episodes that repeat become one fact that links to them, and no surer than they are', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  await longTerm.store(episode('The nightly build failed in the signing step on Monday.', 'a'));
  await longTerm.store(episode('The nightly build failed in the signing step on Tuesday.', 'b'));
  const twice = await consolidateMemory(longTerm);
  expect(twice.facts).toEqual([]);
  await longTerm.store(episode('The nightly build failed in the signing step again.', 'c'));
  await longTerm.store(episode('The release notes were translated into Dutch.', 'd'));
  const { facts } = await consolidateMemory(longTerm);
  const [fact] = facts;
  expect(fact?.episodeIds).toHaveLength(3);
  const known = await longTerm.record(fact?.recordId ?? '');
  expect(known?.record).toMatchObject({ kind: 'fact', source: 'agent_inferred', confidence: 0.6 });
  expect(known?.record.text).toContain('3 times');
  expect(known?.record.evidence.map(({ entryId }) => entryId).toSorted()).toEqual(['a', 'b', 'c']);
  expect(known?.labels).toContain('hypothesis');
});

test('[EXT-7] called again it changes nothing, and a further episode makes the fact anew', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  for (const name of ['a', 'b', 'c']) {
    await longTerm.store(
      episode(`The nightly build failed in the signing step on day ${name}.`, name),
    );
  }
  const [first] = (await consolidateMemory(longTerm)).facts;
  const before = await longTerm.list({ kinds: ['fact'] });
  expect((await consolidateMemory(longTerm)).facts).toEqual([first]);
  expect((await longTerm.list({ kinds: ['fact'] })).items).toEqual(before.items);
  await longTerm.store(episode('The nightly build failed in the signing step on day d.', 'd'));
  await consolidateMemory(longTerm);
  const { items } = await longTerm.list({ kinds: ['fact'] });
  expect(items.map(({ record }) => record.text)).toEqual([expect.stringContaining('4 times')]);
});

test('[EXT-7] duplicates become one record with the evidence of all; the user keeps the word', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const said = { type: 'user', text: 'Answers in French, please.' } as const;
  const at = (entryId: string) => ({ evidence: [{ sessionId: 's', entryId }] });
  await longTerm.store({ ...said, kind: 'fact', source: 'agent_inferred', ...at('a') });
  await longTerm.store({ ...said, kind: 'preference', source: 'user_stated', ...at('b') });
  const { merged } = await consolidateMemory(longTerm);
  expect(merged).toHaveLength(1);
  const { items } = await longTerm.list({});
  expect(items).toMatchObject([{ record: { source: 'user_stated', kind: 'preference' } }]);
  expect(items[0]?.record.evidence.map(({ entryId }) => entryId).toSorted()).toEqual(['a', 'b']);
});

test('[EXT-7] what is old and was never used is proposed with reasons, and forgotten only by a rule', async () => {
  let nowMs = START_MS;
  const clock = { nowMs: () => nowMs };
  const longTerm = createLongTermMemory({ user: 'ada', clock, sweepEveryMs: 0 });
  const stored = await longTerm.store({
    type: 'user',
    kind: 'fact',
    text: 'Ada once lived in Oslo.',
    source: 'user_stated',
  });
  nowMs += 40 * DAY_MS;
  const { proposals } = await consolidateMemory(longTerm, { nowMs });
  expect(proposals).toMatchObject([
    {
      ageDays: 40,
      isUsersWord: true,
      reasons: ['It is 40 days old and was never used.', expect.any(String), expect.any(String)],
    },
  ]);
  expect((await longTerm.list({})).items).toHaveLength(1);
  const ruled = await consolidateMemory(longTerm, { nowMs, decide: ({ ageDays }) => ageDays > 35 });
  expect(ruled.forgottenIds).toEqual(stored.kind === 'refused' ? [] : [stored.record.id]);
  expect((await longTerm.list({})).items).toEqual([]);
});

test(`[GRD-1] no fact is surer than the least sure of its episodes (seed ${PROPERTY_SEED})`, async () => {
  // `keys` forgets the names of a table.
  const names = Object.keys(WRITE_POLICY.sources) as RecordSource[];
  const source = fc.constantFrom(...names);
  const sources = fc.array(source, { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.property(sources, (given) => {
      const records = given.map((one, index) =>
        aRecord({
          id: `r-${index}`,
          kind: 'episode',
          source: one,
          confidence: WRITE_POLICY.sources[one].confidence,
          text: `The nightly build failed in the signing step on day ${'abcdef'[index]}.`,
        }),
      );
      const known = records.map((record) => knownRecord(record, START_MS));
      const rules = { nowMs: START_MS, repetitions: 3, unusedDays: 30 };
      const [fact] = planConsolidation(known, rules).facts;
      const least = Math.min(...records.map(({ confidence }) => confidence));
      expect(WRITE_POLICY.sources[fact?.draft.source ?? 'user_stated'].confidence).toBe(least);
      expect(fact?.draft.confidence).toBe(least);
    }),
    { numRuns: Number(PROPERTY_RUNS), seed: Number(PROPERTY_SEED) },
  );
});
