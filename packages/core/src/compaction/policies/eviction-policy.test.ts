import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../../ground/platform/steps.ts';
import { startsChosen } from '../../testing/compaction-input.ts';
import {
  checkedPolicy,
  type EvictionPolicy,
  type MeasuredUnit,
  type PolicyInput,
  tokenBudget,
} from './eviction-policy.ts';
import { choosingGuarded } from './guarded-choice.ts';

function aUnit(start: number, unit: Partial<MeasuredUnit> = {}): MeasuredUnit {
  return { start, end: start + 1, tokens: 10, protected: false, entries: [], ...unit };
}

const units = fc
  .array(fc.record({ tokens: fc.nat(500), protected: fc.boolean() }), { maxLength: 30 })
  .map((parts) => parts.map((part, index) => aUnit(index * 2, { end: index * 2 + 2, ...part })));

const guarded = (policy: EvictionPolicy, input: PolicyInput) =>
  runToEnd(choosingGuarded(policy, input)).flatMap(
    ({ start }) => input.units.find((unit) => unit.start === start) ?? [],
  );

test('[POL-3] oldest first, and no more than frees the excess', () => {
  const given = [aUnit(0), aUnit(1), aUnit(2), aUnit(3)];
  expect(startsChosen(tokenBudget(), { units: given, excessTokens: 15 })).toEqual([0, 1]);
  expect(startsChosen(tokenBudget(), { units: given, excessTokens: 20 })).toEqual([0, 1]);
  expect(startsChosen(tokenBudget(), { units: given, excessTokens: 0 })).toEqual([]);
});

test('[POL-3] steps over what is protected', () => {
  const given = [aUnit(0, { protected: true }), aUnit(1), aUnit(2, { protected: true }), aUnit(3)];
  expect(startsChosen(tokenBudget(), { units: given, excessTokens: 11 })).toEqual([1, 3]);
});

test('[POL-3] frees the excess wherever what is unprotected is enough (seed 20261121)', async () => {
  await fc.assert(
    fc.property(units, fc.integer({ min: -100, max: 5_000 }), (given, excessTokens) => {
      const chosen = guarded(tokenBudget(), { units: given, excessTokens });
      const freed = chosen.reduce((sum, unit) => sum + unit.tokens, 0);
      const free = given.filter((unit) => !unit.protected);
      const most = free.reduce((sum, unit) => sum + unit.tokens, 0);
      expect(freed).toBeGreaterThanOrEqual(Math.min(most, excessTokens));
      expect(chosen).toEqual(free.slice(0, chosen.length));
      const withoutLast = freed - (chosen.at(-1)?.tokens ?? 0);
      if (chosen.length > 0) expect(withoutLast).toBeLessThan(excessTokens);
    }),
    { seed: 20261121 },
  );
});

test('[POL-7] whatever a policy names, whole unprotected units leave, once each, in order (seed 20261121)', async () => {
  const answers = fc.array(fc.oneof(fc.nat(70), fc.double(), fc.constant(-1)), { maxLength: 60 });
  await fc.assert(
    fc.property(units, answers, (given, named) => {
      const chosen = guarded(
        { name: 'named', choose: () => named },
        { units: given, excessTokens: 1 },
      );
      const free = given.filter((unit) => !unit.protected);
      expect(chosen).toEqual(free.filter((unit) => named.includes(unit.start)));
    }),
    { seed: 20261121 },
  );
});

test.each([undefined, null, 7, 'all', { 0: 0 }, new Set([0])])(
  '[POL-7] an answer that is no list names nothing: %o',
  (answer) => {
    const policy = { name: 'mine', choose: () => answer as never };
    expect(guarded(policy, { units: [aUnit(0)], excessTokens: 10 })).toEqual([]);
  },
);

test('[POL-7] a policy is what has a name and can choose, and can be due', () => {
  const mine = { name: 'mine', choose: () => [], isDue: () => true };
  expect(checkedPolicy(mine)).toBe(mine);
  expect(checkedPolicy(tokenBudget()).name).toBe('token-budget');
});

test.each([
  undefined,
  null,
  'token-budget',
  () => [],
  { choose: () => [] },
  { name: '', choose: () => [] },
  { name: 5, choose: () => [] },
  { name: 'mine' },
  { name: 'mine', choose: [] },
  { name: 'mine', choose: () => [], isDue: true },
])('[POL-7] what is no policy is refused: %o', (given) => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option: 'policy' });
  expect(() => checkedPolicy(given as never)).toThrow(refusal);
});
