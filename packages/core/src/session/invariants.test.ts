import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EvictionPolicy } from '../compaction/policies/eviction-policy.ts';
import { tokenBudget } from '../compaction/policies/eviction-policy.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AssembledContext } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const RUNS = { numRuns: 300, seed: 20261121 };
// Hundreds of conversations take their time on a busy machine; nothing here measures it.
const budgets = fc.integer({ min: 120, max: 1_200 });

function memoryOf(inputTokens: number, policy: EvictionPolicy = tokenBudget()): AgentMemory {
  return createAgentMemory({
    id: 'generated',
    system: 'Answer briefly.',
    budget: fixedBudget(inputTokens),
    policy,
    tokenCounter: simpleCounter,
  });
}

/** Plays a conversation as an agent loop would: assembles before each word of the assistant. */
async function play(
  memory: AgentMemory,
  messages: readonly OpenAiMessage[],
  onContext: (context: AssembledContext) => void,
): Promise<void> {
  for (const message of messages) {
    if (message.role === 'assistant') {
      const context = await memory.assemble().catch(onlyOverflow);
      if (context) onContext(context);
    }
    await memory.append(message);
  }
  const context = await memory.assemble().catch(onlyOverflow);
  if (context) onContext(context);
  await memory.dispose();
}

function onlyOverflow(error: unknown): undefined {
  if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return undefined;
  throw error;
}

function textOfAll(messages: readonly OpenAiMessage[]): string {
  return JSON.stringify(messages);
}

test('[CMP-3] [MSG-6] no context holds a result without its call or a call without its result', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, budgets, async (messages, budget) => {
      await play(memoryOf(budget), messages, (context) => {
        expect(grammarFaults(context.messages)).toEqual([]);
      });
    }),
    RUNS,
  );
});

test('[BUD-3] no context is over the input budget, counted again from what is sent', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, budgets, async (messages, budget) => {
      await play(memoryOf(budget), messages, ({ messages: sent, plan }) => {
        expect(plan.totalTokens).toBeLessThanOrEqual(budget);
        expect(sentTokens(sent)).toBeLessThanOrEqual(plan.totalTokens);
      });
    }),
    RUNS,
  );
});

test('[POL-7] whatever a policy says, units stay whole and the protected part stays', async () => {
  const everything: EvictionPolicy = {
    name: 'everything',
    choose: ({ units }) => units.map((unit) => unit.start),
  };
  const nonsense: EvictionPolicy = {
    name: 'nonsense',
    choose: ({ units }) => [-1, 0.5, ...units.map((unit) => unit.start + 1)],
  };
  const nothing: EvictionPolicy = { name: 'nothing', choose: () => [] };
  await fc.assert(
    fc.asyncProperty(
      arbitraryConversation,
      budgets,
      fc.constantFrom(everything, nonsense, nothing),
      async (messages, budget, policy) => {
        const memory = memoryOf(budget, policy);
        await play(memory, messages, ({ messages: sent, plan }) => {
          expect(grammarFaults(sent)).toEqual([]);
          expect(plan.totalTokens).toBeLessThanOrEqual(budget);
          expect(sent[0]).toEqual({ role: 'system', content: 'Answer briefly.' });
          const hasAnchor = plan.items.some((item) => item.decision.rule.startsWith('ANCHOR'));
          const isAnchorSaid = memory.entries().some((entry) => entry.message.role === 'user');
          expect(hasAnchor).toBe(isAnchorSaid);
        });
      },
    ),
    RUNS,
  );
});

test('[BUD-5] the tiers of a plan add up to its total and to the window', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, budgets, async (messages, budget) => {
      await play(memoryOf(budget), messages, ({ plan }) => {
        const { system, archive, working, live, headroom } = plan.tiers;
        const sent = system.tokens + archive.tokens + working.tokens + live.tokens;
        expect(sent).toBe(plan.totalTokens);
        expect(sent + plan.freeTokens + headroom.tokens).toBe(plan.budget.contextWindow);
      });
    }),
    RUNS,
  );
});

test('[CMP-8] between two compactions each context begins with the one before', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, budgets, async (messages, budget) => {
      const memory = memoryOf(budget);
      let before: { readonly compactions: number; readonly sent: readonly string[] } | undefined;
      await play(memory, messages, ({ messages: sent }) => {
        const compactions = memory.getState().compactions.length;
        const lines = sent.map((message) => JSON.stringify(message));
        // A placeholder for a missing result may give way to what came later in the same unit.
        if (before?.compactions === compactions && !textOfAll(sent).includes('No result was')) {
          expect(lines.slice(0, before.sent.length)).toEqual(before.sent);
        }
        before = textOfAll(sent).includes('No result was')
          ? undefined
          : { compactions, sent: lines };
      });
    }),
    RUNS,
  );
});

test('[TIER-2] every entry of the transcript is explained: sent, shortened, or left', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryConversation, budgets, async (messages, budget) => {
      const memory = memoryOf(budget);
      await play(memory, messages, ({ plan }) => {
        const sentIds = new Set(plan.items.map((item) => item.id));
        for (const entry of memory.entries()) {
          const decision = memory.explain(entry.id);
          expect(decision?.itemId).toBe(entry.id);
          expect(decision?.tokens.sent === 0).toBe(!sentIds.has(entry.id));
        }
      });
    }),
    RUNS,
  );
});

/** Counted apart from the library: 4 a message, text, call names and arguments. */
function sentTokens(messages: readonly OpenAiMessage[]): number {
  return messages.reduce((sum, message) => {
    const { content } = message;
    const text = typeof content === 'string' ? content : (content ?? []).map(partText).join('');
    const calls = (message.tool_calls ?? []).map(
      (call) => call.function.name + call.function.arguments,
    );
    return sum + 4 + simpleCounter.count(text) + simpleCounter.count(calls.join(''));
  }, 0);
}

function partText(part: { readonly type: string; readonly text?: string }): string {
  return part.text ?? '';
}
