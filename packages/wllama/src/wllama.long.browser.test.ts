import { createAgentMemory } from '@agent-memory/core';
import { LocalModelError, modelSummarizer } from '@agent-memory/models';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { clearKept, watchedWorkers } from './testing/a-model.ts';
import type {} from './testing/gguf-server-setup.ts';
import { TINY_REPLY, tinyModelBytes } from './testing/tiny-model.ts';
import { type WllamaOptions, wllama } from './wllama.ts';

const url = inject('ggufServerUrl');
const withReal = inject('needsRealGguf');

const QUESTION = [{ role: 'user', content: 'What is the capital of France?' }] as const;

function aModel(options: WllamaOptions) {
  const model = wllama(options);
  onTestFinished(() => model.dispose());
  return model;
}

function addressOf(kind: string): string {
  return `${url}/run-${crypto.randomUUID()}/${kind}/tiny.gguf`;
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearKept();
});

test('[MOD-1] a model of a dropped file answers without being loaded ahead', async () => {
  const model = aModel({ model: new File([tinyModelBytes()], 'tiny.gguf') });
  expect(model.name).toBe('tiny.gguf');
  const { text } = await model.chat({ messages: [{ role: 'user', content: 'Hi' }] });
  expect(text).toBe(TINY_REPLY);
  expect(model.status).toMatchObject({ phase: 'ready', engine: { backend: 'wasm' } });
});

test('[MOD-2] a model at an address is not downloaded until somebody says so', async () => {
  const model = aModel({ model: addressOf('good') });
  const messages = [{ role: 'user', content: 'Hi' }] as const;
  const refused = model.chat({ messages });
  await expect(refused).rejects.toThrow(LocalModelError);
  await expect(refused).rejects.toMatchObject({ failure: { kind: 'download-not-allowed' } });
  await model.load();
  expect((await model.chat({ messages })).text).toBe(TINY_REPLY);
});

test('[MOD-3] an engine that was lost is started again for the next request', async () => {
  const workers = watchedWorkers();
  const model = aModel({ model: new File([tinyModelBytes()], 'tiny.gguf') });
  await model.load();
  const asked = model.chat({
    messages: [{ role: 'user', content: 'forever' }],
    // An action that it does not know ends llama.cpp.
    onDelta: () =>
      workers[0]?.postMessage({
        verb: 'wllama.action',
        callbackId: 1e9,
        args: ['no', new Uint8Array(8)],
      }),
  });
  await expect(asked).rejects.toMatchObject({ failure: { kind: 'engine-lost' } });
  const { text } = await model.chat({ messages: [{ role: 'user', content: 'Hi' }] });
  expect(text).toBe(TINY_REPLY);
});

test('[MOD-3] a summary of a worker that never answers ends with its time, and the extractive one commits', async () => {
  const workers = watchedWorkers();
  const model = aModel({ model: new File([tinyModelBytes({ window: 2_048 })], 'tiny.gguf') });
  await model.load();
  const memory = createAgentMemory({
    id: 'deaf',
    contextWindow: 2_000,
    summarizer: modelSummarizer(model),
    compaction: { summaryTimeoutMs: 500 },
  });
  onTestFinished(() => memory.dispose());
  const content = 'The lorry brings the crates of oranges to the harbour before noon. '.repeat(4);
  const said = Array.from({ length: 20 }, () => ({ role: 'user', content }) as const);
  await memory.append(said);
  for (const worker of workers) worker.postMessage = () => undefined;
  expect(await memory.compact()).toMatchObject({
    summariser: 'extractive',
    summaryFailure: 'it did not answer within 0.5 s',
  });
  expect(model.status.phase).toBe('ready');
});

describe.skipIf(!inject('hasRealGguf'))(`SmolLM2, ${withReal}`, () => {
  test('[MOD-5] answers, streams, gives up, keeps to a schema, and remembers the prompt', async () => {
    const model = aModel({ model: addressOf('real'), contextWindow: 512 });
    const { downloadBytes } = await model.size();
    expect(downloadBytes).toBeGreaterThan(90_000_000);
    const engine = await model.load();
    expect(engine).toMatchObject({ backend: 'wasm', contextWindow: 512 });

    const pieces: string[] = [];
    const onDelta = ({ text }: { readonly text: string }) => void pieces.push(text);
    const reply = await model.chat({ messages: QUESTION, temperature: 0, maxTokens: 10, onDelta });
    expect(reply.text).toContain('Paris');
    expect(pieces.join('')).toBe(reply.text);

    const story = [{ role: 'user', content: 'Tell a story of a lighthouse.' }] as const;
    for (const when of ['while it reads', 'while it speaks'] as const) {
      const controller = new AbortController();
      const reason = new Error(when);
      const stop = model.subscribe(() => {
        const isReading = model.status.phase === 'answering' && when === 'while it reads';
        if (isReading) controller.abort(reason);
      });
      const given = model.chat({
        messages: story,
        maxTokens: 20,
        signal: controller.signal,
        onDelta: () => controller.abort(reason),
      });
      await expect(given).rejects.toBe(reason);
      stop();
    }

    const bound = await model.chat({
      messages: QUESTION,
      temperature: 0,
      maxTokens: 60,
      answerSchema: {
        type: 'object',
        properties: { city: { enum: ['Lisbon', 'Paris'] } },
        required: ['city'],
      },
    });
    expect(JSON.parse(bound.text)).toEqual({ city: 'Paris' });
    expect(bound.usage?.cachedInputTokens).toBeGreaterThan(20);

    const long = [{ role: 'user', content: 'word '.repeat(600) }] as const;
    await expect(model.chat({ messages: long })).rejects.toMatchObject({
      failure: { kind: 'window-exceeded', windowTokens: 512 },
    });
  });

  test('[MOD-5] runs from a dropped file', async () => {
    const bytes = await (await fetch(addressOf('real'))).blob();
    const model = aModel({ model: new File([bytes], 'smollm2.gguf'), contextWindow: 512 });
    expect(await model.size()).toEqual({ downloadBytes: 0, totalBytes: bytes.size });
    const { text } = await model.chat({ messages: QUESTION, temperature: 0, maxTokens: 8 });
    expect(text).toContain('Paris');
  });
});
