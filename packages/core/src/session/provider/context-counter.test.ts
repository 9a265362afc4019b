import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../../formats/openai/openai-message.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { providerInputTokens, withUsage } from '../../tokens/ledger.ts';
import { newLedger, predictedTokens } from '../../tokens/token-ledger.ts';
import { type ContextCounter, isNearLimit } from './context-counter.ts';

test.each([
  [8_999, false],
  [9_000, true],
  [10_000, true],
  [12_000, true],
])('[TOK-7] confirms from nine tenths of the budget on: %i of 10,000 → %s', (predicted, asks) => {
  expect(isNearLimit(predicted, 10_000)).toBe(asks);
});

test('[TOK-7] a longer context is never confirmed less than a shorter one', () => {
  const tokens = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(tokens, tokens, tokens, (one, other, inputTokens) => {
      const [shorter, longer] = one < other ? [one, other] : [other, one];
      if (isNearLimit(shorter, inputTokens)) {
        expect(isNearLimit(longer, inputTokens)).toBe(true);
      }
    }),
  );
});

test('[TOK-7] what the provider counts corrects the ledger, and the next figure agrees', async () => {
  const messages: readonly OpenAiMessage[] = [{ role: 'user', content: 'Hello' }];
  const endpoint: ContextCounter = { name: 'provider', count: async () => 10_500 };
  const budget = fixedBudget(10_000);
  const before = newLedger(0);
  const plannedTokens = 9_500;
  expect(isNearLimit(predictedTokens(before, plannedTokens), providerInputTokens(budget))).toBe(
    true,
  );

  const reportedTokens = await endpoint.count(messages, {});
  const after = withUsage(before, { plannedTokens, reportedTokens });
  expect(predictedTokens(before, plannedTokens)).toBeLessThan(providerInputTokens(budget));
  expect(predictedTokens(after, plannedTokens)).toBeGreaterThan(providerInputTokens(budget));
});
