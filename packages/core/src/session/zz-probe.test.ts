import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { AgentMemoryError } from '../errors/errors.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { createAgentMemory } from './create-agent-memory.ts';

test('overflow only of what is protected', async () => {
  let overflows = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, fc.integer({ min: 120, max: 1200 }), fc.constantFrom({high:1,low:0.5},{high:0.85,low:0.4},{high:0.6,low:0.1}), async (messages, budget, watermarks) => {
      const memory = createAgentMemory({ id: 'g', system: 'Answer briefly.', budget: fixedBudget(budget, watermarks), tokenCounter: simpleCounter });
      await memory.patchScratchpad({ objective: 'abc', keyFacts: ['a','b','c'.repeat(200)] });
      for (const message of messages) {
        if (message.role === 'assistant') {
          try { const {messages: sent, plan} = await memory.assemble(); expect(grammarFaults(sent)).toEqual([]); expect(plan.totalTokens).toBeLessThanOrEqual(budget); }
          catch (e) {
            if (!AgentMemoryError.isInstance(e) || e.code !== 'CONTEXT_OVERFLOW') throw e;
            overflows++;
            const plan = memory.plan();
            const loose = plan.items.filter((i) => ['FITS', 'STANDS_FOR_RANGES','LIVE_STATE'].includes(i.decision.rule) || (i.decision.rule === 'TOOL_RESULT_OVER_LIMIT' && i.decision.tokens.sent > 200));
            expect(loose.map((i) => [i.id, i.seq, i.decision.rule, i.decision.tokens.sent, plan.budget.inputTokens, plan.items.length])).toEqual([]);
          }
        }
        await memory.append(message);
      }
      await memory.dispose();
    }), { numRuns: 1500, seed: 5 });
  console.log('overflows', overflows);
}, 200000);
