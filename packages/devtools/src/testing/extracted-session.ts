import { type AgentMemory, createAgentMemory, fixedBudget } from '@agent-memory/core';
import { createLongTermMemory, type LongTermMemory } from '@agent-memory/long-term';
import {
  type ExtractionModel,
  type MemoryExtraction,
  memoryExtraction,
} from '@agent-memory/long-term/extraction';

/** A chat whose memory fills itself. */
export interface ExtractedSession {
  readonly memory: AgentMemory;
  readonly longTerm: LongTermMemory;
  readonly extraction: MemoryExtraction;
  /** A run: the user says something, the assistant answers, and what is new is extracted. */
  readonly run: (text: string) => Promise<void>;
}

/** A chat with nothing in it yet; without a model its memory is filled by patterns. */
export async function extractedSession(chatModel?: ExtractionModel): Promise<ExtractedSession> {
  const longTerm = createLongTermMemory({ user: 'ada', sweepEveryMs: 0 });
  const extraction = memoryExtraction(longTerm, chatModel ? { chatModel } : {});
  const memory = createAgentMemory({
    id: 'travel',
    budget: fixedBudget(4_000),
    features: [extraction.feature],
  });
  await memory.ready;
  const run = async (text: string) => {
    await memory.append({ role: 'user', content: text });
    await memory.assemble();
    await memory.append({ role: 'assistant', content: 'All right.' });
    await extraction.settled();
    await memory.assemble();
  };
  return { memory, longTerm, extraction, run };
}

/** A model that fails each time. */
export const FAILING_MODEL: ExtractionModel = {
  name: 'smollm2',
  chat: () => Promise.reject(new Error('The device was lost.')),
};
