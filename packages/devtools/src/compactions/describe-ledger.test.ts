import { expect, test } from 'vitest';
import { describeLedger } from './schedule-words.ts';

const LEDGER = { factor: 1.04, reservedTokens: 0, reports: 1 };

test('[DEV-2] [TOK-5] drift is told as soon as a provider has reported, and not before', () => {
  expect(describeLedger(LEDGER, 2_068)).toBeUndefined();
  const last = { plannedTokens: 1_902, reportedTokens: 1_978 };
  expect(describeLedger({ ...LEDGER, last }, 2_068)).toEqual({
    reported: '1,978 tokens reported, 1,902 counted here',
    drift: '+4.0 %',
    learned: '2,068 predicted for this context, with a factor of 1.04',
  });
});

test('[DEV-2] [TOK-5] what a server adds on its own is no drift', () => {
  const last = { plannedTokens: 800, reportedTokens: 900 };
  expect(describeLedger({ ...LEDGER, reservedTokens: 100, last }, 900)).toMatchObject({
    reported: '900 tokens reported, 900 counted here',
    drift: '±0.0 %',
  });
});

test('[DEV-2] [TOK-5] a provider that counts less says so', () => {
  const last = { plannedTokens: 1_000, reportedTokens: 900 };
  expect(describeLedger({ ...LEDGER, last }, 900)?.drift).toBe('−10.0 %');
});
