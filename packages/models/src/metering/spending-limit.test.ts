import { createAgentMemory, InvalidOptionError } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { type SpendingLimitOptions, spendingLimit } from './spending-limit.ts';

afterEach(() => vi.unstubAllGlobals());

/** The storage that all pages of an origin share. */
function aStorage(kept = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal('localStorage', storage);
  return kept;
}

test('[MOD-7] what one page spends counts in every page of the origin, for that day', () => {
  aStorage();
  const clock = aSimulatedClock();
  const limits = [1, 2].map(() => spendingLimit({ perDay: { tokens: 100 }, clock }));
  limits[0]?.add({ calls: 1, tokens: 60 });
  limits[1]?.add({ calls: 1, tokens: 40 });
  for (const limit of limits) expect(limit.refusal()).toContain('100 tokens for today');
  clock.advance(86_400_000);
  for (const limit of limits) expect(limit.refusal()).toBeUndefined();
});

test.each(['no JSON', 'null', '[1]', '{"day":7,"calls":9}', '{"calls":"many"}'])(
  '[MOD-7] what is stored and is no count counts nothing: %s',
  (stored) => {
    aStorage(new Map([['agent-memory/spending', stored]]));
    const limit = spendingLimit({ perDay: { calls: 1 } });
    expect(limit.refusal()).toBeUndefined();
    limit.add({ calls: 1 });
    expect(limit.refusal()).toContain('1 call for today');
  },
);

test('[MOD-7] where nothing can be stored the object counts by itself', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied });
  const limit = spendingLimit({ perDay: { calls: 2 } });
  limit.add({ calls: 1 });
  expect(limit.refusal()).toBeUndefined();
  limit.add({ calls: 1 });
  expect(limit.refusal()).toBeDefined();
});

test('[MOD-7] a session is held to its own bounds, and says which', () => {
  aStorage();
  const limit = spendingLimit({ perSession: { calls: 3, tokens: 5_000 } });
  expect(limit.refusal({ calls: 2, tokens: 4_999 })).toBeUndefined();
  expect(limit.refusal({ calls: 3, tokens: 0 })).toContain('`perSession.calls`');
  expect(limit.refusal({ calls: 0, tokens: 5_000 })).toContain('5,000 tokens');
  expect(limit.refusal()).toBeUndefined();
});

test.each<[string, SpendingLimitOptions]>([
  ['perDay.calls', { perDay: { calls: -1 } }],
  ['perSession.tokens', { perSession: { tokens: Number.NaN } }],
])('[OBS-3] refuses a limit that makes no sense: %s', (option, options) => {
  expect(() => spendingLimit(options)).toThrow(InvalidOptionError);
  expect(() => spendingLimit(options)).toThrow(option);
});

test('[MOD-7] a memory that is given the limit says in its state that it is reached', async () => {
  aStorage();
  const spending = spendingLimit({ perDay: { calls: 0 } });
  const memory = createAgentMemory({ id: 'trip', contextWindow: 8_000, spending });
  await memory.append({ role: 'user', content: 'Hello' });
  // Reached or not is known with the code that compacts.
  await memory.previewCompaction();
  const { plan } = await memory.assemble();
  expect(plan.degraded).toMatchObject([{ code: 'SPENDING_LIMIT_REACHED' }]);
  expect(memory.getState().degraded).toEqual(plan.degraded);
  await memory.dispose();
});
