import { expect, test } from 'vitest';
import { planFacts } from '../source/plan-facts.ts';
import { aDecision, aMadeItem, aPlan } from '../testing/plan-fixture.ts';
import { catalogItemId, catalogState } from './catalog-words.ts';

const CATALOG = { id: 'block-catalog', kind: 'block-catalog', tier: 'archive' } as const;
const listing = planFacts(aPlan([aMadeItem(CATALOG, 'lines')]));
const upTo = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

test('[BLK-1] a catalog in the context says which blocks it lists, and what it costs', () => {
  expect(catalogItemId(listing)).toBe('block-catalog');
  expect(catalogState(listing, upTo(1, 12), 12).words).toMatch(
    /^The catalog lists blocks 1–12 of 12 in the context\. ≈?\d+ tokens, sent with each call\.$/,
  );
});

test('[BLK-1] it says what was cut and why, and what comes later', () => {
  const { words } = catalogState(listing, upTo(5, 10), 12);
  expect(words).toContain('Cut: blocks 1–4, for want of room in its share.');
  expect(words).toContain('2 blocks that closed since will be listed after the next compaction.');
  expect(catalogState(listing, upTo(2, 101), 101).words).toContain(
    'Cut: block 1, older than the newest 100.',
  );
});

test('[BLK-1] a catalog without room is trouble; none at all says how to have one', () => {
  const withheld = planFacts({
    ...aPlan([]),
    withheld: [aDecision('block-catalog', { tier: 'archive', fate: 'evicted' })],
  });
  expect(catalogState(withheld, [], 4)).toMatchObject({ isTrouble: true });
  expect(catalogState(planFacts(aPlan([])), [], 4).words).toContain('catalog: true');
  expect(catalogState(planFacts(aPlan([])), [], 0).words).toContain('No block has closed yet');
  expect(catalogState(undefined, [], 0).words).toContain('No context has been assembled yet');
});
