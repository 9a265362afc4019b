import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { AgentMemoryError } from '../errors/errors.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { unprotectedItems } from '../testing/reference-session.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const watermarks = fc.constantFrom(
  { high: 1, low: 0.5 },
  { high: 0.85, low: 0.4 },
  { high: 0.6, low: 0.1 },
);

test('[BUD-3] a context is refused only when nothing is left of it but what is protected (seed 20261121)', async () => {
  const budgets = fc.integer({ min: 120, max: 600 });
  await fc.assert(
    fc.asyncProperty(
      arbitraryConversation,
      budgets,
      watermarks,
      async (messages, tokens, marks) => {
        const memory = createAgentMemory({
          id: 'generated',
          system: 'Answer briefly.',
          budget: fixedBudget(tokens, marks),
          tokenCounter: simpleCounter,
        });
        await memory.patchScratchpad({ objective: 'Repair the bicycle', keyFacts: ['it is red'] });
        for (const message of messages) {
          await memory.append(message);
          if (message.role !== 'assistant' && (await isRefused(memory))) {
            expect(unprotectedItems(memory)).toEqual([]);
          }
        }
        await memory.dispose();
      },
    ),
    { seed: 20261121, numRuns: 300 },
  );
}, 60_000);

async function isRefused(memory: AgentMemory): Promise<boolean> {
  try {
    await memory.assemble();
    return false;
  } catch (error) {
    if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return true;
    throw error;
  }
}
