import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderScratchpad } from './render-scratchpad.ts';

const count = (text: string) => text.length;
const pad = {
  objective: 'Book a train',
  keyFacts: ['two people', 'no bikes'],
  decisions: [],
  currentStep: '',
  openCounts: { hotels: 2 },
  attempts: 3,
  nothing: null,
};

const WHOLE = `Scratchpad (notes kept by the agent):
Objective: Book a train
Key facts:
- two people
- no bikes
Open counts: {"hotels":2}
Attempts: 3`;

test('[PAD-1] reads as a line a field and a dash a list item, empty fields left out', () => {
  expect(renderScratchpad(pad, Number.POSITIVE_INFINITY, count)).toBe(WHOLE);
});

test('[PAD-1] is not cut where it fits to the last token', () => {
  expect(renderScratchpad(pad, WHOLE.length, count)).toBe(WHOLE);
});

test('[BUD-3] where there is less room, whole lines from the start stay and the cut is stated', () => {
  const text = renderScratchpad(pad, WHOLE.length - 1, count);
  expect(text).toBe(`Scratchpad (notes kept by the agent):
Objective: Book a train
Key facts:
- two people
- no bikes
(cut: no room for the rest)`);
});

test('[BUD-3] without room for a line there is nothing', () => {
  expect(renderScratchpad(pad, 30, count)).toBe('');
  expect(renderScratchpad(pad, -5, count)).toBe('');
});

test.each([[{}], [{ objective: '', keyFacts: [] }], [null], [undefined], ['text']])(
  '[PAD-1] nothing is said of %j',
  (empty) => {
    expect(renderScratchpad(empty, Number.POSITIVE_INFINITY, count)).toBe('');
  },
);

test('[BUD-3] never takes more than its room (seed 20261121)', async () => {
  const values = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 20 }), fc.jsonValue());
  await fc.assert(
    fc.property(
      fc.dictionary(fc.string(), values),
      fc.integer({ min: 0, max: 900 }),
      (any, room) => {
        expect(count(renderScratchpad(any, room, count))).toBeLessThanOrEqual(room);
      },
    ),
    { seed: 20261121 },
  );
});

test('[BUD-3] cutting a pad of thousands of lines counts only a few candidates', () => {
  let counts = 0;
  const keyFacts = Array.from({ length: 5_000 }, (_, index) => `fact ${index}`);
  const text = renderScratchpad({ keyFacts }, 2_000, (candidate) => {
    counts += 1;
    return candidate.length;
  });
  expect(text).toContain('fact 100');
  expect(counts).toBeLessThan(20);
});
