import { createLongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { erase, forget, knownAt, statementsOf, storeStatements } from './long-term-acts.ts';

const SAID = { isCorrection: false, evidence: [] };

async function seated(what: string) {
  const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
  await storeStatements(longTerm, statementsOf(`I prefer ${what}`), SAID);
  const texts = async () => (await longTerm.list()).items.map(({ record }) => record.text);
  return { longTerm, texts };
}

test('[LTM-5] a preference about the same thing takes the place of the one before, and says so', async () => {
  const { longTerm, texts } = await seated('an aisle seat');
  const answer = await storeStatements(longTerm, statementsOf('I prefer a window seat'), {
    isCorrection: true,
    evidence: [],
  });
  expect(answer).toBe(
    'Corrected: you prefer a window seat. Before, I had: “The user prefers an aisle seat.” That stays in the history.',
  );
  expect(await texts()).toEqual(['The user prefers a window seat.']);
});

test('[LTM-8] what is forgotten keeps its history, what is erased keeps nothing and is not quoted', async () => {
  const { longTerm, texts } = await seated('an aisle seat');
  expect(await forget(longTerm, 'my coffee')).toContain('nothing was changed');
  expect(await forget(longTerm, 'my seat')).toMatch(/^Forgotten: “The user prefers an aisle seat/);
  expect(await texts()).toEqual([]);
  const answer = await erase(longTerm, 'my seat preference');
  expect(answer).toMatch(/^Erased for good: 1 record/);
  expect(answer).not.toContain('aisle');
  expect(await erase(longTerm, 'my seat preference')).toContain('nothing was changed');
});

test('[LTM-7] tells what it knew at a time', async () => {
  const { longTerm } = await seated('an aisle seat');
  const now = Date.now();
  expect(await knownAt(longTerm, { when: 'yesterday', atMs: now - 86_400_000 })).toMatch(
    /^Yesterday \(.*\), long-term memory held nothing\.$/,
  );
  expect(await knownAt(longTerm, { when: 'now', atMs: now + 1 })).toContain(
    'I knew: You prefer an aisle seat.',
  );
});
