import {
  createAgentMemory,
  type ModelCall,
  type OpenAiMessage,
  type SummaryRequest,
} from '@agent-memory/core';
import { expect, test } from 'vitest';
import type { ChatModel } from '../chat/chat-model.ts';
import { openAiCompatible } from '../endpoint/open-ai-compatible.ts';
import { fallback } from '../fallback/fallback.ts';
import { modelSummarizer } from '../summary/model-summarizer.ts';
import { DONE, event, words } from '../testing/events.ts';
import { aLocalServer, type Behaviour, refusing, streaming } from '../testing/local-server.ts';
import { metered } from './metered.ts';

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

/** A driver that reports its own calls, with their cost. */
function withCost(model: ChatModel): ChatModel {
  return {
    ...model,
    async chat(request) {
      const reply = await model.chat(request);
      const { urgency: purpose = 'user', onCall } = request;
      const figures = { atMs: 0, ms: 1, ...reply.usage, cost: 0.54 };
      onCall?.({ model: model.name, purpose, ...figures, outcome: { kind: 'answered' } });
      return reply;
    },
  };
}

function heard() {
  const calls: ModelCall[] = [];
  return { calls, onCall: (call: ModelCall) => void calls.push(call) };
}

test('[MOD-1] [OBS-2] a summary reports its calls, and the cost that the driver reports', async () => {
  const { calls, onCall } = heard();
  const metering = heard();
  const model = metered(withCost(await aModel('small', says(GOOD))), { onCall: metering.onCall });
  await modelSummarizer(model).summarize(REQUEST, { onCall });
  const call = {
    model: 'small',
    purpose: 'background',
    inputTokens: 500,
    outputTokens: 20,
    outcome: { kind: 'answered' },
  };
  expect(calls).toMatchObject([{ ...call, cost: 0.54 }]);
  expect(metering.calls).toMatchObject([call]);
});

test('[MOD-4] a summary that was thrown away tells both of its attempts', async () => {
  const { calls, onCall } = heard();
  const model = await aModel('small', says('Order ZFA04X was moved.'));
  await expect(modelSummarizer(model).summarize(REQUEST, { onCall })).rejects.toThrow('ZFA04X');
  expect(calls).toHaveLength(2);
});

test('[MOD-1] in a chain of chat models the one that wrote signs, and each one’s calls are its own', async () => {
  const { calls, onCall } = heard();
  const whole = heard();
  const chain = fallback([await aModel('near', busy), withCost(await aModel('far', says(GOOD)))]);
  const summarizer = modelSummarizer(metered(chain, { onCall: whole.onCall }));
  expect(summarizer.name).toBe('near → far');
  expect(await summarizer.summarize(REQUEST, { onCall })).toMatchObject({ madeBy: 'far' });
  expect(calls).toMatchObject([
    { model: 'near', outcome: { kind: 'failed', code: 'MODEL_SERVER_FAULT' } },
    { model: 'far', cost: 0.54, outcome: { kind: 'answered' } },
  ]);
  expect(whole.calls).toMatchObject([{ model: 'near → far', inputTokens: 500 }]);
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
  const model = withCost(await aModel('small', says('They spoke of letters.')));
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
