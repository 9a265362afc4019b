import { EngineFailure } from '@agent-memory/models/local';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startGgufServer } from '../testing/gguf-server.ts';
import { tinyModelBytes } from '../testing/tiny-model.ts';
import { downloadFile, remoteBytes } from './download.ts';
import type { FileSink, ModelStore } from './model-store.ts';

const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');

let server: Awaited<ReturnType<typeof startGgufServer>>;
beforeAll(async () => {
  server = await startGgufServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A store that a disk stands behind which is full at some point. */
function aStore(fault: Partial<FileSink>) {
  const discard = vi.fn(() => Promise.resolve());
  const sink: FileSink = {
    write: () => Promise.resolve(),
    finish: () => Promise.resolve(new Blob()),
    discard,
    ...fault,
  };
  const store: ModelStore = {
    isLasting: false,
    find: () => Promise.resolve(undefined),
    open: () => Promise.resolve(sink),
    remove: () => Promise.resolve(),
  };
  return { store, discard };
}

function download(store: ModelStore, kind = 'good') {
  let bytes = 0;
  let length = 0;
  const done = downloadFile({
    name: 'tiny.gguf',
    url: `${server.url}/run/${kind}/tiny.gguf`,
    store,
    signal: new AbortController().signal,
    onBytes: (more) => {
      bytes += more;
    },
    onLength: (all) => {
      length = all;
    },
  });
  return { done, counted: () => ({ bytes, length }) };
}

test('[MOD-2] every byte is counted, and the length is told ahead', async () => {
  const { done, counted } = download(aStore({}).store);
  await done;
  const length = tinyModelBytes().length;
  expect(counted()).toEqual({ bytes: length, length });
});

test.each<[string, Partial<FileSink>]>([
  ['while it is written', { write: () => Promise.reject(full) }],
  ['at its end', { finish: () => Promise.reject(full) }],
])(
  '[MOD-3] storage that is full %s is a failure of its own, and nothing is left',
  async (_, fault) => {
    const { store, discard } = aStore(fault);
    const error = await download(store).done.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EngineFailure);
    expect(error).toMatchObject({ failure: { kind: 'storage-full', problem: full.message } });
    expect(discard).toHaveBeenCalledOnce();
  },
);

test('[MOD-3] a file that there will be no room for is refused ahead of it', async () => {
  const estimate = () => Promise.resolve({ quota: 500_000, usage: 200_000 });
  vi.stubGlobal('navigator', { storage: { estimate } });
  const { done, counted } = download({ ...aStore({}).store, isLasting: true });
  await expect(done).rejects.toMatchObject({
    failure: {
      kind: 'storage-full',
      problem: "The model's files need 1 MB, and the browser gives this site 0 MB more.",
    },
  });
  expect(counted().bytes).toBe(0);
});

test('[MOD-3] an empty file on a server is called that, and one without a length is not', async () => {
  const { signal } = new AbortController();
  const asked = (kind: string) =>
    remoteBytes({ name: 'tiny.gguf', url: `${server.url}/run/${kind}/tiny.gguf` }, signal);
  await expect(asked('empty')).rejects.toMatchObject({
    failure: { kind: 'files-unreadable', problem: 'tiny.gguf is an empty file.' },
  });
  await expect(asked('unmeasured')).rejects.toMatchObject({ failure: { kind: 'download-failed' } });
});
