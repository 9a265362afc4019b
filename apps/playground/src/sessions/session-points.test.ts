import { readFileSync } from 'node:fs';
import { createAgentMemory, fixedBudget, loadTiktokenCounter } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { callsIn } from '../comparison/compare-session.ts';
import { nextBatch } from '../player/next-batch.ts';
import { readSession } from '../session-file/session-file.ts';
import { BUDGET } from '../settings/preferences.ts';
import { recordedSessions } from './recorded-sessions.ts';

/** The card of a session. */
function cardOf(id: string) {
  const card = recordedSessions.find((session) => session.id === id);
  if (!card) throw new Error(`No session is called ${id}.`);
  return card;
}

/** Plays a session as the page does. */
async function played(id: string, budgetTokens: number) {
  const { messages } = await readSession(
    JSON.parse(readFileSync(new URL(cardOf(id).url), 'utf8')),
    id,
  );
  const memory = createAgentMemory({
    ...{ id, budget: fixedBudget(budgetTokens), tokenCounter: await loadTiktokenCounter() },
  });
  let over = 0;
  let position = 0;
  for (let batch = nextBatch(messages, 0); batch; batch = nextBatch(messages, position)) {
    await memory.append(batch);
    position += batch.length;
    const { plan } = await memory.assemble();
    if (plan.totalTokens > budgetTokens) over += 1;
  }
  const { compactions } = memory.getState();
  await memory.dispose();
  return { compactions, over, replies: callsIn(messages) };
}

test('[DEV-18] thrashing thrashes at the budget that its card names', async () => {
  expect(cardOf('thrashing').description).toContain(
    'at 2,000 tokens more than every third call brings a compaction',
  );
  const { compactions, replies, over } = await played('thrashing', 2_000);
  expect(compactions.length).toBeGreaterThan(replies / 3);
  expect(over).toBe(0);
});

test('[DEV-18] opened at the budgets of their cards, thrashing compacts more than three times as often as healthy', async () => {
  const perReply = async (id: string) => {
    const { compactions, replies, over } = await played(id, cardOf(id).budgetTokens);
    expect(over).toBe(0);
    return compactions.length / replies;
  };
  const healthy = await perReply('healthy');
  const thrashing = await perReply('thrashing');
  expect(healthy).toBeGreaterThan(0);
  expect(healthy).toBeLessThan(0.1);
  expect(thrashing).toBeGreaterThanOrEqual(3 * healthy);
});

test('[DEV-18] at one budget healthy compacts least and bloated most', async () => {
  const perReply = async (id: string) => {
    const { compactions, replies } = await played(id, BUDGET.usual);
    return compactions.length / replies;
  };
  const thrashing = await perReply('thrashing');
  expect(thrashing).toBeGreaterThan(await perReply('healthy'));
  expect(thrashing).toBeLessThan(await perReply('bloated'));
});
