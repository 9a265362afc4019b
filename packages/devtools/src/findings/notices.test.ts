import { expect, test } from 'vitest';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { aBudget, aMessage, anEntry, anItem, aPlan } from '../testing/plan-fixture.ts';
import { notices } from './notices.ts';

test('[DEV-1] what is not as it should be is said once each, worst first', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 9_000);
  const degraded = [{ code: 'STORE_UNAVAILABLE', message: 'Kept in memory.' }] as const;
  const plan = aPlan([anItem(entry, 'working')], { budget: aBudget(), degraded });
  const memory = new FixtureMemory({ plan, entries: [entry], state: { degraded, entries: 3 } });
  expect(notices(memorySource(memory).getState()).map((notice) => notice.title)).toEqual([
    'Over the input budget by 1,000 tokens',
    'The store cannot be used',
  ]);
});

test('[HIS-4] a refused context is said to be refused, and not to be sent after a compaction', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 9_000);
  const plan = aPlan([anItem(entry, 'working')], { budget: aBudget(), isRefused: true });
  const memory = new FixtureMemory({ plan, entries: [entry] });
  const [first, ...others] = notices(memorySource(memory).getState());
  expect(first).toMatchObject({
    severity: 'error',
    title: 'Refused, and not sent: it needs 9,000 of 8,000 tokens',
    text: expect.stringContaining('1,000 tokens too large by itself'),
  });
  expect(others).toEqual([]);
});

test('[MOD-7] the panel says that the limit on spending is reached', () => {
  const degraded = [{ code: 'SPENDING_LIMIT_REACHED', message: 'Nothing is lost.' }] as const;
  const memory = new FixtureMemory({ state: { degraded } });
  expect(notices(memorySource(memory).getState())).toMatchObject([
    { title: 'The limit on spending is reached', text: 'Nothing is lost.' },
  ]);
});

test('[DEV-1] a trouble with a code that came later has a title', () => {
  const degraded = [{ code: newerKind<'COUNTER_FAILED'>('QUOTA_NEAR'), message: '9 of 10 MB.' }];
  const memory = new FixtureMemory({ state: { degraded } });
  expect(notices(memorySource(memory).getState())).toMatchObject([
    { title: 'Quota near', text: '9 of 10 MB.' },
  ]);
});
