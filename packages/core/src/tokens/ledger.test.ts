import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBudget, fixedBudget } from './budget/token-budget.ts';
import { correctedInputTokens, providerInputTokens, usageFaultOf, withUsage } from './ledger.ts';
import { newLedger, predictedTokens, type TokenLedger, type TokenUsage } from './token-ledger.ts';

const plannedTokens = fc.integer({ min: 1, max: 200_000 });
const factor = fc.double({ min: 0.55, max: 1.9, noNaN: true });
const constant = fc.integer({ min: 0, max: 20_000 });
const tokens = fc.oneof(
  fc.integer({ min: -10, max: 400_000 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0, 0.5, 2 ** 53),
);
const usage: fc.Arbitrary<TokenUsage> = fc.record({
  plannedTokens: tokens,
  reportedTokens: tokens,
});

/** A server that adds a constant and whose tokenizer drifts by a factor. */
function reportOf(planned: number, drift: number, added: number): TokenUsage {
  return { plannedTokens: planned, reportedTokens: Math.round(drift * planned) + added };
}

function learned(reserved: number, usages: readonly TokenUsage[]): TokenLedger {
  return usages.reduce(withUsage, newLedger(reserved));
}

test('[TOK-5] believes our count and what was declared until there is a report', () => {
  const budget = createBudget({ contextWindow: 64_000, reserved: { system: 900, tools: 1_500 } });
  const ledger = newLedger(budget.reservedTokens);
  expect(ledger).toEqual({ factor: 1, reservedTokens: 2_400, reports: 0 });
  expect(predictedTokens(ledger, 1_000)).toBe(3_400);
  expect(correctedInputTokens(ledger, budget)).toBe(budget.inputTokens);
});

describe('what is learned', () => {
  test('[TOK-5] the first report corrects what was declared as reserved', () => {
    const ledger = learned(1_000, [reportOf(9_000, 1, 1_600)]);
    expect(ledger).toMatchObject({ factor: 1, reservedTokens: 1_600, reports: 1 });
  });

  test('[TOK-5] a first report on a long context corrects the factor where nothing was declared', () => {
    const ledger = learned(0, [reportOf(20_000, 1.25, 0)]);
    expect(ledger).toMatchObject({ factor: 1.25, reservedTokens: 0 });
  });

  test('[TOK-5] what a server adds to a short first question is not taken for drift', () => {
    const ledger = learned(0, [reportOf(40, 1, 1_200)]);
    expect(ledger.factor).toBe(1);
    expect(predictedTokens(ledger, 40)).toBeGreaterThanOrEqual(1_240);
    expect(predictedTokens(ledger, 40)).toBeLessThan(1_240 + 32);
  });

  test('[TOK-5] converges on a server that adds a constant and drifts by a factor', () => {
    const turns = fc.array(fc.integer({ min: 600, max: 9_000 }), { minLength: 12, maxLength: 30 });
    fc.assert(
      fc.property(factor, constant, fc.boolean(), turns, (drift, added, isDeclared, steps) => {
        let planned = 0;
        let ledger = newLedger(isDeclared ? added : 0);
        for (const step of steps) {
          // Every eighth turn or so a compaction halves the context.
          planned = planned > 60_000 ? Math.floor(planned / 2) : planned + step;
          ledger = withUsage(ledger, reportOf(planned, drift, added));
        }
        const next = reportOf(planned + 1_000, drift, added);
        const error = predictedTokens(ledger, next.plannedTokens) - next.reportedTokens;
        expect(Math.abs(error)).toBeLessThanOrEqual(64 + 0.02 * next.reportedTokens);
      }),
    );
  });

  test('[TOK-5] after each report predicts the same call rightly', () => {
    fc.assert(
      fc.property(
        factor,
        constant,
        fc.array(plannedTokens, { minLength: 1 }),
        (drift, added, all) => {
          let ledger = newLedger(0);
          for (const planned of all) {
            const report = reportOf(planned, drift, added);
            ledger = withUsage(ledger, report);
            if (ledger.last !== report) continue;
            const predicted = predictedTokens(ledger, planned);
            const slack = Math.max(33, 0.01 * report.reportedTokens);
            expect(predicted).toBeGreaterThanOrEqual(report.reportedTokens - slack);
            // A factor is rounded to 64ths, where nothing is left for the constant to make up.
            const most = report.reportedTokens + Math.max(slack, planned / 128 + 1);
            if (ledger.factor > 0.5) expect(predicted).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });

  test('[TOK-5] a report that was predicted changes neither factor nor budget', () => {
    const budget = fixedBudget(100_000);
    const ledger = learned(500, [reportOf(8_000, 1.1, 700), reportOf(12_000, 1.1, 700)]);
    const near = predictedTokens(ledger, 30_000);
    for (const reportedTokens of [near, near - 200, near + 200]) {
      const next = withUsage(ledger, { plannedTokens: 30_000, reportedTokens });
      expect(next.reports).toBe(ledger.reports + 1);
      expect(correctedInputTokens(next, budget)).toBe(correctedInputTokens(ledger, budget));
    }
  });

  test('[TOK-5] one odd report moves the factor at most halfway', () => {
    const before = learned(0, [reportOf(10_000, 1, 0)]);
    const after = withUsage(before, { plannedTokens: 12_000, reportedTokens: 24_000 });
    expect(before.factor).toBe(1);
    expect(after.factor).toBeLessThanOrEqual(1.5);
  });

  test('[TOK-5] never leaves its bounds, whatever is reported', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.array(usage), (reserved, usages) => {
        const ledger = learned(reserved, usages);
        expect(ledger.factor).toBeGreaterThanOrEqual(0.5);
        expect(ledger.factor).toBeLessThanOrEqual(2);
        expect(Number.isInteger(ledger.factor * 64)).toBe(true);
        expect(Number.isSafeInteger(ledger.reservedTokens)).toBe(true);
        expect(ledger.reservedTokens).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('what is refused', () => {
  test.each<[string, TokenUsage]>([
    ['not a number', { plannedTokens: 5_000, reportedTokens: Number.NaN }],
    ['negative', { plannedTokens: 5_000, reportedTokens: -1 }],
    ['nothing', { plannedTokens: 5_000, reportedTokens: 0 }],
    ['nothing sent', { plannedTokens: 0, reportedTokens: 900 }],
    ['part of a token', { plannedTokens: 5_000, reportedTokens: 5_000.5 }],
    ['more cached than sent', { plannedTokens: 9, reportedTokens: 9, cachedTokens: 10 }],
  ])('[TOK-5] a report of %s is no count', (_name, report) => {
    const ledger = newLedger(0);
    expect(usageFaultOf(ledger, report)).toMatch(/cannot be a count of what was sent$/);
    expect(withUsage(ledger, report)).toBe(ledger);
  });

  test.each([
    ['above', 5_000, 500_001],
    ['below', 5_000, 49],
  ])('[TOK-5] a report a hundred times %s what was expected', (_name, planned, reported) => {
    const ledger = newLedger(0);
    const report = { plannedTokens: planned, reportedTokens: reported };
    expect(usageFaultOf(ledger, report)).toMatch(/cannot be meant$/);
    expect(withUsage(ledger, report)).toBe(ledger);
  });

  test('[TOK-5] a report without a fault is learned from', () => {
    fc.assert(
      fc.property(usage, (report) => {
        const ledger = newLedger(0);
        const next = withUsage(ledger, report);
        expect(next.reports).toBe(usageFaultOf(ledger, report) === undefined ? 1 : 0);
      }),
    );
  });
});

test('[TOK-5] one number serves trigger, cut and display', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ plannedTokens, reportedTokens: plannedTokens }), { maxLength: 8 }),
      fc.integer({ min: 1_000, max: 300_000 }),
      fc.integer({ min: -3, max: 3 }),
      plannedTokens,
      (usages, inputTokens, around, anywhere) => {
        const budget = fixedBudget(inputTokens);
        const ledger = learned(0, usages);
        const corrected = correctedInputTokens(ledger, budget);
        for (const planned of [Math.max(1, corrected + around), anywhere]) {
          const fits = predictedTokens(ledger, planned) <= providerInputTokens(budget);
          expect(planned <= corrected).toBe(fits);
        }
      },
    ),
  );
});

test('[TOK-5] a server whose own text fills the window leaves nothing', () => {
  const ledger = learned(0, [{ plannedTokens: 100, reportedTokens: 9_000 }]);
  expect(correctedInputTokens(ledger, fixedBudget(4_000))).toBe(0);
});
