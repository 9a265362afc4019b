import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSmall, visibleWidths } from './block-map-widths.ts';

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const tokens = fc.array(fc.oneof(fc.nat(20), fc.nat(9_000)), { minLength: 1, maxLength: 200 });

test('[DEV-1] widths add up to all pixels exactly, and each can be seen where there is room', () => {
  fc.assert(
    fc.property(tokens, fc.nat(4_000), (given, pixels) => {
      const widths = visibleWidths(given, pixels);
      const hasRoom = pixels >= given.length * 3;
      expect(sumOf(widths)).toBe(hasRoom || sumOf(given) > 0 ? pixels : 0);
      for (const width of widths) expect(width).toBeGreaterThanOrEqual(hasRoom ? 3 : 0);
    }),
  );
});

test('[DEV-1] more tokens are never drawn narrower, but for a pixel of rounding', () => {
  fc.assert(
    fc.property(tokens, fc.integer({ min: 600, max: 4_000 }), (given, pixels) => {
      const widths = visibleWidths(given, pixels);
      const byTokens = given.map((some, index) => ({ some, width: widths[index] ?? 0 }));
      byTokens.sort((a, b) => a.some - b.some);
      byTokens.forEach(({ width }, index) => {
        expect(width).toBeLessThanOrEqual((byTokens[index + 1]?.width ?? Infinity) + 1);
      });
    }),
  );
});

test('[DEV-1] where nothing is small, a width is the share of the pixels to less than one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100, max: 900 }), { minLength: 1, maxLength: 60 }),
      (given) => {
        const pixels = 3_000;
        visibleWidths(given, pixels).forEach((width, index) => {
          const share = ((given[index] ?? 0) / sumOf(given)) * pixels;
          expect(Math.abs(width - share)).toBeLessThan(1);
        });
      },
    ),
  );
});

const parts = fc.array(
  fc.record({
    tokens: fc.oneof(fc.nat(20), fc.nat(900)),
    mergesAs: fc.constantFrom('archive', 'working', undefined),
  }),
  { maxLength: 400 },
);

test('[DEV-1] every part is in exactly one stretch, in order, and the stretches are bounded', () => {
  fc.assert(
    fc.property(parts, fc.double({ min: 0.001, max: 2, noNaN: true }), (given, pixelsPerToken) => {
      const stretches = mergeSmall(partsOf(given), pixelsPerToken, 20);
      const places = stretches.flatMap(({ from, to }) =>
        Array.from({ length: to - from }, (_, index) => from + index),
      );
      expect(places).toEqual(given.map((_, index) => index));
      expect(stretches.length).toBeLessThanOrEqual(20);
    }),
  );
});

test('[DEV-1] only small neighbours of one kind merge, as long as there is room for all', () => {
  fc.assert(
    fc.property(parts, (given) => {
      for (const { from, to } of mergeSmall(partsOf(given), 0.1, 1_000)) {
        if (to - from === 1) continue;
        const members = given.slice(from, to);
        expect(new Set(members.map(({ mergesAs }) => mergesAs)).size).toBe(1);
        for (const member of members) {
          expect(member.mergesAs).toBeDefined();
          expect(member.tokens).toBeLessThan(30);
        }
      }
    }),
  );
});

test('[DEV-1] a part that is added at the end leaves the stretches before the last as they were', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const shorter = mergeSmall(partsOf(given.slice(0, -1)), 0.1, 1_000);
      const longer = mergeSmall(partsOf(given), 0.1, 1_000);
      expect(longer.slice(0, shorter.length - 1)).toEqual(shorter.slice(0, -1));
    }),
  );
});

function partsOf(given: readonly { tokens: number; mergesAs: string | undefined }[]) {
  return given.map(({ tokens: some, mergesAs }) => ({
    tokens: some,
    ...(mergesAs !== undefined && { mergesAs }),
  }));
}
