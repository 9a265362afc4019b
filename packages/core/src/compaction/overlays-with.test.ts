import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EntryOverlay, noOverlays, type RangeOverlay } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';
import { withEntryOverlays, withRanges } from './carry-out.ts';

const LENGTH = 60;

function aRange(fromSeq: number, toSeq: number, tokens = toSeq - fromSeq): RangeOverlay {
  return { fromSeq, toSeq, tokens, compactionId: 'k' };
}

function anOverlay(seq: number, compactionId = 'k'): EntryOverlay {
  return { kind: 'evicted-results', seq, compactionId, supersededBySeq: LENGTH };
}

/** Compactions one after another: each takes units out that are still in the view. */
const compactions = fc.array(fc.uniqueArray(fc.nat(LENGTH - 1), { maxLength: 12 }), {
  maxLength: 6,
});

test('[CMP-8] ranges stay sorted, disjoint and merged, whatever leaves and in whatever order (seed 20261121)', async () => {
  await fc.assert(
    fc.property(compactions, fc.uniqueArray(fc.nat(LENGTH - 1)), (given, shortened) => {
      const gone = new Set<number>();
      let overlays = withEntryOverlays(
        noOverlays(),
        shortened.map((seq) => anOverlay(seq)),
      );
      for (const seqs of given) {
        const leaving = seqs.filter((seq) => !gone.has(seq));
        for (const seq of leaving) gone.add(seq);
        overlays = withRanges(
          overlays,
          leaving.map((seq) => aRange(seq, seq + 1)),
        );
      }
      overlays.ranges.forEach((range, index) => {
        const next = overlays.ranges[index + 1];
        expect(range.fromSeq).toBeLessThan(range.toSeq);
        if (next) expect(range.toSeq).toBeLessThan(next.fromSeq);
        expect(range.tokens).toBe(range.toSeq - range.fromSeq);
      });
      for (let seq = 0; seq < LENGTH; seq += 1) {
        const naive = overlays.ranges.find((range) => range.fromSeq <= seq && seq < range.toSeq);
        expect(rangeAt(overlays, seq)).toBe(naive);
        expect(naive !== undefined).toBe(gone.has(seq));
        expect(overlays.entries.has(seq)).toBe(shortened.includes(seq) && !gone.has(seq));
      }
    }),
    { seed: 20261121 },
  );
});

test('[CMP-8] a newer overlay of an entry takes the place of the older one', () => {
  const before = withEntryOverlays(noOverlays(), [anOverlay(1, 'old'), anOverlay(2, 'old')]);
  const after = withEntryOverlays(before, [anOverlay(2, 'new')]);
  expect([...after.entries.values()].map((overlay) => overlay.compactionId)).toEqual([
    'old',
    'new',
  ]);
});

test('[CMP-7] what was there before is left as it was', () => {
  const before = withRanges(withEntryOverlays(noOverlays(), [anOverlay(1)]), [aRange(3, 4)]);
  const copy = structuredClone(before);
  withRanges(withEntryOverlays(before, [anOverlay(2)]), [aRange(0, 3)]);
  expect(before).toEqual(copy);
});

test('[CMP-8] adding nothing gives the same overlays', () => {
  const overlays = noOverlays();
  expect(withRanges(overlays, [])).toBe(overlays);
  expect(withEntryOverlays(overlays, [])).toBe(overlays);
});

test.each<[RangeOverlay['source'], RangeOverlay['source'], RangeOverlay['source']]>([
  ['estimated', undefined, 'estimated'],
  [undefined, 'estimated', 'estimated'],
  [undefined, undefined, undefined],
])('[TOK-2] ranges of %s and %s figures join to one that is %s', (first, second, joined) => {
  const parts = [
    { ...aRange(0, 2), ...(first && { source: first }) },
    { ...aRange(2, 3), ...(second && { source: second }) },
  ];
  expect(withRanges(noOverlays(), parts).ranges.map((range) => range.source)).toEqual([joined]);
});

test('[CMP-14] a merged range belongs to the compaction that made it grow', () => {
  const before = withRanges(noOverlays(), [aRange(0, 2, 30)]);
  const after = withRanges(before, [{ ...aRange(2, 3, 12), compactionId: 'later' }]);
  expect(after.ranges).toEqual([{ fromSeq: 0, toSeq: 3, tokens: 42, compactionId: 'later' }]);
});
