import {
  createAgentMemory,
  type ModelCall,
  type OpenAiMessage,
  type SummaryRequest,
} from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { openAiCompatible } from '../endpoint/open-ai-compatible.ts';
import { fallback } from '../fallback/fallback.ts';
import { modelSummarizer } from '../summary/model-summarizer.ts';
import { DONE, event, words } from '../testing/events.ts';
import { aLocalServer, type Behaviour, refusing, streaming } from '../testing/local-server.ts';
import { metered } from './metered.ts';

const PRICE = { inputPerMillion: 1_000, outputPerMillion: 2_000 };
const GOOD = 'The user wanted order ZFA04Y moved to 2026-05-20; it was.';
const REQUEST: SummaryRequest = {
  sources: [
    { seq: 0, role: 'user', text: 'Please rebook order ZFA04Y to 2026-05-20, and say so.' },
    { seq: 1, role: 'assistant', text: 'Order ZFA04Y is on 2026-05-20 now, as was asked.' },
  ],
  maxTokens: 200,
  count: (text) => Math.ceil(text.length / 4),
};

const usage = event({ choices: [], usage: { prompt_tokens: 500, completion_tokens: 20 } });
const says = (text: string): Behaviour => streaming(words(text), usage, DONE);
const busy = refusing(503, 'busy');

async function aModel(name: string, ...behaviours: readonly Behaviour[]) {
  const { baseUrl } = await aLocalServer(...behaviours);
  return openAiCompatible({ baseUrl, model: name });
}

function heard() {
  const calls: ModelCall[] = [];
  return { calls, onCall: (call: ModelCall) => void calls.push(call) };
}

test('[MOD-1] [OBS-2] a summary tells its calls, and a metered model their price', async () => {
  const { calls, onCall } = heard();
  const priced = heard();
  const model = metered(await aModel('small', says(GOOD)), {
    onCall: priced.onCall,
    price: PRICE,
    clock: aSimulatedClock(),
  });
  await modelSummarizer(model).summarize(REQUEST, { onCall });
  expect(calls).toMatchObject([
    {
      model: 'small',
      purpose: 'background',
      inputTokens: 500,
      outputTokens: 20,
      cost: 0.54,
      outcome: { kind: 'answered' },
    },
  ]);
  expect(priced.calls).toEqual(calls);
});

test('[MOD-4] a summary that was thrown away tells both of its attempts', async () => {
  const { calls, onCall } = heard();
  const model = await aModel('small', says('Order ZFA04X was moved.'));
  await expect(modelSummarizer(model).summarize(REQUEST, { onCall })).rejects.toThrow('ZFA04X');
  expect(calls).toHaveLength(2);
});

test('[MOD-1] in a chain of chat models the one that wrote signs, and each one’s calls are its own', async () => {
  const { calls, onCall } = heard();
  const near = metered(await aModel('near', busy), { onCall: () => undefined, price: PRICE });
  const far = metered(await aModel('far', says(GOOD)), { onCall: () => undefined, price: PRICE });
  const summarizer = modelSummarizer(fallback([near, far]));
  expect(summarizer.name).toBe('near → far');
  expect(await summarizer.summarize(REQUEST, { onCall })).toMatchObject({ madeBy: 'far' });
  expect(calls).toMatchObject([
    { model: 'near', outcome: { kind: 'failed', code: 'MODEL_SERVER_FAULT' } },
    { model: 'far', cost: 0.54, outcome: { kind: 'answered' } },
  ]);
});

test('[MOD-1] a price around a chain is that of each of its calls', async () => {
  const { calls, onCall } = heard();
  const whole = heard();
  const chain = fallback([await aModel('near', busy), await aModel('far', says(GOOD))]);
  const model = metered(chain, { onCall: whole.onCall, price: PRICE });
  const summary = await modelSummarizer(model).summarize(REQUEST, { onCall });
  expect(summary).toMatchObject({ madeBy: 'far' });
  expect(calls).toMatchObject([{ model: 'near' }, { model: 'far', cost: 0.54 }]);
  expect(whole.calls).toMatchObject([{ model: 'near → far', cost: 0.54 }]);
});

test('[MOD-1] in a chain of summarisers the calls of the one that failed are told too', async () => {
  const { calls, onCall } = heard();
  const near = modelSummarizer(await aModel('near', says('...')));
  const far = modelSummarizer(await aModel('far', says(GOOD)));
  const summary = await fallback([near, far]).summarize(REQUEST, { onCall });
  expect(summary).toMatchObject({ madeBy: 'far' });
  expect(calls.map(({ model }) => model)).toEqual(['near', 'far']);
});

test('[OBS-2] a chat through a chain tells the calls of its members', async () => {
  const { calls, onCall } = heard();
  const chain = fallback([await aModel('near', busy), await aModel('far', says('Hi'))]);
  await chain.chat({ messages: [{ role: 'user', content: 'Hello' }], onCall });
  expect(calls).toMatchObject([
    { model: 'near', purpose: 'user', outcome: { kind: 'failed' } },
    { model: 'far', inputTokens: 500 },
  ]);
});

test('[CMP-14] [OBS-2] a memory’s ledger has the summary’s tokens and cost, and the record too', async () => {
  const model = metered(await aModel('small', says('They spoke of letters.')), {
    onCall: () => undefined,
    price: PRICE,
  });
  const memory = createAgentMemory({
    id: 'trip',
    contextWindow: 4_000,
    summarizer: modelSummarizer(model),
  });
  const talk = Array.from({ length: 40 }, (_, index): OpenAiMessage[] => [
    {
      role: 'user',
      content: `Letter ${index}: ${'the weather was fair and we walked '.repeat(9)}`,
    },
    { role: 'assistant', content: `So it was, on day ${index}.` },
  ]);
  await memory.append(talk.flat());
  const record = await memory.compact();
  const row = { model: 'small', background: record?.models?.[0]?.calls, failed: 0, unreported: 0 };
  expect(record).toMatchObject({ summariser: 'small', models: [row] });
  expect(memory.getState().models).toEqual(record?.models);
  expect(record?.models?.[0]?.cost).toBeCloseTo(0.54 * (record?.models?.[0]?.calls ?? 0), 9);
  await memory.dispose();
});
