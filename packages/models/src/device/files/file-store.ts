import { errorText } from '@agent-memory/core/internal';
import type { RemoteFile } from './model-file.ts';

/** A file as it is kept on this device. */
export interface KeptFile {
  readonly bytes: number;
  /** The hash that was noted when it was kept. */
  readonly sha256?: string | undefined;
  read(): Promise<Blob>;
}

/** A file that is being written; it is found once it was finished, and not before. */
export interface FileSink {
  /** @throws QuotaExceededError if the browser gives no more room. */
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(sha256?: string): Promise<KeptFile>;
  /** Leaves nothing behind; for a file that did not come whole. */
  discard(): Promise<void>;
}

/** Port: the files of models on this device, by their addresses. */
export interface FileStore {
  find(file: RemoteFile): Promise<KeptFile | undefined>;
  /** @param isHashed - Whether `finish` is told a hash. */
  open(file: RemoteFile, isHashed: boolean): Promise<FileSink>;
  remove(file: RemoteFile): Promise<void>;
  /** Whether a file that was finished is found after a reload. */
  readonly isLasting: boolean;
}

/** Keeps nothing: a file is in the memory of this thread for as long as it is used. */
export const MEMORY_STORE: FileStore = {
  find: async () => undefined,
  open: async () => gathering(),
  remove: async () => undefined,
  isLasting: false,
};

/** PERSISTED: the cache that files are kept in, and the header that holds their hash. */
const CACHE_NAME = 'agent-memory-models';
const HASH_HEADER = 'x-agent-memory-sha256';

/**
 * The browser's Cache Storage.
 *
 * @param onUnusable - Told why files are not kept; they are used all the same. Without it that is an error.
 */
export function cacheStore(onUnusable?: (problem: string) => void): FileStore {
  async function inCache<Value>(
    { cache = CACHE_NAME }: RemoteFile,
    act: (cache: Cache) => Promise<Value>,
  ): Promise<Value | undefined> {
    try {
      if (typeof caches === 'undefined') throw new Error('This page has no Cache Storage.');
      return await act(await caches.open(cache));
    } catch (error) {
      if (!onUnusable) throw error;
      onUnusable(errorText(error));
      return undefined;
    }
  }
  return {
    isLasting: onUnusable === undefined,
    find: (file) => inCache(file, async (cache) => keptIn(await cache.match(file.url))),
    async open(file, isHashed) {
      const put = (body: BodyInit, bytes: number, sha256?: string) => {
        const hash = sha256 === undefined ? {} : { [HASH_HEADER]: sha256 };
        const headers = { 'content-length': String(bytes), ...hash };
        return inCache(file, (cache) => cache.put(file.url, new Response(body, { headers })));
      };
      // Length and hash are headers, which go ahead of the content.
      return file.bytes === undefined || isHashed || onUnusable
        ? gathering((blob, sha256) => put(blob, blob.size, sha256))
        : streaming(file.bytes, put, async () => {
            const kept = await inCache(file, (cache) => cache.match(file.url));
            return kept ? kept.blob() : new Blob();
          });
    },
    remove: async (file) => void (await inCache(file, (cache) => cache.delete(file.url))),
  };
}

async function keptIn(response: Response | undefined): Promise<KeptFile | undefined> {
  if (!response) return undefined;
  const { headers } = response;
  const told = headers.get('content-length');
  const bytes = told === null ? (await response.clone().blob()).size : Number(told);
  const sha256 = headers.get(HASH_HEADER) ?? undefined;
  return { bytes, sha256, read: () => response.blob() };
}

function gathering(keep?: (blob: Blob, sha256?: string) => Promise<unknown>): FileSink {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (piece) => void pieces.push(piece),
    async finish(sha256) {
      const blob = new Blob(pieces);
      await keep?.(blob, sha256);
      return { ...keptBlob(blob), sha256 };
    },
    discard: async () => undefined,
  };
}

/** Nothing of it stands in memory as a whole. */
function streaming(
  bytes: number,
  put: (body: BodyInit, bytes: number) => Promise<unknown>,
  read: KeptFile['read'],
): FileSink {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const kept = put(readable, bytes);
  const failed = kept.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  return {
    write: (piece) => Promise.race([writer.write(piece), failed]),
    async finish() {
      await Promise.race([writer.close(), failed]);
      await kept;
      return { bytes, read };
    },
    async discard() {
      await writer.abort().catch(() => undefined);
      await kept.catch(() => undefined);
    },
  };
}

export function keptBlob(blob: Blob): KeptFile {
  return { bytes: blob.size, read: async () => blob };
}

/**
 * A folder of the origin's private file system, or the memory of this page where a browser has none or
 * none that a page may write to. A `File` of it is read in place; Cache Storage would copy a gigabyte out
 * of its entry at each start.
 *
 * @param name - PERSISTED: the name of the folder.
 */
export async function folderStore(name: string): Promise<FileStore> {
  // Both are missing on pages without TLS; Safari before 26 cannot write from a page.
  const canWrite =
    typeof FileSystemFileHandle !== 'undefined' &&
    'createWritable' in FileSystemFileHandle.prototype;
  if (!canWrite) return MEMORY_STORE;
  try {
    const root = await navigator.storage.getDirectory();
    return storeIn(await root.getDirectoryHandle(name, { create: true }));
  } catch {
    // Private windows of some browsers refuse it; `isLasting` says that nothing is kept.
    return MEMORY_STORE;
  }
}

function storeIn(folder: FileSystemDirectoryHandle): FileStore {
  return {
    isLasting: true,
    find: (remote) =>
      unlessMissing(async () => {
        const handle = await folder.getFileHandle(await fileNameFor(remote.url));
        const file = await handle.getFile();
        // The handle is made ahead of its content, so a file that was given up is empty.
        return file.size > 0 ? keptBlob(file) : undefined;
      }),
    async open(remote) {
      const handle = await folder.getFileHandle(await fileNameFor(remote.url), { create: true });
      // The bytes take the place of the file with `close`, whole or not at all.
      const writable = await handle.createWritable();
      return {
        write: (piece) => writable.write(piece),
        async finish() {
          await writable.close();
          return keptBlob(await handle.getFile());
        },
        discard: () => writable.abort(),
      };
    },
    async remove(remote) {
      await unlessMissing(async () => folder.removeEntry(await fileNameFor(remote.url)));
    },
  };
}

async function unlessMissing<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}

/** PERSISTED: an address may be longer than a file name. */
async function fileNameFor(url: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url));
  const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return bytes.join('');
}
