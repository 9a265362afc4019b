import { createAgentMemory, type Summarizer } from '@agent-memory/core';
import { nextTask } from '@agent-memory/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import type { ChatModel, ChatRequest, ModelSpeed } from '../chat/chat-model.ts';
import { EMPTY_REPLY } from '../chat/chat-reply.ts';
import { aModel } from '../testing/a-local-model.ts';
import { aScriptedEngine } from '../testing/scripted-engine.ts';
import { modelSummarizer } from './model-summarizer.ts';

const SAID = Array.from({ length: 12 }, (_, turn) => ({
  seq: turn,
  role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
  text: `The lorry number ${turn} brings the crates of oranges to the harbour, and the office there wants a form for every one of them before noon.`,
}));

const SUMMARY = 'The lorry brings crates of oranges to the harbour.';
const count = (text: string): number => Math.ceil(text.length / 4);
const request = { sources: SAID, maxTokens: 120, count };

/** A model on this device that has a speed, and all that it was asked. */
function aPacedModel(speed: ModelSpeed, texts: readonly string[] = []) {
  const requests: ChatRequest[] = [];
  const model: ChatModel = {
    name: 'small',
    timeoutMs: 600_000,
    speed,
    chat: async (asked) => {
      requests.push(asked);
      const own = `${SUMMARY} Part ${'one'.repeat(requests.length)} is done.`;
      return { ...EMPTY_REPLY, text: texts[requests.length - 1] ?? own };
    },
  };
  const sizes = () =>
    requests.map(({ messages }) => messages.reduce((sum, it) => sum + count(`${it.content}`), 0));
  return { model, requests, sizes };
}

test('[CMP-10] a slow model with time reads a conversation part by part, tells how far it is, and joins what it wrote', async () => {
  const { model, sizes } = aPacedModel({ readsPerSecond: 5, writesPerSecond: 4 });
  const told: unknown[] = [];
  const onProgress = (progress: unknown): void => void told.push(progress);
  const options = { limitMs: 600_000, onProgress };
  const { text } = await modelSummarizer(model).summarize(request, options);
  expect(told).toEqual([
    { done: 1, parts: 2 },
    { done: 2, parts: 2 },
  ]);
  expect(sizes()).toHaveLength(2);
  expect(text.split(SUMMARY)).toHaveLength(3);
});

test('[MOD-4] a part of which a slow model wrote nonsense is told in its own sentences, and all parts of nonsense are refused', async () => {
  const speed = { readsPerSecond: 5, writesPerSecond: 4 };
  const [nonsense, options] = ['La la la. '.repeat(20), { limitMs: 600_000 }];
  const { text } = await modelSummarizer(aPacedModel(speed, [nonsense]).model).summarize(
    request,
    options,
  );
  expect(text).toMatch(/user \(#\d+\): The lorry number \d+ brings/);
  expect(text).toContain(SUMMARY);
  const { model } = aPacedModel(speed, [nonsense, nonsense]);
  const work = modelSummarizer(model).summarize(request, options);
  await expect(work).rejects.toThrow('it repeated itself');
});

test('[CMP-10] a slow model with little time gets the most telling sentences alone, and no more than it can answer', async () => {
  const { model, requests, sizes } = aPacedModel({ readsPerSecond: 6, writesPerSecond: 4 });
  await modelSummarizer(model).summarize(request, { limitMs: 90_000 });
  const [size = 0] = sizes();
  expect(sizes()).toHaveLength(1);
  expect(size / 6 + (requests[0]?.maxTokens ?? 0) / 4).toBeLessThan(90);
});

test('[MOD-3] a model that is too slow for its time is not asked, and it is said why', async () => {
  const { model, requests } = aPacedModel({ readsPerSecond: 1, writesPerSecond: 1 });
  const work = modelSummarizer(model).summarize(request, { limitMs: 60_000 });
  await expect(work).rejects.toThrow(/was not asked: .* needs about \d+ s .* has 60 s$/);
  expect(requests).toEqual([]);
});

test('[CMP-10] the first call of a model on this device is short and measures it; the next ones are sized by that', async () => {
  const { model, first, clock } = aModel();
  const summarizer = modelSummarizer(model);
  const writing = summarizer.summarize(request, { limitMs: 600_000 });
  const trial = await first.call(0);
  expect(JSON.stringify(trial.messages).length).toBeLessThan(500);
  clock.advance(8_000);
  trial.tell('One');
  clock.advance(2_000);
  trial.finish(', two', { inputTokens: 40, outputTokens: 8 });
  const part = await first.call(1);
  expect(model.speed).toEqual({ readsPerSecond: 5, writesPerSecond: 4 });
  part.finish(SUMMARY);
  (await first.call(2)).finish(`${SUMMARY} It wants a form.`);
  expect((await writing).text).toContain('It wants a form.');
  expect(first.calls).toHaveLength(3);
});

/** A memory on a simulated clock whose context is to be compacted. */
async function aMemory(summarizer: Summarizer, clock: ReturnType<typeof aModel>['clock']) {
  const memory = createAgentMemory({ id: 'desk', contextWindow: 2_000, summarizer, clock });
  onTestFinished(() => memory.dispose());
  const said = SAID.map(({ role, text: content }) => ({ role, content }));
  await memory.append([...said, ...said, ...said, { role: 'user', content: 'And now?' }]);
  return memory;
}

test.each([
  ['never answers', async () => undefined],
  ['answers after its time', async (answer: () => void) => answer()],
] as const)(
  '[MOD-3] a summary of an engine that %s ends with its time, and the extractive one is used',
  async (_, then) => {
    const { model, first, clock } = aModel({}, [aScriptedEngine({ readsOn: true })]);
    const memory = await aMemory(modelSummarizer(model), clock);
    const compacting = memory.compact();
    const call = await first.call(0);
    clock.advance(60_000);
    expect(await compacting).toMatchObject({
      summariser: 'extractive',
      summaryFailure: 'it did not answer within 60 s',
    });
    await then(() => call.finish('Too late.'));
    await nextTask();
    expect(model.status.phase).toBe('ready');
    expect(memory.getState()).toMatchObject({
      summary: { status: 'idle' },
      compactions: [{ summariser: 'extractive' }],
    });
  },
);

test('[MOD-3] a summary that is half done when its time is over ends as well', async () => {
  const { model, first, clock } = aModel();
  const memory = await aMemory(modelSummarizer(model), clock);
  const compacting = memory.compact();
  (await first.call(0)).finish('One, two');
  const call = await first.call(1);
  clock.advance(59_000);
  call.tell('The lorry ');
  clock.advance(1_000);
  expect(await compacting).toMatchObject({ summariser: 'extractive' });
  expect(call.signal.aborted).toBe(true);
});
