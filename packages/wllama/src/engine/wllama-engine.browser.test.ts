import type { LoadProgress, LocalFailure } from '@agent-memory/models';
import { EngineFailure, type EngineRequest } from '@agent-memory/models/local';
import { localEngineContract } from '@agent-memory/models/testing';
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ggufFiles } from '../files/gguf-files.ts';
import { FOLDER_NAME, modelStore } from '../files/model-store.ts';
import { type GgufOptions, settingsOf } from '../options/gguf-options.ts';
import type {} from '../testing/gguf-server-setup.ts';
import { FOREVER, TINY_REPLY, TINY_WINDOW, tinyModelBytes } from '../testing/tiny-model.ts';
import { wllamaEngine } from './wllama-engine.ts';

const url = inject('ggufServerUrl');

const SCHEMA = {
  type: 'object',
  properties: { city: { enum: ['Lisbon', 'Porto'] } },
  required: ['city'],
};

const SEAT = {
  name: 'seat',
  description: 'Reserves a seat.',
  parameters: { type: 'object', properties: { row: { type: 'integer' } }, required: ['row'] },
};

/** The form that Hermes and Qwen write calls in. */
const CALL_IN_PIECES = [
  '<tool_call>',
  '\n{"name": "seat", ',
  '"arguments": {"row": 12}}',
  '\n</tool_call>',
];
const TOOL_TEMPLATE = `{%- if tools %}{{- '<|im_start|>system\\nTools:\\n<tools>' }}{%- for tool in tools %}{{- '\\n' }}{{- tool | tojson }}{%- endfor %}{{- '\\n</tools>\\nFor each call give JSON within tags:\\n<tool_call>\\n{"name": <function-name>, "arguments": <args-json-object>}\\n</tool_call><|im_end|>\\n' }}{%- endif %}{%- for message in messages %}{%- if message.role == 'tool' %}{{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}{%- else %}{{- '<|im_start|>' + message.role + '\\n' }}{%- if message.content %}{{- message.content }}{%- endif %}{%- for call in message.tool_calls or [] %}{{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}{{- call.function.arguments | tojson }}{{- '}\\n</tool_call>' }}{%- endfor %}{{- '<|im_end|>\\n' }}{%- endif %}{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}`;

/** Each test has an address of its own, of which the server keeps its own list. */
function aRun() {
  const run = `run-${crypto.randomUUID()}`;
  const ask = async (question: string) => (await fetch(`${url}/${run}/${question}`)).json();
  return {
    address: (kind: string, file = 'tiny.gguf') => `${url}/${run}/${kind}/${file}`,
    givenUp: () => ask('given-up'),
    seen: (): Promise<string[]> => ask('seen'),
  };
}

function aModel(model: GgufOptions['model'], options: Partial<GgufOptions> = {}) {
  const settings = settingsOf({ model, ...options });
  const engine = wllamaEngine(settings);
  onTestFinished(() => engine.close());
  const told: LoadProgress[] = [];
  const load = (signal = new AbortController().signal) =>
    engine.load({ signal, onProgress: (progress) => told.push(progress) });
  const ask = (content: string, wish: Partial<EngineRequest> = {}) => {
    const request = { ...aRequest(content), ...wish };
    return engine.generate(request, {
      signal: new AbortController().signal,
      onDelta: () => undefined,
    });
  };
  const files = ggufFiles(settings.parts, () => modelStore(settings));
  return { engine, told, load, ask, files };
}

function aRequest(content: string): EngineRequest {
  return {
    messages: [{ role: 'user', content }],
    tools: [],
    maxTokens: 24,
    temperature: 0,
    answerSchema: undefined,
  };
}

function dropped(bytes = tinyModelBytes()): File {
  return new File([bytes], 'tiny.gguf');
}

async function failureOf(work: Promise<unknown>): Promise<LocalFailure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof EngineFailure) return error.failure;
  throw new Error('It did not fail as an engine does.', { cause: error });
}

localEngineContract({
  name: 'llama.cpp with a tiny model',
  create: () => aModel(dropped()).engine,
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER_NAME, { recursive: true }).catch(() => undefined);
});

test('[MOD-5] a dropped file runs without a network, and says how it runs', async () => {
  const { load, ask, files, told } = aModel(dropped());
  expect(await files.size()).toEqual({ downloadBytes: 0, totalBytes: dropped().size });
  expect(await load()).toEqual({
    backend: 'wasm',
    threads: 1,
    contextWindow: TINY_WINDOW,
    notes: [
      expect.stringContaining('It runs on the processor: '),
      expect.stringContaining('It runs on one thread: '),
      'Its window is 512 tokens: it was trained on no more.',
      'Its chat template has no place for tools: a request with tools is refused.',
    ],
  });
  expect(told.at(-1)).toEqual({ phase: 'start' });
  const reply = await ask('Hi');
  expect(reply).toEqual({
    text: TINY_REPLY,
    thinking: '',
    toolCalls: [],
    finishReason: 'stop',
    unreadable: 0,
    usage: { inputTokens: 7, cachedInputTokens: 0, outputTokens: 8 },
  });
});

test('[MOD-1] the pieces of an answer, joined, are the answer', async () => {
  const { engine, load } = aModel(dropped());
  await load();
  const pieces: string[] = [];
  await engine.generate(aRequest('Hi'), {
    signal: new AbortController().signal,
    onDelta: ({ text }) => pieces.push(text),
  });
  expect(pieces.join('')).toBe(TINY_REPLY);
  expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(3);
});

test('[MOD-2] a page asks for nothing before the load, and only for lengths to tell the size', async () => {
  const run = aRun();
  const { files, load } = aModel(run.address('good'));
  expect(await run.seen()).toEqual([]);
  const totalBytes = tinyModelBytes().length;
  expect(await files.size()).toEqual({ downloadBytes: totalBytes, totalBytes });
  expect(await run.seen()).toEqual(['HEAD tiny.gguf']);
  await load();
  expect(await run.seen()).toEqual(['HEAD tiny.gguf', 'GET tiny.gguf']);
});

test('[MOD-2] a download tells its bytes; the next start needs no network until the files are cleared', async () => {
  const run = aRun();
  const first = aModel(run.address('good'));
  await first.load();
  const totalBytes = tinyModelBytes().length;
  const bytes = first.told.filter(({ phase }) => phase === 'download');
  expect(bytes[0]).toEqual({ phase: 'download', loadedBytes: 0 });
  expect(bytes.at(-1)).toEqual({
    phase: 'download',
    loadedBytes: totalBytes,
    totalBytes,
    leftMs: 0,
  });
  const second = aModel(run.address('good'));
  await second.load();
  expect((await second.ask('Hi')).text).toBe(TINY_REPLY);
  expect(await second.files.size()).toEqual({ downloadBytes: 0, totalBytes });
  expect(await run.seen()).toEqual(['GET tiny.gguf']);
  await second.files.clear();
  await aModel(run.address('good')).load();
  expect(await run.seen()).toEqual(['GET tiny.gguf', 'GET tiny.gguf']);
});

test('[MOD-5] a model in two files is found by the address of one, and runs', async () => {
  const run = aRun();
  const { load, ask, files } = aModel(run.address('good', 'tiny-00001-of-00002.gguf'));
  const { totalBytes } = await files.size();
  expect(totalBytes).toBeGreaterThan(tinyModelBytes().length);
  await load();
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
  expect(await files.size()).toEqual({ downloadBytes: 0, totalBytes });
});

test('an answer bound to a schema parses, and keeps to it', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  const { text } = await ask('Hi', { answerSchema: SCHEMA, maxTokens: 300 });
  expect(['Lisbon', 'Porto']).toContain(JSON.parse(text).city);
});

test('a request reads no more than what is new behind the one before it', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  await ask('A long beginning that stays');
  const { usage } = await ask('A long beginning that stays, and goes on');
  expect(usage?.cachedInputTokens).toBe('user:A long beginning that stays'.length);
});

test('[MOD-3] an abort ends an answer with its reason, and the next request is answered', async () => {
  const { engine, load, ask } = aModel(dropped());
  await load();
  const controller = new AbortController();
  const reason = new Error('enough');
  const texts: string[] = [];
  const asked = engine.generate(
    { ...aRequest(FOREVER), maxTokens: undefined },
    {
      signal: controller.signal,
      onDelta: ({ text }) => {
        texts.push(text);
        if (text === 'tock ') controller.abort(reason);
      },
    },
  );
  await expect(asked).rejects.toBe(reason);
  const heard = texts.length;
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
  expect(texts).toHaveLength(heard);
});

test('[MOD-3] an abort while the prompt is read ends the request, and the next one is answered', async () => {
  const { engine, load, ask } = aModel(dropped());
  await load();
  const controller = new AbortController();
  const reason = new Error('enough');
  const asked = engine.generate(aRequest('word '.repeat(80)), {
    signal: controller.signal,
    onDelta: ({ text }) => {
      expect(text).toBe('');
      controller.abort(reason);
    },
  });
  await expect(asked).rejects.toBe(reason);
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
});

test('[MOD-3] an abort ends the download, at the server too, and leaves nothing behind', async () => {
  const run = aRun();
  const { engine, files } = aModel(run.address('stalling'));
  const controller = new AbortController();
  const reason = new Error('not now');
  const loading = engine.load({
    signal: controller.signal,
    onProgress: ({ loadedBytes = 0 }) => {
      if (loadedBytes > 0) controller.abort(reason);
    },
  });
  await expect(loading).rejects.toBe(reason);
  expect(await run.givenUp()).toBe('given up');
  expect((await files.size()).downloadBytes).toBe(tinyModelBytes().length);
});

test('[MOD-3] an abort ends the start', async () => {
  const { engine } = aModel(dropped());
  const controller = new AbortController();
  const reason = new Error('not now');
  const loading = engine.load({
    signal: controller.signal,
    onProgress: ({ phase }) => {
      if (phase === 'start') controller.abort(reason);
    },
  });
  await expect(loading).rejects.toBe(reason);
});

test('[MOD-3] an abort ahead of the worker ends it as soon as there is one', async () => {
  const controller = new AbortController();
  const reason = new Error('not now');
  class LastMomentFile extends File {
    override slice(...bounds: Parameters<Blob['slice']>): Blob {
      // Handed over whole: from here on wllama makes its worker.
      if (bounds.length === 0) queueMicrotask(() => controller.abort(reason));
      return super.slice(...bounds);
    }
  }
  const PlatformWorker = Worker;
  const ended = new Promise<void>((resolve) => {
    class WatchedWorker extends PlatformWorker {
      override terminate(): void {
        super.terminate();
        resolve();
      }
    }
    vi.stubGlobal('Worker', WatchedWorker);
  });
  const { load } = aModel(new LastMomentFile([tinyModelBytes()], 'tiny.gguf'));
  await expect(load(controller.signal)).rejects.toBe(reason);
  await ended;
});

test.each([
  [
    'missing',
    { kind: 'download-failed', file: 'tiny.gguf', problem: expect.stringContaining('404') },
  ],
  ['dying', { kind: 'download-failed', file: 'tiny.gguf' }],
  ['web-page', { kind: 'files-unreadable', problem: 'tiny.gguf is a web page.' }],
  [
    'truncated',
    { kind: 'files-unreadable', problem: expect.stringContaining('not within the file bounds') },
  ],
  [
    'enormous',
    { kind: 'storage-full', problem: expect.stringContaining('are left for this site') },
  ],
])('[MOD-3] a server that is %s is a failure of its own', async (kind, failure) => {
  const { load, files } = aModel(aRun().address(kind));
  expect(await failureOf(load())).toMatchObject(failure);
  await files.clear();
});

test('[MOD-3] no answer at all names the file', async () => {
  const { load, files } = aModel('http://127.0.0.1:1/tiny.gguf');
  const failure = { kind: 'download-failed', file: 'tiny.gguf' };
  expect(await failureOf(load())).toMatchObject(failure);
  expect(await failureOf(files.size())).toMatchObject(failure);
});

test('a server that does not say the length is read to the end, and its size is not known', async () => {
  const { load, files } = aModel(aRun().address('unmeasured'));
  expect(await failureOf(files.size())).toMatchObject({ kind: 'download-failed' });
  await load();
  expect((await files.size()).downloadBytes).toBe(0);
});

test('nothing is kept where that is not wanted', async () => {
  const { load, files } = aModel(aRun().address('good'), { cache: false });
  const { downloadBytes } = await files.size();
  await load();
  expect((await files.size()).downloadBytes).toBe(downloadBytes);
});

test.each([
  ['no GGUF', new Uint8Array(4_000), 'tiny.gguf is a file of another kind.'],
  ['empty', new Uint8Array(), 'tiny.gguf is an empty file.'],
  ['cut in its header', tinyModelBytes().slice(0, 2_000), 'tiny.gguf is a part of a GGUF file.'],
])('[MOD-3] a dropped file that is %s is refused ahead of llama.cpp', async (_, bytes, problem) => {
  const { load } = aModel(dropped(bytes));
  expect(await failureOf(load())).toEqual({ kind: 'files-unreadable', problem });
});

test('[MOD-3] a request over the window is typed, and the next one is answered', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  expect(await failureOf(ask('x'.repeat(600)))).toMatchObject({
    kind: 'window-exceeded',
    windowTokens: TINY_WINDOW,
  });
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
});

test('[MOD-3] a schema that llama.cpp cannot read fails one request', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  const failure = await failureOf(ask('Hi', { answerSchema: { type: 'no such type' } }));
  expect(failure).toEqual({ kind: 'run-failed', problem: expect.stringContaining('no such type') });
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
});

test('tools that the chat template has no place for are refused ahead of the model', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  expect(await failureOf(ask('Hi', { tools: [SEAT] }))).toMatchObject({
    kind: 'run-failed',
    problem: expect.stringContaining('no place for tools'),
  });
});

test('a model whose chat template knows tools calls them, and takes their answers', async () => {
  const bytes = tinyModelBytes({ chatTemplate: TOOL_TEMPLATE, reply: CALL_IN_PIECES });
  const { load, engine } = aModel(dropped(bytes));
  const { notes } = await load();
  expect(notes.join()).not.toContain('tools');
  const { signal } = new AbortController();
  const request = { ...aRequest('Seat me'), tools: [SEAT], maxTokens: 60 };
  const reply = await engine.generate(request, { signal, onDelta: () => undefined });
  const call = {
    id: expect.stringMatching(/./),
    type: 'function',
    function: { name: 'seat', arguments: expect.stringContaining('12') },
  };
  expect(reply).toMatchObject({ text: '', toolCalls: [call], finishReason: 'tool_calls' });
  const messages: EngineRequest['messages'] = [
    ...request.messages,
    { role: 'assistant', content: null, tool_calls: [...reply.toolCalls] },
    { role: 'tool', content: 'Seat 12 is yours.', tool_call_id: reply.toolCalls[0]?.id ?? '' },
  ];
  const next = await engine.generate(
    { ...request, messages },
    { signal, onDelta: () => undefined },
  );
  expect(next.usage?.inputTokens).toBeGreaterThan(reply.usage?.inputTokens ?? 0);
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

test('an engine that was closed rejects what is under way, and what comes after', async () => {
  const { engine, load, ask } = aModel(dropped());
  await load();
  const asked = failureOf(ask(FOREVER, { maxTokens: undefined }));
  engine.close();
  engine.close();
  expect(await asked).toEqual({ kind: 'unloaded' });
  expect(await failureOf(ask('Hi'))).toEqual({ kind: 'unloaded' });
});

/** The workers that are made from here on, whose scripts may lie elsewhere. */
function watchedWorkers(scriptAt = (address: string | URL) => address): Worker[] {
  const workers: Worker[] = [];
  class WatchedWorker extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(scriptAt(address), options);
      workers.push(this);
    }
  }
  vi.stubGlobal('Worker', WatchedWorker);
  return workers;
}
