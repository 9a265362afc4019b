import { isHistoryRecord } from '@agent-memory/sessions/stored';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { contextFaultsOf, ReferenceSession, storedFaultsOf } from '../testing/reference-session.ts';
import { aScriptedSummarizer, says } from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const RUNS = { numRuns: 300, seed: 20261122 };
// Hundreds of conversations take their time on a busy machine; nothing here measures it.

const SYSTEM = 'Answer briefly.';

/**
 * Generated conversations are a sixteenth of recorded ones, and so are their budgets: 2k to 32k
 * become 125 to 2,000.
 */
const SIXTEENTHS = [2_000, 4_000, 8_000, 16_000, 32_000].map((tokens) => tokens / 16);

const setting = fc.record({
  inputTokens: fc.constantFrom(...SIXTEENTHS),
  hasSummarizer: fc.boolean(),
  isStored: fc.boolean(),
  watermarks: fc.constantFrom(undefined, { high: 0.85, low: 0.4 }, { high: 0.6, low: 0.1 }),
  notes: fc.constantFrom('', 'Repair the bicycle, it is red'),
});

/** Several generated conversations in a row, as one session. */
const longConversation = fc
  .array(arbitraryConversation, { minLength: 1, maxLength: 4, size: 'large' })
  .map((conversations) => conversations.flat());

async function contextOf(memory: AgentMemory): Promise<readonly string[]> {
  try {
    return contextFaultsOf(await memory.assemble(), memory, SYSTEM);
  } catch (error) {
    if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return [];
    throw error;
  }
}

/** Records that cannot be: a stage that gains tokens, what left twice, a lost count below its list. */
function recordFaults(records: readonly CompactionRecord[]): readonly string[] {
  const left = new Set<number>();
  const faults: string[] = [];
  for (const record of records) {
    const { tokensBefore, tokensAfter, lost, stages } = record;
    if (tokensAfter >= tokensBefore) faults.push(`${record.id} freed nothing`);
    if (stages.length === 0) faults.push(`${record.id} has no stage`);
    if (stages.at(-1)?.tokensAfter !== tokensAfter) faults.push(`${record.id} ends elsewhere`);
    if (lost && lost.total < lost.values.length) faults.push(`${record.id} lost fewer than named`);
    for (const { fromSeq, toSeq } of record.left) {
      for (let seq = fromSeq; seq < toSeq; seq += 1) {
        if (left.has(seq)) faults.push(`#${seq} left twice`);
        left.add(seq);
      }
    }
  }
  return faults;
}

test('[CMP-3] [BUD-3] [TIER-2] [CMP-7] [CMP-14] no generated conversation has a fault anywhere in the pipeline', async () => {
  await fc.assert(
    fc.asyncProperty(
      longConversation,
      setting,
      async (messages: readonly OpenAiMessage[], given) => {
        const { inputTokens, hasSummarizer, isStored, watermarks, notes } = given;
        const store = inMemoryStore();
        const memory = createAgentMemory({
          id: 'generated',
          system: SYSTEM,
          budget: fixedBudget(inputTokens, watermarks),
          tokenCounter: simpleCounter,
          clock: aSimulatedClock(),
          ...(hasSummarizer && { summarizer: aScriptedSummarizer(says('- all is well')) }),
          ...(isStored && { store }),
        });
        const reference = new ReferenceSession();
        if (notes !== '') await memory.patchScratchpad({ objective: notes });
        for (const message of messages) {
          if (message.role === 'assistant') expect(await contextOf(memory)).toEqual([]);
          reference.append(await memory.append(message));
        }
        expect(await contextOf(memory)).toEqual([]);
        await memory.dispose();
        expect(reference.faultsOf(memory)).toEqual([]);
        expect(recordFaults(memory.getState().compactions)).toEqual([]);
        if (!isStored) return;
        expect(await storedFaultsOf(store, 'generated', isHistoryRecord)).toEqual([]);
        expect((await store.load('generated'))?.compactions).toEqual(memory.getState().compactions);
      },
    ),
    RUNS,
  );
});
