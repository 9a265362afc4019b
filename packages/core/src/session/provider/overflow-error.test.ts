import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../../formats/openai/openai-message.ts';
import type { ContextOverflowError } from '../../ground/errors/context-overflow-error.ts';
import { AgentMemoryError } from '../../ground/errors/errors.ts';
import { arbitraryConversation } from '../../testing/arbitrary-conversation.ts';
import { unprotectedItems } from '../../testing/reference-session.ts';
import { simpleCounter } from '../../testing/simple-counter.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import type { AgentMemory } from '../agent-memory.ts';
import { createAgentMemory } from '../create-agent-memory.ts';
import { overflowError } from './overflow-error.ts';

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
});

async function isRefused(memory: AgentMemory): Promise<boolean> {
  try {
    await memory.assemble();
    return false;
  } catch (error) {
    if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return true;
    throw error;
  }
}

async function overflowOf(...messages: readonly OpenAiMessage[]): Promise<ContextOverflowError> {
  const memory = createAgentMemory({
    id: 'files',
    budget: fixedBudget(200),
    tokenCounter: simpleCounter,
  });
  await memory.append(messages);
  const plan = memory.plan();
  return overflowError(plan, { budget: plan.budget });
}

const aCall: OpenAiMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'read_file', arguments: '{}' } }],
};
const aResult: OpenAiMessage = { role: 'tool', tool_call_id: 'c', content: 'x'.repeat(4_000) };

test('[BUD-3] where results are among the largest, the error names the tools that gave them', async () => {
  const error = await overflowOf({ role: 'user', content: 'Read it.' }, aCall, aResult);
  expect(error.largest[0]).toMatchObject({
    itemId: 'message #2 (result of read_file)',
    resultsOf: ['read_file'],
  });
  expect(error.message).toContain(
    'shorten what `read_file` gives, the system text or the last message, or use a larger window.',
  );
});

test('[BUD-3] where none is, the error speaks of the texts alone', async () => {
  const error = await overflowOf({ role: 'user', content: 'x'.repeat(4_000) });
  expect(error.largest).toEqual([{ itemId: 'message #0 (user)', tokens: 1_004 }]);
  expect(error.message).toContain('shorten the system text or the last message, or use');
});
