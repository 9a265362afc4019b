import { expect, test } from 'vitest';
import { memorySource } from '../source/memory-source.ts';
import { planFacts } from '../source/plan-facts.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { aMessage, anEntry, anItem, aPlan, FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { changeSincePreviousPlan, totalsLine } from './plan-totals.ts';

test('[DEV-2] totals say how their figure came about', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 1_234);
  expect(totalsLine(planFacts(aPlan([anItem(entry, 'working')])))).toBe(
    '1,234 of 8,000 tokens · counted',
  );
  expect(
    totalsLine(planFacts(aPlan([anItem(entry, 'working')], { tokenSource: 'estimated' }))),
  ).toBe('1,234 of 8,000 tokens · estimated');
});

test('[HIS-4] the totals of a refused context say that nothing was sent', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 9_000);
  expect(totalsLine(planFacts(aPlan([anItem(entry, 'working')], { isRefused: true })))).toBe(
    '9,000 of 8,000 tokens · counted · refused, nothing was sent',
  );
});

test('[DEV-2] the change since the plan before is known once two were seen', () => {
  const [first, second] = [0, 1].map((seq) =>
    anItem(anEntry(seq, aMessage('user', 'x'), 40), 'working'),
  );
  if (!first || !second) throw new Error('The fixture has two items.');
  const memory = new FixtureMemory({ plan: aPlan([first]) });
  const source = memorySource(memory);
  const stop = source.subscribe(() => undefined);
  expect(changeSincePreviousPlan(source.getState())).toBeUndefined();
  memory.assemble(aPlan([first, second]), FIXTURE_NOW_MS);
  expect(changeSincePreviousPlan(source.getState())).toBe(
    '+40 tokens, +1 item since the plan before',
  );
  stop();
});
