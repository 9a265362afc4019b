import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { EngineFailure } from '../../errors/engine-failure.ts';
import { fetchFiles } from './fetch-files.ts';
import { type FileSink, type FileStore, keptBlob, MEMORY_STORE } from './file-store.ts';
import { measureFiles } from './measure-files.ts';
import type { RemoteFile } from './model-file.ts';

const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
const CONTENT = Buffer.from(`GGUF${'x'.repeat(600_000)}`);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server of one file, which lists what it was asked for. */
async function aServer(content: Uint8Array | null = CONTENT, length = content?.length) {
  const asked: string[] = [];
  const server = createServer(({ method = '' }, response) => {
    asked.push(method);
    response.writeHead(
      content ? 200 : 404,
      length === undefined ? {} : { 'content-length': length },
    );
    if (method === 'HEAD') response.end();
    else if (length !== undefined && length > (content?.length ?? 0)) {
      response.write(content ?? '', () => response.destroy());
    } else response.end(content ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/tiny.gguf`;
  const file: RemoteFile = { name: 'tiny.gguf', url, content: 'gguf' };
  return { asked, file };
}

/** A store that keeps what it is given, and whose sinks fail as the test says. */
function aStore(fault: Partial<FileSink> = {}) {
  const kept = new Map<string, Blob>();
  const discard = vi.fn(() => Promise.resolve());
  const store: FileStore = {
    isLasting: true,
    find: async ({ url }) => {
      const blob = kept.get(url);
      return blob && keptBlob(blob);
    },
    async open({ url }, isHashed) {
      const sink = await MEMORY_STORE.open({ name: '', url, content: 'bytes' }, isHashed);
      const finish = async () => {
        const file = await sink.finish();
        kept.set(url, await file.read());
        return file;
      };
      return { ...sink, finish, discard, ...fault };
    },
    remove: async ({ url }) => void kept.delete(url),
  };
  return { store, kept, discard };
}

const fetched = (file: RemoteFile, store: FileStore, mayDownload = true) =>
  fetchFiles([file], {
    store,
    mayDownload,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

async function failureOf(work: Promise<unknown>) {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EngineFailure);
  return error instanceof EngineFailure ? error.failure : undefined;
}

test('[MOD-2] a file is downloaded once, and every byte is counted', async () => {
  const { file, asked } = await aServer();
  const { store } = aStore();
  const told: unknown[] = [];
  const [first] = await fetchFiles([file], {
    store,
    mayDownload: true,
    signal: new AbortController().signal,
    onProgress: (progress) => told.push(progress),
  });
  expect(first).toMatchObject({ bytes: CONTENT.length, wasHere: false });
  expect(told.at(-1)).toMatchObject({ loadedBytes: CONTENT.length, totalBytes: CONTENT.length });
  expect(await fetched(file, store, false)).toMatchObject([{ wasHere: true }]);
  expect(asked).toEqual(['GET']);
});

test('[MOD-2] without consent nobody is asked for a file that is missing', async () => {
  const { file, asked } = await aServer();
  const failure = await failureOf(fetched(file, aStore().store, false));
  expect(failure).toEqual({ kind: 'download-not-allowed' });
  expect(asked).toEqual([]);
});

test.each<[string, Partial<FileSink>]>([
  ['while it is written', { write: () => Promise.reject(full) }],
  ['at its end', { finish: () => Promise.reject(full) }],
])(
  '[MOD-3] storage that is full %s is a failure of its own, and nothing is left',
  async (_, fault) => {
    const { store, discard } = aStore(fault);
    const failure = await failureOf(fetched((await aServer()).file, store));
    expect(failure).toEqual({ kind: 'storage-full', problem: full.message });
    expect(discard).toHaveBeenCalledOnce();
  },
);

test('[MOD-3] a file that there will be no room for is refused ahead of it', async () => {
  const estimate = () => Promise.resolve({ quota: 500_000, usage: 200_000 });
  vi.stubGlobal('navigator', { storage: { estimate } });
  expect(await failureOf(fetched((await aServer()).file, aStore().store))).toEqual({
    kind: 'storage-full',
    problem: "The model's files need 1 MB, and the browser gives this site 0 MB more.",
  });
});

test.each<[string, Uint8Array | null, number | undefined, string]>([
  ['a status', null, undefined, 'download-failed'],
  ['half of it', CONTENT.subarray(0, 300_000), CONTENT.length, 'download-failed'],
  ['a web page', Buffer.from('<!doctype html><p>Sign in'), undefined, 'files-unreadable'],
  ['nothing', new Uint8Array(), 0, 'files-unreadable'],
])('[MOD-3] of a server that sends %s nothing is kept', async (_, content, length, kind) => {
  const { file } = await aServer(content, length);
  const { store, kept } = aStore();
  expect(await failureOf(fetched(file, store))).toMatchObject({ kind });
  expect(kept.size).toBe(0);
});

test('[MOD-3] more than a list of files gives a file is refused', async () => {
  const { file } = await aServer();
  const failure = await failureOf(fetched({ ...file, bytes: 400_000 }, aStore().store));
  expect(failure).toEqual({
    kind: 'files-unreadable',
    problem: 'tiny.gguf is longer than 400000 bytes.',
  });
});

test('[MOD-3] a file of another hash is refused, and not kept', async () => {
  const { file } = await aServer();
  const { store, kept } = aStore();
  const sha256 = '0'.repeat(64);
  expect(await failureOf(fetched({ ...file, sha256 }, store))).toEqual({
    kind: 'files-unreadable',
    problem: `tiny.gguf is another file than its SHA-256 names: it has ${SHA256}.`,
  });
  expect(kept.size).toBe(0);
});

test.each<[string, Partial<RemoteFile>, Uint8Array<ArrayBuffer>]>([
  ['was swapped', { sha256: SHA256.toUpperCase() }, new Uint8Array(CONTENT.length)],
  ['was cut', { bytes: CONTENT.length }, new Uint8Array(7)],
])('[MOD-3] a kept file that %s is downloaded again', async (_, known, content) => {
  const { file, asked } = await aServer();
  const { store, kept } = aStore();
  kept.set(file.url, new Blob([content]));
  await fetched({ ...file, ...known }, store);
  expect(kept.get(file.url)?.size).toBe(CONTENT.length);
  expect(await fetched({ ...file, ...known }, store, false)).toMatchObject([{ wasHere: true }]);
  expect(asked).toEqual(['GET']);
});

test('[MOD-2] lengths alone are asked for, and an unknown one is told', async () => {
  const { file, asked } = await aServer();
  const call = { store: aStore().store, signal: new AbortController().signal };
  const bytes = CONTENT.length;
  const size = { downloadBytes: bytes, totalBytes: bytes };
  expect(await measureFiles([file], call)).toEqual(size);
  expect(asked).toEqual(['HEAD']);
  expect(await measureFiles([{ ...file, bytes }], call)).toEqual(size);
  expect(asked).toEqual(['HEAD']);
  const empty = await aServer(new Uint8Array(), 0);
  expect(await failureOf(measureFiles([empty.file], call))).toMatchObject({
    problem: 'tiny.gguf is an empty file.',
  });
});
