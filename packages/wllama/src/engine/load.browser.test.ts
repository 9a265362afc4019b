import { afterEach, expect, test, vi } from 'vitest';
import { CountedBlob } from '../files/counted-blob.ts';
import { aModel, aRun, clearKept, dropped, failureOf } from '../testing/a-model.ts';
import { TINY_REPLY, tinyModelBytes } from '../testing/tiny-model.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await clearKept();
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

test('[MOD-3] an abort ends the download, at the server too, and leaves nothing behind', async () => {
  const run = aRun();
  const { engine, files } = aModel(run.address('stalling'));
  const controller = new AbortController();
  const reason = new Error('not now');
  const loading = engine.load({
    signal: controller.signal,
    mayDownload: true,
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
    mayDownload: true,
    onProgress: ({ phase }) => {
      if (phase === 'start') controller.abort(reason);
    },
  });
  await expect(loading).rejects.toBe(reason);
});

test('[MOD-3] an abort before the worker ends it as soon as there is one', async () => {
  const controller = new AbortController();
  const reason = new Error('not now');
  // With the header that wllama looks at begins what it does before its worker.
  const slice = vi.spyOn(CountedBlob.prototype, 'slice');
  slice.mockImplementationOnce(() => {
    controller.abort(reason);
    return new Blob();
  });
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
  const { load } = aModel(dropped());
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
    { kind: 'storage-full', problem: expect.stringContaining('the browser gives this site') },
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

test.each([
  ['no GGUF', new Uint8Array(4_000), 'tiny.gguf is a file of another kind.'],
  ['empty', new Uint8Array(), 'tiny.gguf is an empty file.'],
  ['cut in its header', tinyModelBytes().slice(0, 2_000), 'tiny.gguf is a part of a GGUF file.'],
])('[MOD-3] a dropped file that is %s is refused before llama.cpp', async (_, bytes, problem) => {
  const { load } = aModel(dropped(bytes));
  expect(await failureOf(load())).toEqual({ kind: 'files-unreadable', problem, isGiven: true });
});
