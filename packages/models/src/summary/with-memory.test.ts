import { createAgentMemory, extractiveSummarizer, type Summarizer } from '@agent-memory/core';
import { expect, onTestFinished, test } from 'vitest';
import { fallback } from '../fallback/fallback.ts';
import { aChat } from '../testing/a-chat.ts';
import { linesInBrief } from '../testing/a-strict-chat-server.ts';
import { DONE, words } from '../testing/events.ts';
import { type Behaviour, refusing, streaming } from '../testing/local-server.ts';
import { modelSummarizer } from './model-summarizer.ts';

const INVENTING = streaming(words('Order ZFA99X was paid with 4,812 EUR.'), DONE);

const inBrief: Behaviour = (response, request) =>
  streaming(words(linesInBrief(JSON.parse(request.body))), DONE)(response, request);

/** A memory with a conversation about orders, compacted with this summariser. */
async function aCompactedMemory(summarizer: Summarizer) {
  const memory = createAgentMemory({ id: 'orders', contextWindow: 4_000, summarizer });
  onTestFinished(() => memory.dispose());
  for (let turn = 0; turn < 40; turn += 1) {
    const content = `Order A-${1_000 + turn}: ${'the parcel is on its way to the harbour. '.repeat(8)}`;
    await memory.append({ role: 'user', content: `What of order A-${1_000 + turn}?` });
    await memory.append({ role: 'assistant', content });
  }
  await memory.append({ role: 'user', content: 'And now?' });
  await memory.compact();
  return memory;
}

test('[CMP-10] a session continues with the summary that a model wrote', async () => {
  const { model } = await aChat([inBrief]);
  const memory = await aCompactedMemory(modelSummarizer(model));
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'small' }]);
  const { messages } = await memory.assemble();
  expect(JSON.stringify(messages)).toContain('assistant: Order A-1001: the parcel');
});

test('[MOD-4] a summary with a made-up value is not committed: the extractive one is, and it is said why', async () => {
  const { model } = await aChat([INVENTING]);
  const memory = await aCompactedMemory(modelSummarizer(model));
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
  expect(memory.getState().degraded).toMatchObject([
    { code: 'SUMMARIZER_FAILED', message: expect.stringContaining('"ZFA99X", "4,812 EUR"') },
  ]);
  const { messages } = await memory.assemble();
  expect(JSON.stringify(messages)).not.toContain('ZFA99X');
});

test('[MOD-3] with a chain of summarisers the next one writes, and nothing is degraded', async () => {
  const { model } = await aChat([refusing(401, 'who?')]);
  const chain = fallback([modelSummarizer(model), extractiveSummarizer]);
  const memory = await aCompactedMemory(chain);
  expect(memory.getState().degraded).toEqual([]);
  expect(chain.status).toMatchObject({
    taken: 'extractive',
    passedOver: [{ name: 'small', error: { code: 'MODEL_UNAUTHORIZED' }, wasAsked: true }],
  });
});
