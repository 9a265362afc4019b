import { afterEach, expect, inject, test, vi } from 'vitest';
import { aModel, aRequest, aRun, dropped, failureOf, watchedWorkers } from '../testing/a-model.ts';
import type {} from '../testing/gguf-server-setup.ts';
import { FOREVER, tinyModelBytes } from '../testing/tiny-model.ts';

const url = inject('ggufServerUrl');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('[MOD-3] WebAssembly that is not where it should be is named', async () => {
  const missing = aModel(dropped(), { wasmUrl: aRun().address('missing', 'llama.wasm') });
  expect(await failureOf(missing.load())).toMatchObject({
    kind: 'download-failed',
    file: 'llama.wasm',
    problem: expect.stringContaining('404'),
  });
  const page = aModel(dropped(), { wasmUrl: aRun().address('web-page', 'llama.wasm') });
  expect(await failureOf(page.load())).toMatchObject({
    kind: 'download-failed',
    problem: expect.stringContaining('`wasmUrl`'),
  });
});

test('[MOD-3] a page that may not compile WebAssembly says which policy it needs', async () => {
  vi.spyOn(WebAssembly, 'Module').mockImplementation(function refuse() {
    throw new WebAssembly.CompileError('Refused to compile or instantiate WebAssembly module');
  });
  const { load } = aModel(dropped());
  expect(await failureOf(load())).toMatchObject({
    kind: 'device-unsupported',
    problem: expect.stringContaining("'wasm-unsafe-eval'"),
  });
});

test('[MOD-3] WebAssembly that ends in the middle of an answer loses the engine', async () => {
  const workers = watchedWorkers();
  const { engine, load } = aModel(dropped());
  await load();
  const lost = failureOf(engine.lost);
  const asked = engine.generate(
    { ...aRequest(FOREVER), maxTokens: undefined },
    {
      signal: new AbortController().signal,
      // An action that it does not know ends llama.cpp.
      onDelta: () =>
        workers[0]?.postMessage({
          verb: 'wllama.action',
          callbackId: 1e9,
          args: ['no', new Uint8Array(8)],
        }),
    },
  );
  expect(await failureOf(asked)).toMatchObject({ kind: 'engine-lost' });
  expect(await lost).toMatchObject({ kind: 'engine-lost' });
});

test('[MOD-3] a page that may not start the worker says which policy it needs', async () => {
  // Another origin is refused as a policy refuses it.
  watchedWorkers(() => `${url}/no-script`);
  expect(await failureOf(aModel(dropped()).load())).toMatchObject({
    kind: 'device-unsupported',
    problem: expect.stringContaining('worker-src blob:'),
  });
});

test('[MOD-3] a worker that ends while it starts loses the engine', async () => {
  const script = new Blob(['throw new Error("ended")'], { type: 'text/javascript' });
  watchedWorkers(() => URL.createObjectURL(script));
  const { engine, load } = aModel(dropped());
  const lost = failureOf(engine.lost);
  expect(await failureOf(load())).toMatchObject({ kind: 'engine-lost' });
  expect(await lost).toMatchObject({ kind: 'engine-lost' });
});

test('[MOD-3] too little memory for the window is said so', async () => {
  const { load } = aModel(dropped(tinyModelBytes({ window: 2 ** 28 })), { contextWindow: 2 ** 28 });
  expect(await failureOf(load())).toMatchObject({ kind: 'out-of-memory' });
});
