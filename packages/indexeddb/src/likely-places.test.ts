import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likelyPlaces } from './likely-places.ts';

const keysOf = (places: readonly unknown[]) => places.map((place) => ['session', place]);
const upTo = (length: number) => Array.from({ length }, (_, place) => place);

test.each([
  ['a message far behind the others', [...upTo(27), 1e9], 27, { length: 27, strays: 1 }],
  ['one that is near enough to be reached', [...upTo(51), 200], 51, { length: 51, strays: 1 }],
  ['one far behind, and no count', [...upTo(27), 1e9], undefined, { length: 27, strays: 1 }],
  ['a count that is far too high', upTo(27), 1e15, { length: 27, strays: 0 }],
  ['a count that is too low', upTo(27), 3, { length: 27, strays: 0 }],
  ['the last one missing', upTo(26), 27, { length: 27, strays: 0 }],
  ['all missing but the newest', [98, 99], 100, { length: 100, strays: 0 }],
  [
    'a long session of which the newest page is left',
    upTo(100).map((at) => at + 9_900),
    10_000,
    { length: 10_000, strays: 0 },
  ],
  [
    'the first half missing, and no count',
    upTo(150).map((at) => at + 150),
    undefined,
    { length: 300, strays: 0 },
  ],
  ['keys that are no places', [...upTo(3), 'x', 1.5, -1], 3, { length: 3, strays: 3 }],
  ['nothing', [], 0, { length: 0, strays: 0 }],
])('[STO-6] %s', (_what, places, expected, likely) => {
  expect(likelyPlaces(keysOf(places), expected)).toEqual(likely);
});

test('[STO-6] a key with more than a place in it stands where no message can be', () => {
  expect(likelyPlaces([...keysOf(upTo(3)), ['session', 2, 0]], 3)).toEqual({
    length: 3,
    strays: 1,
  });
});

test('[STO-6] a session without damage has the places that it has, and stray keys add none', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.array(fc.integer({ min: 1e7 })), (length, strays) => {
      const far = strays.sort((one, other) => one - other);
      const places = likelyPlaces(keysOf([...upTo(length), ...far]), length);
      expect(places).toEqual({ length, strays: far.length });
    }),
    { seed: 6 },
  );
});

test('[STO-6] the places stay in proportion to the records, whatever keys and count damage made', () => {
  const damaged = fc.uniqueArray(fc.maxSafeNat(), { maxLength: 50 });
  fc.assert(
    fc.property(damaged, fc.option(fc.maxSafeNat(), { nil: undefined }), (some, expected) => {
      const places = some.sort((one, other) => one - other);
      const { length } = likelyPlaces(keysOf(places), expected);
      expect(length).toBeLessThanOrEqual(204 * places.length + 300);
    }),
    { seed: 66 },
  );
});
