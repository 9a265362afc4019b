import { createAgentMemory, fixedBudget, type SpendingLimit } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { memoryExtraction } from './memory-extraction.ts';
import type { ExtractionModel } from './model/extraction-model.ts';
import { aModel, answers, says, TEA_SAID, tea, textsIn } from './testing/chat-with-extraction.ts';

function aChat(chatModel: ExtractionModel, calls: number) {
  const spending: SpendingLimit = {
    refusal: (session) => (session && session.calls >= calls ? 'Enough.' : undefined),
    add: () => undefined,
  };
  const longTerm = createLongTermMemory({ user: 'ada' });
  const extraction = memoryExtraction(longTerm, { chatModel });
  const memory = createAgentMemory({
    id: 'chat',
    budget: fixedBudget(40_000),
    features: [extraction.feature],
    spending,
  });
  const say = async (content: string) => {
    await memory.append([says(content), answers('Noted.')]);
    await extraction.settled();
    return extraction.log('chat').at(-1);
  };
  return { memory, extraction, longTerm, say };
}

test('[MOD-7] [EXT-5] at the limit patterns extract, and the state says so', async () => {
  const { model, requests } = aModel({ memories: [tea] });
  const { memory, longTerm, say } = aChat(model, 1);
  expect(await say(TEA_SAID)).toMatchObject({ extractor: 'scripted' });
  expect(memory.getState().models).toMatchObject([{ model: 'scripted', background: 1 }]);
  const pass = await say('I live in Porto.');
  expect(pass).toMatchObject({ extractor: 'patterns' });
  expect(pass?.failure).toBeUndefined();
  expect(requests).toHaveLength(1);
  expect(await textsIn(longTerm)).toContain('I live in Porto.');
  expect(memory.getState().degraded).toMatchObject([{ code: 'SPENDING_LIMIT_REACHED' }]);
  await memory.dispose();
});

test('[MOD-7] of a long run the model reads as much as it may, and patterns read the rest', async () => {
  const { model, requests } = aModel({ memories: [] });
  const { memory, extraction, longTerm } = aChat(model, 2);
  const long = (said: string) => says(`${said} ${'We walked along the river. '.repeat(430)}`);
  await memory.append([
    ...[long('One.'), long('Two.'), long('Three.')],
    ...[says('I live in Porto.'), answers('Noted.')],
  ]);
  await extraction.settled();
  expect(requests).toHaveLength(2);
  const extractors = extraction.log('chat').map(({ extractor }) => extractor);
  expect(extractors).toEqual(['scripted', 'patterns']);
  expect(await textsIn(longTerm)).toContain('I live in Porto.');
  await memory.dispose();
});

test('[OBS-2] the ledger has the calls of extraction, with the tokens that the model reports', async () => {
  const model: ExtractionModel = {
    name: 'far',
    chat: async () => ({ text: '{"memories":[]}', usage: { inputTokens: 30, outputTokens: 3 } }),
  };
  const { memory, say } = aChat(model, 9);
  await say('Hello there, how are you?');
  expect(memory.getState().models).toMatchObject([
    { model: 'far', calls: 1, inputTokens: 30, backgroundTokens: 33 },
  ]);
  await memory.dispose();
});

test('[OBS-2] a call that failed is in the ledger too', async () => {
  const { model } = aModel(new Error('offline'));
  const { memory, say } = aChat(model, 9);
  expect(await say(TEA_SAID)).toMatchObject({ failure: { code: 'MODEL_FAILED' } });
  expect(memory.getState().models).toMatchObject([{ calls: 1, failed: 1, unreported: 1 }]);
  await memory.dispose();
});
