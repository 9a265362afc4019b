import { createAgentMemory } from '@agent-memory/core';
import type { LoadProgress } from '@agent-memory/models';
import { modelSummarizer } from '@agent-memory/models';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { CACHE_NAMES } from './files/model-files.ts';
import {
  aModel,
  aServer,
  breakableWorkers,
  HELLO,
  LONG,
  LONG_ANSWER,
  SENTENCE,
  type ServerKind,
} from './testing/a-model.ts';
import { failureOfCall } from './testing/failure-of-call.ts';
import { keptUrls } from './testing/kept-urls.ts';

const isHere = inject('hasTinyModel');
const withModel = inject('needsTinyModel');

afterEach(async () => {
  await Promise.all(CACHE_NAMES.map((name) => caches.delete(name)));
});

/** Bytes of the tiny model's library and tokenizer, and of the two files that name the others. */
const BESIDE_WEIGHTS = 3_003_337;
const FIRST_FILES = 3_155;

/** Until a request is on its way to the worker, which cannot have begun to answer. */
async function sent(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe.skipIf(!isHere)(`aborts of web-llm, ${withModel}`, () => {
  test('[MOD-3] an abort in a download ends it at the server, and what came is kept', async () => {
    const server = aServer();
    const controller = new AbortController();
    const reason = new Error('not now');
    const model = aModel({ model: server.record('stalling') });
    const loading = model.load({
      signal: controller.signal,
      onProgress: ({ loadedBytes = 0 }) =>
        loadedBytes === BESIDE_WEIGHTS && controller.abort(reason),
    });
    await expect(loading).rejects.toBe(reason);
    await server.givenUp();
    const { totalBytes, downloadBytes } = await model.size();
    expect(totalBytes - downloadBytes).toBe(FIRST_FILES + BESIDE_WEIGHTS);
  });

  test.each(['start', 'compile'] as const)(
    '[MOD-3] an abort in the phase “%s” ends the load, and the next one is quick',
    async (phase) => {
      const server = aServer();
      const controller = new AbortController();
      const reason = new Error('not now');
      const model = aModel({ model: server.record() });
      const loading = model.load({
        signal: controller.signal,
        onProgress: (progress) => progress.phase === phase && controller.abort(reason),
      });
      await expect(loading).rejects.toBe(reason);
      const downloads = await server.downloads();
      expect((await model.chat(HELLO)).text).toBe(SENTENCE);
      expect(await server.downloads()).toEqual(downloads);
    },
  );

  test('[MOD-3] an unload during a load ends it, and the next request loads again', async () => {
    const model = aModel({ download: 'allowed' });
    let unload = (): void => undefined;
    const isLoading = new Promise<void>((resolve) => {
      unload = resolve;
    });
    const loading = failureOfCall(model.load({ onProgress: () => unload() }));
    await isLoading;
    model.unload();
    expect((await loading).kind).toBe('unloaded');
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
  });

  test('[MOD-3] an abort while the context is read frees the caller at once, and the next request waits for its end', async () => {
    const model = aModel();
    await model.load();
    const controller = new AbortController();
    const reason = new Error('not now');
    const words: string[] = [];
    const onDelta = ({ text }: { readonly text: string }): void => void words.push(text);
    const asked = model.chat({ ...LONG, signal: controller.signal, onDelta });
    await sent();
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
    expect(words).toEqual([]);
  });

  test('[MOD-3] an abort in mid-answer is no end of the engine', async () => {
    const { worker, workers } = breakableWorkers();
    const model = aModel({ worker });
    await model.load();
    const controller = new AbortController();
    const reason = new Error('not now');
    const onDelta = (): void => controller.abort(reason);
    const asked = model.chat({ ...HELLO, signal: controller.signal, onDelta });
    await expect(asked).rejects.toBe(reason);
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
    expect(workers).toHaveLength(1);
  });
});

describe.skipIf(!isHere)(`losses of web-llm, ${withModel}`, () => {
  test.each([
    ['its device was destroyed', 'device-lost', (broken) => broken.say('destroy-device')],
    ['its memory ran out', 'out-of-memory', (broken) => broken.say('out-of-memory')],
    ['its worker was killed', 'engine-lost', (broken) => broken.kill()],
    ['its worker had a fault', 'engine-lost', (broken) => broken.say('crash')],
  ] as const satisfies readonly (readonly [
    string,
    string,
    (broken: ReturnType<typeof breakableWorkers>) => void,
  ])[])(
    '[MOD-3] %s: it is noticed, idle or in mid-answer, and the next request is answered',
    async (_, kind, breakIt) => {
      const broken = breakableWorkers();
      const model = aModel({ worker: broken.worker });
      await model.load();
      const noticed = new Promise<void>((resolve) => {
        model.subscribe(() => model.status.failure?.kind === kind && resolve());
      });
      breakIt(broken);
      await noticed;
      expect(model.status.phase).toBe('unloaded');
      let isBroken = false;
      const onDelta = (): void => {
        if (!isBroken) breakIt(broken);
        isBroken = true;
      };
      const asked = model.chat({ ...LONG_ANSWER, onDelta });
      expect(await failureOfCall(asked)).toMatchObject({ kind });
      expect((await model.chat(HELLO)).text).toBe(SENTENCE);
      expect(broken.workers).toHaveLength(3);
    },
  );

  test('[MOD-3] a device that goes away during a load ends it', async () => {
    const broken = breakableWorkers();
    const model = aModel({ worker: broken.worker });
    const loading = model.load({
      onProgress: ({ phase }) => phase === 'download' && broken.say('destroy-device'),
    });
    expect((await failureOfCall(loading)).kind).toBe('device-lost');
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
  });

  test('[MOD-3] a worker whose script is not there is named', async () => {
    const model = aModel({ worker: () => new Worker('/no/such/worker.js') });
    expect((await failureOfCall(model.load())).kind).toBe('engine-lost');
  });
});

describe.skipIf(!isHere)(`bad files for web-llm, ${withModel}`, () => {
  test.each([
    ['no-weights', 'download-failed', 'params_shard_0.bin'],
    ['no-library', 'download-failed', 'lib.wasm'],
    ['short-weights', 'download-failed', 'params_shard_0.bin'],
    ['dying', 'download-failed', 'params_shard_0.bin'],
    ['sign-in', 'files-unreadable', 'mlc-chat-config.json'],
    ['sign-in-library', 'files-unreadable', 'lib.wasm'],
    ['other-library', 'files-unreadable', 'lib.wasm'],
    ['other-config', 'files-unreadable', 'mlc-chat-config.json'],
  ] as const satisfies readonly (readonly [ServerKind, string, string])[])(
    '[MOD-3] of a server that is %s a load says %s, and keeps nothing that is wrong',
    async (kind, expected, file) => {
      const record = aServer().record(kind);
      expect((await failureOfCall(aModel({ model: record }).load())).kind).toBe(expected);
      const kept = await Promise.all(CACHE_NAMES.map(keptUrls));
      expect(kept.flatMap((urls) => [...urls].filter((url) => url.endsWith(file)))).toEqual([]);
    },
  );

  test('[MOD-3] weights that were cut in the cache are downloaded again', async () => {
    const server = aServer();
    const record = server.record();
    await aModel({ model: record }).load();
    const url = `${record.model}resolve/main/params_shard_0.bin`;
    await (await caches.open('webllm/model')).put(url, new Response('cut'));
    const model = aModel({ model: record });
    expect(await failureOfCall(model.chat(HELLO))).toEqual({ kind: 'download-not-allowed' });
    await model.load();
    expect((await model.chat(HELLO)).text).toBe(SENTENCE);
    const downloads = await server.downloads();
    expect(downloads.filter((file) => file.endsWith('params_shard_0.bin'))).toHaveLength(2);
  });

  test('[MOD-3] a server that cannot be reached is named with its file', async () => {
    const record = { ...aServer().record(), model: 'http://127.0.0.1:9/tiny/' };
    expect(await failureOfCall(aModel({ model: record }).load())).toMatchObject({
      kind: 'download-failed',
      file: 'mlc-chat-config.json',
    });
  });
});

test('[MOD-3] an unknown model is named with those that there are', async () => {
  const failure = await failureOfCall(aModel({ model: 'no-such-model' }).load());
  expect(failure).toMatchObject({
    kind: 'model-unknown',
    known: expect.arrayContaining(['Llama-3.2-1B-Instruct-q4f32_1-MLC']),
  });
});

test('[MOD-2] a model of half floats is refused on a device without them, before anything is fetched', async () => {
  const server = aServer();
  const broken = breakableWorkers();
  const record = { ...server.record(), model_id: 'tiny-q4f16_1-MLC' };
  const told: LoadProgress[] = [];
  const model = aModel({ model: record, worker: broken.worker });
  const loading = model.load({ onProgress: (progress) => told.push(progress) });
  expect(await failureOfCall(loading)).toMatchObject({
    kind: 'device-unsupported',
    problem: expect.stringContaining('shader-f16'),
  });
  expect(await server.downloads()).toEqual([]);
  expect(broken.workers).toEqual([]);
  expect(told).toEqual([]);
});

test('[MOD-2] without WebGPU every call says so, and nobody is asked for anything', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  // A browser without WebGPU has no such field, which the types rule out.
  vi.spyOn(Navigator.prototype, 'gpu', 'get').mockReturnValue(undefined as unknown as GPU);
  const server = aServer();
  const broken = breakableWorkers();
  const model = aModel({ model: server.record(), worker: broken.worker, download: 'allowed' });
  for (const call of [() => model.chat(HELLO), () => model.size(), () => model.load()]) {
    expect((await failureOfCall(call())).kind).toBe('device-unsupported');
  }
  const memory = createAgentMemory({
    id: 'no-gpu',
    contextWindow: 700,
    summarizer: modelSummarizer(model),
  });
  onTestFinished(() => memory.dispose());
  const content =
    'Order K7 goes to the harbour office, and the customs form is sent ahead. '.repeat(4);
  for (let turn = 0; turn < 8; turn += 1) {
    await memory.append({ role: turn % 2 === 0 ? 'user' : 'assistant', content });
  }
  await memory.compact();
  expect(memory.getState().degraded).toMatchObject([
    { code: 'SUMMARIZER_FAILED', message: expect.stringContaining('no WebGPU') },
  ]);
  expect(await server.downloads()).toEqual([]);
  expect(broken.workers).toEqual([]);
});
