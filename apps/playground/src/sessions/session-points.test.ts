import { readFileSync } from 'node:fs';
import {
  type AssembledContext,
  type BreakerState,
  createAgentMemory,
  loadTiktokenCounter,
} from '@agent-memory/core';
import { expect, test } from 'vitest';
import { DEFAULT_BUDGET } from '../budget/budget-scale.ts';
import { callsIn } from '../comparison/compare-session.ts';
import { nextBatch } from '../player/next-batch.ts';
import { inputBudget } from '../session/input-budget.ts';
import { readSessionText } from '../session-file/session-file.ts';
import { openJobs } from './jobs-under-way.ts';
import { recordedSessions } from './recorded-sessions.ts';
import { setupOf } from './session-setup.ts';

/** The card of a session. */
function cardOf(id: string) {
  const card = recordedSessions.find((session) => session.id === id);
  if (!card) throw new Error(`No session is called ${id}.`);
  return card;
}

/** Plays a session as the page does, with the memory that its setup makes. */
async function played(id: string, budgetTokens: number) {
  const result = await readSessionText(readFileSync(new URL(cardOf(id).url), 'utf8'), id);
  if (result.kind === 'problem') throw new Error(result.problem);
  const { messages } = result.session;
  const { headroom, ...setup } = setupOf(`bundled/${id}`);
  const memory = createAgentMemory({
    id,
    budget: inputBudget(budgetTokens, headroom),
    tokenCounter: await loadTiktokenCounter(),
    ...setup,
  });
  const breakers: BreakerState[] = [];
  memory.onEvent((event) => {
    if (event.type === 'breaker-update') breakers.push(event.breaker);
  });
  const calls: (AssembledContext & { readonly openJobs: readonly string[] })[] = [];
  let position = 0;
  for (let batch = nextBatch(messages, 0); batch; batch = nextBatch(messages, position)) {
    await memory.append(batch);
    position += batch.length;
    calls.push({ ...(await memory.assemble()), openJobs: openJobs(memory.entries()) });
  }
  const { compactions } = memory.getState();
  await memory.dispose();
  const over = calls.filter(({ plan }) => plan.totalTokens > budgetTokens).length;
  return { compactions, over, calls, breakers, replies: callsIn(messages) };
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
    const { compactions, replies } = await played(id, DEFAULT_BUDGET);
    return compactions.length / replies;
  };
  const thrashing = await perReply('thrashing');
  expect(thrashing).toBeGreaterThan(await perReply('healthy'));
  expect(thrashing).toBeLessThan(await perReply('bloated'));
});

test('[DEV-18] [TIER-4] parallel lists the jobs under way at the end of each context until their results come', async () => {
  const { calls, over } = await played('parallel', DEFAULT_BUDGET);
  expect(over).toBe(0);
  const most = Math.max(...calls.map(({ openJobs: open }) => open.length));
  expect(most).toBe(6);
  expect(calls.filter(({ openJobs: open }) => open.length >= 4).length).toBeGreaterThanOrEqual(8);
  for (const { plan, messages, openJobs: open } of calls) {
    expect(plan.tiers.live.tokens > 0).toBe(open.length > 0);
    const end = JSON.stringify(messages.at(-1));
    for (const job of open) expect(end).toContain(job);
  }
  expect(calls.at(-1)?.openJobs).toEqual([]);
});

test('[DEV-18] [TIER-5] parallel keeps 2,000 tokens free, and no answer of its tools needs more than the part for results', async () => {
  const { calls } = await played('parallel', DEFAULT_BUDGET);
  for (const { plan } of calls) {
    expect(plan.tiers.headroom.tokens).toBe(2_000);
    expect(plan.budget).toMatchObject({ inputTokens: DEFAULT_BUDGET, toolResultTokens: 1_200 });
  }
  const grown = calls.map(
    ({ plan }, at) => plan.totalTokens - (calls[at - 1]?.plan.totalTokens ?? plan.totalTokens),
  );
  expect(Math.max(...grown)).toBeGreaterThan(250);
  expect(Math.max(...grown)).toBeLessThanOrEqual(1_200);
});

test('[DEV-18] [CMP-6] outage opens the breaker after two failures, goes on without the model, and closes it by a trial', async () => {
  const { budgetTokens } = cardOf('outage');
  expect(budgetTokens).toBe(4_000);
  const { calls, breakers, compactions, over } = await played('outage', 4_000);
  expect(over).toBe(0);
  expect(breakers.map(({ status, failures }) => `${status} ${failures}`)).toEqual([
    'closed 1',
    'open 2',
    'half-open 2',
    'open 3',
    'half-open 3',
    'closed 0',
  ]);
  expect(compactions.length).toBeGreaterThanOrEqual(10);
  const told = calls.filter(({ plan }) => plan.degraded.length > 0).length;
  expect(told).toBeGreaterThanOrEqual(3);
  expect(calls.at(-1)?.plan.degraded).toEqual([]);
});
