import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AgentMemoryError } from '../../ground/errors/errors.ts';
import { createAgentMemory } from '../../session/create-agent-memory.ts';
import { arbitraryConversation } from '../../testing/arbitrary-conversation.ts';
import { grammarFaults } from '../../testing/context-faults.ts';
import { simpleCounter } from '../../testing/simple-counter.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { type EvictionPolicy, tokenBudget } from './eviction-policy.ts';
import { headTail, slidingWindow } from './windows.ts';

const RUNS = { seed: 20261122, numRuns: 30 };
// Every policy plays every conversation; nothing here measures how long that takes.

const policies: readonly EvictionPolicy[] = [
  tokenBudget(),
  slidingWindow({ messages: 4, slack: 2 }),
  headTail({ messages: 4 }),
  {
    name: 'newest first',
    choose: ({ units }) => units.map(({ start }) => start).reverse(),
    isDue: () => true,
  },
];

test.each(policies)(
  '[POL-7] [BUD-3] [CMP-3] no context under $name is invalid or over budget',
  async (policy) => {
    const budgets = fc.integer({ min: 120, max: 1_200 });
    await fc.assert(
      fc.asyncProperty(arbitraryConversation, budgets, async (messages, budget) => {
        const memory = createAgentMemory({
          id: 'generated',
          system: 'Answer briefly.',
          budget: fixedBudget(budget),
          policy,
          tokenCounter: simpleCounter,
        });
        for (const message of messages) {
          await memory.append(message);
          const context = await memory.assemble().catch(onlyOverflow);
          if (!context) continue;
          expect(grammarFaults(context.messages)).toEqual([]);
          expect(context.plan.totalTokens).toBeLessThanOrEqual(budget);
        }
        await memory.dispose();
      }),
      RUNS,
    );
  },
);

function onlyOverflow(error: unknown): undefined {
  if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return undefined;
  throw error;
}

test('[POL-1] a session under a sliding window slides when its slack is used up, and seldom in between', async () => {
  const policy = slidingWindow({ messages: 10, slack: 5 });
  const budget = fixedBudget(100_000);
  const memory = createAgentMemory({ id: 'w', budget, policy, tokenCounter: simpleCounter });
  const sent: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const role = turn % 2 === 0 ? 'user' : 'assistant';
    await memory.append({ role, content: `message ${turn} ${'x'.repeat(200)}` });
    sent.push((await memory.assemble()).messages.length);
  }
  // Ten and up to five ahead of them, the task, and what stands for the rest.
  expect(Math.max(...sent)).toBe(17);
  expect(Math.min(...sent.slice(16))).toBe(12);
  expect(memory.getState().compactions).toHaveLength(8);
});
