import {
  type AgentMemory,
  AgentMemoryError,
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
} from '@agent-memory/core';
import { aScriptedStore } from '@agent-memory/core/testing';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keepAnswer } from './keep-answer.ts';
import { reportUnhandled } from './report-unhandled.ts';
import { takeTurn } from './take-turn.ts';

vi.mock('./report-unhandled.ts', () => ({ reportUnhandled: vi.fn() }));
beforeEach(() => vi.mocked(reportUnhandled).mockClear());

const question = { id: 'q', role: 'user', content: 'Where to?' } as const;
const list = { messages: [question], format: 'openai' } as const;
const listWithAnswer = () => ({
  messages: [question, { id: 'a', role: 'assistant', content: 'Home.' } as const],
  format: 'openai' as const,
});

function aMemory(store = inMemoryStore()): AgentMemory {
  const memory = createAgentMemory({ id: 'chat', budget: fixedBudget(4_000), store });
  onTestFinished(() => memory.dispose());
  return memory;
}

/** The plan of the context that a question is answered with. */
function asked(memory: AgentMemory) {
  return takeTurn({ memory, list, contextFormat: 'openai' }, async ({ plan }) => plan);
}

test('[TOK-5] keeps an answer, and reports what its context took', async () => {
  const memory = aMemory();
  const plan = await asked(memory);
  const usage = () => ({ inputTokens: plan.totalTokens + 40 });
  await keepAnswer(memory, { listWithAnswer, plan, usage });
  expect(memory.entries().map(({ id }) => id)).toEqual(['q', 'a']);
  expect(memory.getState().ledger?.reports).toBe(1);
});

test('[TOK-5] reports no usage of a context that was overtaken by another', async () => {
  const memory = aMemory();
  const plan = await asked(memory);
  await memory.append({ role: 'user', content: 'Or elsewhere?' });
  await memory.assemble();
  let asks = 0;
  const usage = () => {
    asks += 1;
    return { inputTokens: 40 };
  };
  await keepAnswer(memory, { listWithAnswer: () => undefined, plan, usage });
  await keepAnswer(memory, { listWithAnswer: () => undefined, plan: undefined, usage });
  expect(asks).toBe(0);
});

test('[STO-2] an answer that cannot be stored is kept, and the state shows the error', async () => {
  const store = aScriptedStore(inMemoryStore());
  const memory = aMemory(store);
  const plan = await asked(memory);
  const fault = new Error('The disk is gone.');
  store.failAll(['commit'], fault);
  await keepAnswer(memory, { listWithAnswer, plan, usage: () => undefined });
  expect(memory.entries().map(({ id }) => id)).toEqual(['q', 'a']);
  expect(memory.getState().error?.phase).toBe('store');
});

/** An answer that cannot be kept. */
function keepingFailsWith(error: Error, memory = aMemory()) {
  const unreadable = () => {
    throw error;
  };
  const ended = { listWithAnswer: unreadable, plan: undefined, usage: () => undefined };
  return keepAnswer(memory, ended);
}

test('[RCT-5] reports an answer that could not be kept, and the next is kept', async () => {
  const memory = aMemory();
  const error = new Error('no such answer');
  await keepingFailsWith(error, memory);
  expect(reportUnhandled).toHaveBeenCalledExactlyOnceWith(error);
  await keepAnswer(memory, { listWithAnswer, plan: undefined, usage: () => undefined });
  expect(memory.entries().map(({ id }) => id)).toEqual(['q', 'a']);
});

test('[STO-5] an answer whose session was deleted while it streamed is no unhandled error', async () => {
  await keepingFailsWith(new AgentMemoryError('SESSION_CLOSED', 'It is closed.'));
  expect(reportUnhandled).not.toHaveBeenCalled();
});
