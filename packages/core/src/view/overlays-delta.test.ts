import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condensed, EntryOverlay, Overlays, RangeOverlay } from './overlay.ts';
import { overlaysBefore, overlaysDelta } from './overlays-delta.ts';

const range = (fromSeq: number, compactionId: string): RangeOverlay => ({
  fromSeq,
  toSeq: fromSeq + 1,
  compactionId,
  tokens: 10,
});

const overlay = (seq: number, compactionId: string): EntryOverlay => ({
  kind: 'evicted-results',
  seq,
  compactionId,
});

const condensed = (id: string): Condensed => ({
  id,
  compactionId: id,
  text: `summary ${id}`,
  beforeSeq: 1,
  coveredEntries: 2,
  coveredTokens: 20,
  values: { values: [], newestSeq: -1 },
});

/** One step of a life of overlays; parts that stay the same stay the same objects. */
const steps = fc.record({
  epoch: fc.nat(3),
  ranges: fc.uniqueArray(fc.nat(12), { maxLength: 6 }),
  entries: fc.uniqueArray(fc.nat(12), { maxLength: 6 }),
  fresh: fc.boolean(),
  condensed: fc.constantFrom('same', 'new', 'none'),
});

function after(before: Overlays, step: Step, id: string): Overlays {
  const oldRange = (seq: number) => before.ranges.find(({ fromSeq }) => fromSeq === seq);
  const ranges = step.ranges
    .toSorted((a, b) => a - b)
    .map((seq) => (step.fresh ? undefined : oldRange(seq)) ?? range(seq, id));
  const entries = new Map(
    step.entries.map((seq) => [
      seq,
      (step.fresh ? undefined : before.entries.get(seq)) ?? overlay(seq, id),
    ]),
  );
  const texts = { same: before.condensed, new: condensed(id), none: undefined };
  const text = texts[step.condensed as keyof typeof texts];
  return { epoch: step.epoch, ranges, entries, ...(text && { condensed: text }) };
}

type Step = typeof steps extends fc.Arbitrary<infer Each> ? Each : never;

test('[HIS-3] from the newest overlays and the deltas, every earlier state is had again (seed 20261122)', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 8 }), (life) => {
      const states: Overlays[] = [{ epoch: 0, ranges: [], entries: new Map() }];
      for (const [index, step] of life.entries()) {
        states.push(after(states.at(-1) as Overlays, step, `c${index}`));
      }
      let standing = states.at(-1) as Overlays;
      for (let index = states.length - 2; index >= 0; index -= 1) {
        const before = states[index] as Overlays;
        const delta = overlaysDelta(before, states[index + 1] as Overlays);
        standing = overlaysBefore(standing, JSON.parse(JSON.stringify(delta)));
        expect(standing).toEqual(before);
      }
    }),
    { seed: 20261122 },
  );
});

test('[HIS-3] a delta leaves out the exact values that a condensed text was made from', () => {
  const full = { ...condensed('a'), values: { values: [], newestSeq: 7 } };
  const before: Overlays = { epoch: 0, ranges: [], entries: new Map(), condensed: full };
  const delta = overlaysDelta(before, { epoch: 0, ranges: [], entries: new Map() });
  expect(delta.condensedBefore).not.toHaveProperty('values');
});
