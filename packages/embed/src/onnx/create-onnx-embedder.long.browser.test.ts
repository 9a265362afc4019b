import { embedderContract } from '@agent-memory/long-term/testing';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { cosine } from '../testing/cosine.ts';
import type {} from '../testing/model-server-setup.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { createOnnxEmbedder } from './create-onnx-embedder.ts';
import type { OnnxEmbedderOptions } from './onnx-options.ts';

/** PERSISTED. */
const CACHE_NAME = 'agent-memory-models';
const PASSAGE = { purpose: 'passage' } as const;
const QUERY = { purpose: 'query' } as const;

const url = inject('modelServerUrl');
const isHere = inject('hasModel');
const withModel = inject('needsModel');

/** Each test has an address of its own, of which the server keeps its own list. */
function aRun() {
  const run = `run-${crypto.randomUUID()}`;
  const ask = async (what: string) => (await fetch(`${url}/${run}/${what}`)).json();
  return {
    address: (kind: string) => `${url}/${run}/${kind}/`,
    givenUp: () => ask('given-up'),
    downloads: async () => {
      const seen: { readonly method: string }[] = await ask('seen');
      return seen.filter(({ method }) => method === 'GET').length;
    },
  };
}

function anEmbedder(options: Partial<OnnxEmbedderOptions> = {}) {
  const embedder = createOnnxEmbedder({
    model: aRun().address('good'),
    runtime: `${url}/runtime.wasm`,
    ...options,
  });
  onTestFinished(() => embedder.dispose());
  return embedder;
}

/** One that may embed: its files are here. */
async function loaded(options: Partial<OnnxEmbedderOptions> = {}) {
  const embedder = anEmbedder(options);
  await embedder.load();
  return embedder;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await caches.delete(CACHE_NAME);
});

embedderContract({ name: 'ONNX in a worker of Chromium', create: () => loaded() });

describe.skipIf(!isHere)(`ONNX in a worker of Chromium, ${withModel}`, () => {
  test('gives the vectors of the float model, but for what the weights lost', async () => {
    const { texts, vectors } = await (await fetch(`${url}/reference.json`)).json();
    const real = await loaded({ model: aRun().address('real') });
    const own = await real.embed(texts, PASSAGE);
    const cosines = own.map((vector, place) => cosine(vector, vectors[place]));
    expect(cosines).toHaveLength(12);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.98);
  });
});

test('[MOD-2] tells what it would download, and how far it is', async () => {
  const run = aRun();
  const told: string[] = [];
  const embedder = anEmbedder({ model: run.address('good') });
  const { totalBytes, downloadBytes } = await embedder.size();
  expect(totalBytes).toBeGreaterThan(2_000_000);
  expect(downloadBytes).toBe(totalBytes);
  expect(await run.downloads()).toBe(0);
  const amounts: number[] = [];
  await embedder.load({
    onProgress: ({ phase, loadedBytes = 0 }) => {
      told.push(phase);
      if (phase === 'download') amounts.push(loadedBytes);
    },
  });
  expect(amounts.at(-1)).toBe(totalBytes);
  expect(amounts).toEqual(amounts.toSorted((left, right) => left - right));
  expect(told.at(-1)).toBe('start');
});

test('a reload takes the files from the cache, and asks the server for nothing', async () => {
  const run = aRun();
  const options = { model: run.address('good') };
  expect((await anEmbedder(options).load()).isFromCache).toBe(false);
  expect(await run.downloads()).toBe(4);
  const second = anEmbedder(options);
  expect(await second.size()).toMatchObject({ downloadBytes: 0 });
  expect((await second.load()).isFromCache).toBe(true);
  expect(await run.downloads()).toBe(4);
  await second.clearCache();
  expect((await anEmbedder(options).load()).isFromCache).toBe(false);
  expect(await run.downloads()).toBe(8);
});

test('a file that was damaged in the cache is downloaded anew', async () => {
  const run = aRun();
  const options = { model: run.address('good') };
  await anEmbedder(options).load();
  const cache = await caches.open(CACHE_NAME);
  const url = `${run.address('good')}config.json`;
  const kept = await cache.match(url);
  await cache.put(url, new Response('{}', { headers: kept?.headers ?? {} }));
  await anEmbedder(options).load();
  expect(await run.downloads()).toBe(5);
});

test('[MOD-3] an abort ends the load with its reason, and the download at the server', async () => {
  const run = aRun();
  const controller = new AbortController();
  const embedder = anEmbedder({ model: run.address('stalling') });
  const reason = new Error('not now');
  const loading = embedder.load({
    signal: controller.signal,
    // In the weights, and well ahead of where the server stalls: progress is told in steps.
    onProgress: ({ loadedBytes = 0 }) => loadedBytes > 300_000 && controller.abort(reason),
  });
  await expect(loading).rejects.toBe(reason);
  expect(await run.givenUp()).toBe('given up');
});

test('[MOD-3] one who leaves does not end the load of another', async () => {
  const embedder = anEmbedder();
  const controller = new AbortController();
  const impatient = embedder.load({
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  const patient = embedder.load();
  await expect(impatient).rejects.toThrow();
  expect(await patient).toMatchObject({ dimension: 128 });
});

test.each([
  ['missing', 'MODEL_DOWNLOAD_FAILED', 'model_quantized.onnx'],
  ['web-page', 'MODEL_FILES_UNREADABLE', 'config.json'],
  ['cut', 'MODEL_FILES_UNREADABLE', 'model_quantized.onnx'],
  ['dying', 'MODEL_DOWNLOAD_FAILED', 'model_quantized.onnx'],
])(
  '[MOD-3] the error of a server that is %s survives the border of the worker',
  async (kind, code, file) => {
    const embedder = anEmbedder({ model: aRun().address(kind) });
    const error = await thrownBy(embedder.load());
    expect(error.code).toBe(code);
    const kept = await (await caches.open(CACHE_NAME)).keys();
    expect(kept.filter(({ url: each }) => each.endsWith(`/${file}`))).toEqual([]);
  },
);

test('[MOD-3] a runtime that is not where it should be is named', async () => {
  const error = await thrownBy(anEmbedder({ runtime: `${url}/no/such/file` }).load());
  expect(error.code).toBe('MODEL_DEVICE_UNSUPPORTED');
  expect(error.message).toContain('Option `runtime`');
});

/** An embedder on the real worker, and the workers that it has made. */
function onOwnWorkers() {
  const workers: Worker[] = [];
  const embedder = anEmbedder({
    worker: () => {
      const worker = new Worker(new URL('../testing/crashing-worker.ts', import.meta.url), {
        type: 'module',
      });
      workers.push(worker);
      return worker;
    },
  });
  return { embedder, workers };
}

const MANY = Array.from({ length: 50 }, () => 'one of many');

for (const [how, end] of [
  ['fails', (worker?: Worker) => worker?.postMessage('crash')],
  ['closes itself', (worker?: Worker) => worker?.postMessage('close')],
  ['is terminated', (worker?: Worker) => worker?.terminate()],
] as const) {
  test(`[MOD-3] a worker that ${how} fails what it was busy with, and the next call starts another`, async () => {
    const { embedder, workers } = onOwnWorkers();
    await embedder.load();
    const [before] = await embedder.embed(['Hello'], QUERY);
    const busy = embedder.embed(MANY, PASSAGE);
    end(workers[0]);
    const error = await thrownBy(busy);
    expect(error).toMatchObject({ code: 'MODEL_ENGINE_LOST', recoverable: true });
    const [after] = await embedder.embed(['Hello'], QUERY);
    expect(after).toEqual(before);
    expect(workers).toHaveLength(2);
  });
}

test('[MOD-3] a worker that ended while nobody called costs the next call a start', async () => {
  const { embedder, workers } = onOwnWorkers();
  await embedder.load();
  workers[0]?.terminate();
  const outcome = await embedder.embed(['Hello'], QUERY).catch((error: unknown) => error);
  // The call may come ahead of the news; then it fails at once, and the next one finds another worker.
  if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'MODEL_ENGINE_LOST' });
  expect(await embedder.embed(['Hello'], QUERY)).toHaveLength(1);
  expect(workers).toHaveLength(2);
});

test.each([
  [`${url}/no/such/worker.js`, 'MODEL_DEVICE_UNSUPPORTED', 'may not start its worker'],
  ['/no/such/worker.js', 'MODEL_ENGINE_LOST', 'bundler'],
])('[MOD-3] a worker whose script is at %s is named', async (script, code, words) => {
  const embedder = anEmbedder({ worker: () => new Worker(script, { type: 'module' }) });
  const error = await thrownBy(embedder.load());
  expect(error.code).toBe(code);
  expect(error.message).toContain(words);
});

test('an end while it loads rejects those who wait', async () => {
  const embedder = anEmbedder({ model: aRun().address('stalling') });
  const loading = thrownBy(embedder.load());
  embedder.dispose();
  expect((await loading).code).toBe('MODEL_DISPOSED');
});

test('opens a folder of the file system', async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(crypto.randomUUID(), { create: true });
  const inside = await folder.getDirectoryHandle('onnx', { create: true });
  const server = aRun().address('good');
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) {
    await write(folder, file, `${server}${file}`);
  }
  await write(inside, 'model_quantized.onnx', `${server}onnx/model_quantized.onnx`);
  expect(await anEmbedder({ model: folder }).embed(['Hello'], QUERY)).toHaveLength(1);
  await root.removeEntry(folder.name, { recursive: true });
});

async function write(folder: FileSystemDirectoryHandle, name: string, from: string): Promise<void> {
  const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await file.write(await (await fetch(from)).arrayBuffer());
  await file.close();
}

test('[MOD-2] a page asks for nothing before the first call', async () => {
  const run = aRun();
  createOnnxEmbedder({ model: run.address('good') });
  expect(await run.downloads()).toBe(0);
});
