import { fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { undoOffer } from '../compactions/compaction-summary.ts';
import { realSession } from '../testing/real-session.ts';
import { shapeOf } from '../transport/members.ts';
import { memorySource } from './memory-source.ts';

test('[CMP-12] the raise that is offered for an undo brings back all that left, and the next call keeps it', async () => {
  const memory = await realSession();
  const source = memorySource(memory, {
    setBudget: (inputTokens) => memory.configure({ budget: fixedBudget(inputTokens) }),
  });
  const newest = source.getState().compactions.at(-1);
  if (!newest) throw new Error('The session has compacted.');
  expect(source.getState().plan?.ranges.length).toBeGreaterThan(0);
  const offer = undoOffer(newest, source.getState(), source.setBudget !== undefined);
  if (offer.kind !== 'would-not-hold' || !offer.raise) throw new Error('A raise is offered.');
  await source.setBudget?.(offer.raise.inputTokens);
  const { plan } = await memory.assemble();
  expect(plan.budget.inputTokens).toBe(offer.raise.inputTokens);
  expect(plan.ranges).toEqual([]);
  await memory.dispose();
});

test('[DEV-2] the budget can be set in the page of the memory alone: over a channel and in the past it cannot', async () => {
  const memory = await realSession();
  const source = memorySource(memory, { setBudget: () => undefined });
  expect(source.setBudget).toBeDefined();
  expect(memorySource(memory).setBudget).toBeUndefined();
  expect(shapeOf(source)).not.toHaveProperty('setBudget');
  const past = await source.at(source.getState().calls.first);
  expect(past).toBeDefined();
  expect(past?.setBudget).toBeUndefined();
  await memory.dispose();
});
