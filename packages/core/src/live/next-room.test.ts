import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRoom, type RoomAsked } from './section-texts.ts';

function asked(...wanted: readonly (readonly [wantedTokens: number, share: number])[]) {
  return wanted.map(([wantedTokens, share]) => ({ wantedTokens, share }));
}

/** One section after another, each of which uses all that it gets. */
function divided(wanted: readonly RoomAsked[], roomTokens: number): readonly number[] {
  let left = roomTokens;
  return wanted.map((_, index) => {
    const tokens = nextRoom(wanted.slice(index), left);
    left -= tokens;
    return tokens;
  });
}

test.each([
  ['all get what they want where there is room', asked([50, 0.1], [30, 0.1]), 100, [50, 30]],
  ['too little is divided by shares', asked([90, 0.1], [90, 0.2]), 90, [30, 60]],
  ['what one leaves goes to the others', asked([10, 0.1], [90, 0.1], [90, 0.1]), 90, [10, 40, 40]],
  ['it goes to those ahead too', asked([90, 0.1], [90, 0.1], [10, 0.1]), 90, [40, 40, 10]],
  ['odd tokens go to the later ones', asked([9, 0.1], [9, 0.1], [9, 0.1]), 11, [3, 4, 4]],
  ['without room nobody gets any', asked([9, 0.1], [0, 0.1]), -5, [0, 0]],
  ['who wants nothing gets nothing', asked([0, 0.5], [9, 0.1]), 5, [0, 5]],
  ['of nobody nothing is given', [], 5, []],
])('[TIER-4] %s', (_, wanted, roomTokens, expected) => {
  expect(divided(wanted, roomTokens)).toEqual(expected);
});

const ask = fc.record({
  wantedTokens: fc.nat({ max: 3_000 }),
  share: fc.double({ min: 0.001, max: 1, noNaN: true }),
});

test('[TIER-4] [BUD-3] the room is never passed, nobody gets more than is wanted, and hardly a token is left while one lacks it (seed 20261123)', async () => {
  await fc.assert(
    fc.property(
      fc.array(ask, { maxLength: 8 }),
      fc.integer({ min: -50, max: 9_000 }),
      (wanted, roomTokens) => {
        const granted = divided(wanted, roomTokens);
        const given = granted.reduce((sum, tokens) => sum + tokens, 0);
        const room = Math.max(0, roomTokens);
        expect(given).toBeLessThanOrEqual(room);
        for (const [index, tokens] of granted.entries()) {
          expect(Number.isInteger(tokens)).toBe(true);
          expect(tokens).toBeGreaterThanOrEqual(0);
          expect(tokens).toBeLessThanOrEqual(wanted[index]?.wantedTokens ?? -1);
        }
        const isOneCut = granted.some(
          (tokens, index) => tokens < (wanted[index]?.wantedTokens ?? 0),
        );
        if (isOneCut) expect(given).toBeGreaterThan(room - wanted.length);
      },
    ),
    { seed: 20261123, numRuns: 2_000 },
  );
});

test('[TIER-4] a section that is cut has, for its share, about as much as any other (seed 20261123)', async () => {
  await fc.assert(
    fc.property(
      fc.array(ask, { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 0, max: 9_000 }),
      (wanted, roomTokens) => {
        const granted = divided(wanted, roomTokens);
        for (const [index, { wantedTokens, share }] of wanted.entries()) {
          const own = granted[index] ?? 0;
          if (own >= wantedTokens) continue;
          for (const [other, { share: otherShare }] of wanted.entries()) {
            // Odd tokens of the sections ahead may add up for a later one.
            const others = (granted[other] ?? 0) - wanted.length;
            expect(others).toBeLessThanOrEqual(((own + 1) / share) * otherShare);
          }
        }
      },
    ),
    { seed: 20261123, numRuns: 1_000 },
  );
});
