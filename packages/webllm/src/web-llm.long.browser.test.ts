import type { ChatDelta, LoadProgress } from '@agent-memory/models';
import { localEngineContract } from '@agent-memory/models/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ownWorker } from './engine/own-worker.ts';
import { WebLlmEngine } from './engine/web-llm-engine.ts';
import { CACHE_NAMES } from './files/model-files.ts';
import { aModel, aServer, HELLO, SENTENCE } from './testing/a-model.ts';
import { keptUrls } from './testing/kept-urls.ts';
import { webLlm } from './web-llm.ts';

const isHere = inject('hasTinyModel');
const shared = aServer().record();

afterAll(async () => {
  await Promise.all(CACHE_NAMES.map((name) => caches.delete(name)));
});

localEngineContract({
  name: `web-llm, ${inject('needsTinyModel')}`,
  isHere,
  create: () => new WebLlmEngine({ settings: { model: shared }, createWorker: ownWorker }),
});

describe.skipIf(!isHere)(`a model of web-llm, ${inject('needsTinyModel')}`, () => {
  const model = webLlm({ model: shared });
  beforeAll(() => model.load());
  afterAll(() => model.dispose());

  test('[MOD-1] an answer is streamed, and counted', async () => {
    const told: ChatDelta[] = [];
    const reply = await model.chat({ ...HELLO, onDelta: (delta) => told.push(delta) });
    expect(reply).toMatchObject({ text: SENTENCE, finishReason: 'stop', toolCalls: [] });
    expect(reply.usage).toMatchObject({ outputTokens: 20 });
    expect(told.length).toBeGreaterThan(5);
    expect(told.map(({ text }) => text).join('')).toBe(SENTENCE);
  });

  test('a conversation that continues is counted as a whole, and read again only at its end', async () => {
    const first = await model.chat(HELLO);
    const messages = [
      ...HELLO.messages,
      { role: 'assistant', content: first.text },
      { role: 'user', content: 'And now?' },
    ] as const;
    const goingOn = await model.chat({ messages, temperature: 0 });
    await model.chat({ messages: [{ role: 'user', content: 'Something else' }] });
    const anew = await model.chat({ messages, temperature: 0 });
    expect(goingOn.usage?.cachedInputTokens).toBeGreaterThan(20);
    expect(anew.usage?.cachedInputTokens).toBeUndefined();
    // web-llm leaves the mark at the end of its own answer out when it continues.
    const difference = (anew.usage?.inputTokens ?? 0) - (goingOn.usage?.inputTokens ?? 0);
    expect(Math.abs(difference)).toBeLessThanOrEqual(2);
  });

  test('an answer ends at the tokens that it was given', async () => {
    const reply = await model.chat({ ...HELLO, maxTokens: 3 });
    expect(reply).toMatchObject({ finishReason: 'length', usage: { outputTokens: 3 } });
  });

  test('an answer of JSON is of its schema', async () => {
    const reply = await model.chat({
      ...HELLO,
      answerSchema: {
        type: 'object',
        properties: { isGood: { type: 'boolean' } },
        required: ['isGood'],
        additionalProperties: false,
      },
    });
    expect(JSON.parse(reply.text)).toEqual({ isGood: expect.any(Boolean) });
  });

  test('two requests at once are answered one after the other', async () => {
    const order: string[] = [];
    const ask = (name: string) =>
      model.chat({ ...HELLO, onDelta: () => order.push(name) }).then(({ text }) => text);
    expect(await Promise.all([ask('first'), ask('second')])).toEqual([SENTENCE, SENTENCE]);
    expect(order).toEqual(order.toSorted());
  });

  test('[MOD-3] a request longer than the window says so, and the next is answered', async () => {
    const messages = [{ role: 'user', content: 'a small model '.repeat(2_000) }] as const;
    const asked = model.chat({ messages });
    await expect(asked).rejects.toMatchObject({
      failure: { kind: 'window-exceeded', windowTokens: 2_048 },
    });
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
  });

  test('tools are refused for a model that web-llm lets call none', async () => {
    const asked = model.chat({
      ...HELLO,
      tools: [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }],
    });
    await expect(asked).rejects.toMatchObject({ failure: { kind: 'run-failed' } });
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
  });
});

test.skipIf(!isHere)(
  '[MOD-1] a model that web-llm lets call tools answers with a list of calls',
  async () => {
    const model_id = 'Hermes-3-Llama-3.1-8B-q4f32_1-MLC';
    const told: ChatDelta[] = [];
    const model = aModel({ model: { ...shared, model_id } });
    await model.load();
    const asked = model.chat({
      messages: [{ role: 'system', content: 'Be brief.' }, ...HELLO.messages],
      temperature: 0,
      tools: [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }],
      onDelta: (delta) => told.push(delta),
    });
    // The tiny model's list is an empty one.
    await expect(asked).rejects.toMatchObject({
      failure: { kind: 'nothing-said' },
      partial: { text: '', toolCalls: [] },
    });
    expect(told).toEqual([]);
  },
);

describe.skipIf(!isHere)(`files of a model of web-llm, ${inject('needsTinyModel')}`, () => {
  test('[MOD-2] the size is told without a download, and nothing is fetched before it is asked', async () => {
    const server = aServer();
    const model = aModel({ model: server.record() });
    expect(await server.downloads()).toEqual([]);
    const { totalBytes, downloadBytes } = await model.size();
    expect(totalBytes).toBeGreaterThan(3_800_000);
    expect(downloadBytes).toBe(totalBytes);
    expect(await server.downloads()).toEqual([
      'resolve/main/mlc-chat-config.json',
      'resolve/main/tensor-cache.json',
    ]);
  });

  test('[MOD-2] a request of a model that is not here asks its server for nothing', async () => {
    const server = aServer();
    const asked = aModel({ model: server.record() }).chat(HELLO);
    await expect(asked).rejects.toMatchObject({ failure: { kind: 'download-not-allowed' } });
    expect(await server.downloads()).toEqual([]);
  });

  test('[MOD-3] a load tells its bytes as they come, then how the model is put into memory and compiled', async () => {
    const told: LoadProgress[] = [];
    const model = aModel({ model: aServer().record('in-pieces') });
    await model.load({ onProgress: (progress) => told.push(progress) });
    const phases = [...new Set(told.map(({ phase }) => phase))];
    expect(phases).toEqual(['download', 'start', 'compile']);
    const downloaded = told.filter(({ phase }) => phase === 'download');
    const amounts = downloaded.flatMap(({ loadedBytes }) => loadedBytes ?? []);
    expect(amounts).toEqual(amounts.toSorted((left, right) => left - right));
    expect(amounts.length).toBeGreaterThan(2);
    expect(downloaded.at(-1)).toMatchObject({ leftMs: 0, totalBytes: amounts.at(-1) });
  });

  test.each(['127.0.0.1', 'localhost'])(
    'a second start asks a server at %s for nothing, until the files are cleared',
    async (host) => {
      const server = aServer(host);
      const first = aModel({ model: server.record() });
      await first.load();
      const downloads = await server.downloads();
      expect(downloads.toSorted()).toEqual([
        'lib.wasm',
        'resolve/main/mlc-chat-config.json',
        'resolve/main/params_shard_0.bin',
        'resolve/main/tensor-cache.json',
        'resolve/main/tokenizer.json',
      ]);
      first.dispose();
      const second = aModel({ model: server.record() });
      expect(await second.size()).toMatchObject({ downloadBytes: 0 });
      expect((await second.chat(HELLO)).text).toBe(SENTENCE);
      expect(await server.downloads()).toEqual(downloads);
      await second.clearCache();
      const { totalBytes, downloadBytes } = await second.size();
      expect(downloadBytes).toBe(totalBytes);
    },
  );

  test('[MOD-3] of weights in many files those that came before an abort are not fetched again', async () => {
    const server = aServer();
    const controller = new AbortController();
    const reason = new Error('not now');
    const record = server.record('in-pieces');
    const model = aModel({ model: record });
    const { totalBytes } = await model.size();
    const loading = model.load({
      signal: controller.signal,
      onProgress: ({ loadedBytes = 0 }) =>
        loadedBytes > totalBytes - 500_000 && controller.abort(reason),
    });
    await expect(loading).rejects.toBe(reason);
    const { downloadBytes } = await model.size();
    expect(downloadBytes).toBeGreaterThan(0);
    expect(downloadBytes).toBeLessThan(totalBytes);
    const kept = await keptUrls('webllm/model');
    // The abort took the consent back.
    await model.load();
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
    const downloads = await server.downloads();
    const fetchedAgain = downloads.filter((file, place) => downloads.indexOf(file) < place);
    const isKept = (file: string): boolean => kept.has(`${record.model}${file}`);
    expect(fetchedAgain.filter((file) => file.includes('piece') && isKept(file))).toEqual([]);
    expect(new Set(downloads.filter((file) => file.includes('piece'))).size).toBe(15);
  });

  test.each([1_024, 4_096])('a window of %i tokens is kept', async (contextWindow) => {
    const model = aModel({ model: shared, contextWindow });
    expect(await model.load()).toMatchObject({ contextWindow });
    const messages = [{ role: 'user', content: 'a '.repeat(contextWindow * 2) }] as const;
    await expect(model.chat({ messages })).rejects.toMatchObject({
      failure: { kind: 'window-exceeded', windowTokens: contextWindow },
    });
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
  });
});
