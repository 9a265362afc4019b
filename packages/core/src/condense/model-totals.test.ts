import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ModelCall, type ModelTotals, withCall } from './model-call.ts';

const NO_ROWS: readonly ModelTotals[] = [];

const aCall = fc.record({
  model: fc.constantFrom('small', 'large'),
  purpose: fc.constantFrom('user', 'background'),
  atMs: fc.nat(),
  ms: fc.nat(),
  tokens: fc.option(
    fc.record({ inputTokens: fc.nat(), cachedInputTokens: fc.nat(), outputTokens: fc.nat() }),
  ),
  cost: fc.nat(),
  outcome: fc.constantFrom<ModelCall['outcome']>(
    { kind: 'answered' },
    { kind: 'aborted' },
    { kind: 'failed', code: 'MODEL_TIMED_OUT' },
  ),
});

test('[OBS-2] the totals are the sums of the calls, by model (seed 20261122)', async () => {
  await fc.assert(
    fc.property(fc.array(aCall), (given) => {
      const calls = given.map(({ tokens, ...call }): ModelCall => ({ ...call, ...tokens }));
      const totals = calls.reduce(withCall, NO_ROWS);
      const models = [...new Set(calls.map(({ model }) => model))];
      expect(totals.map(({ model }) => model)).toEqual(models);
      for (const row of totals) {
        const own = calls.filter(({ model }) => model === row.model);
        const sum = (pick: (call: ModelCall) => number) =>
          own.reduce((total, call) => total + pick(call), 0);
        expect(row).toEqual({
          model: row.model,
          calls: own.length,
          failed: sum(({ outcome }) => (outcome.kind === 'failed' ? 1 : 0)),
          aborted: sum(({ outcome }) => (outcome.kind === 'aborted' ? 1 : 0)),
          background: sum(({ purpose }) => (purpose === 'background' ? 1 : 0)),
          backgroundTokens: sum(({ purpose, inputTokens = 0, outputTokens = 0 }) =>
            purpose === 'background' ? inputTokens + outputTokens : 0,
          ),
          unreported: sum(({ inputTokens }) => (inputTokens === undefined ? 1 : 0)),
          inputTokens: sum(({ inputTokens = 0 }) => inputTokens),
          cachedInputTokens: sum(({ cachedInputTokens = 0 }) => cachedInputTokens),
          outputTokens: sum(({ outputTokens = 0 }) => outputTokens),
          ms: sum(({ ms }) => ms),
          cost: sum(({ cost = 0 }) => cost),
        });
      }
    }),
    { seed: 20261122, numRuns: 200 },
  );
});
