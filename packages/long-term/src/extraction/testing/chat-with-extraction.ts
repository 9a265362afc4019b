import { createAgentMemory, fixedBudget, type MemoryStore } from '@agent-memory/core';
import { createLongTermMemory } from '../../memory/create-long-term-memory.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import { type MemoryExtractionOptions, memoryExtraction } from '../memory-extraction.ts';
import type { ExtractionModel, ExtractionRequest } from '../model/extraction-model.ts';

export const says = (content: string) => ({ role: 'user' as const, content });
export const answers = (content: string) => ({ role: 'assistant' as const, content });
export const calls = (id: string, name: string, json = '{}') => ({
  role: 'assistant' as const,
  content: '',
  tool_calls: [{ id, type: 'function' as const, function: { name, arguments: json } }],
});
export const result = (id: string, content: string) => ({
  role: 'tool' as const,
  tool_call_id: id,
  content,
});

interface Setup {
  readonly longTerm?: LongTermMemory;
  readonly store?: MemoryStore;
  readonly options?: MemoryExtractionOptions;
  readonly id?: string;
}

export function aChat({
  longTerm = createLongTermMemory({ user: 'ada' }),
  store,
  options,
  id = 'chat',
}: Setup = {}) {
  const extraction = memoryExtraction(longTerm, options);
  const memory = createAgentMemory({
    id,
    budget: fixedBudget(4_000),
    features: [extraction.feature],
    ...(store && { store }),
  });
  return { memory, extraction, longTerm };
}

export async function textsIn(longTerm: LongTermMemory): Promise<readonly string[]> {
  const { items } = await longTerm.list({});
  return items.map(({ record }) => record.text).toSorted();
}

/** A model that gives these answers in turn, and remembers what it was asked. */
export function aModel(...replies: readonly (object | string | Error)[]) {
  const requests: ExtractionRequest[] = [];
  const model: ExtractionModel = {
    name: 'scripted',
    async chat(request) {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(request);
      if (reply instanceof Error) throw reply;
      return { text: typeof reply === 'string' ? reply : JSON.stringify(reply) };
    },
  };
  return { model, requests };
}

export const tea = {
  type: 'user',
  kind: 'preference',
  nature: 'statement',
  text: 'The user prefers green tea.',
  quote: 'green tea is what I prefer',
};
export const TEA_SAID = 'For the meeting, green tea is what I prefer.';
