/** A file that is being written; it can be found when it was finished, and not before. */
export interface FileSink {
  /** @throws QuotaExceededError if the browser gives no more room. */
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<Blob>;
  /** Leaves nothing behind; for a file that did not come whole. */
  discard(): Promise<void>;
}

/** Files by their addresses. */
export interface ModelStore {
  find(url: string): Promise<Blob | undefined>;
  open(url: string): Promise<FileSink>;
  remove(url: string): Promise<void>;
  /** Whether a file that was finished is found after a reload. */
  readonly isLasting: boolean;
}

/** PERSISTED: the folder of the origin's private file system that models are kept in. */
export const FOLDER_NAME = 'agent-memory-gguf';

/**
 * The origin's private file system, or the memory of this page where a browser has none or none that a
 * page may write to. Then nothing is kept, as where that is not wanted.
 *
 * A `File` of it is read in place. Cache Storage would copy a gigabyte out of its entry at each start.
 */
export async function modelStore({ isKept }: { readonly isKept: boolean }): Promise<ModelStore> {
  const folder = isKept ? await openFolder() : undefined;
  return folder ? storeIn(folder) : MEMORY;
}

const MEMORY: ModelStore = {
  find: () => Promise.resolve(undefined),
  open: () => Promise.resolve(memorySink()),
  remove: () => Promise.resolve(),
  isLasting: false,
};

async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  // Both are missing on pages without TLS; Safari before 26 cannot write from a page.
  const canWrite =
    typeof FileSystemFileHandle !== 'undefined' &&
    'createWritable' in FileSystemFileHandle.prototype;
  if (!canWrite) return undefined;
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER_NAME, { create: true });
  } catch {
    // Private windows of some browsers refuse it; the note of the load says that nothing is kept.
    return undefined;
  }
}

function storeIn(folder: FileSystemDirectoryHandle): ModelStore {
  return {
    isLasting: true,
    find: (url) =>
      unlessMissing(async () => {
        const handle = await folder.getFileHandle(await fileNameFor(url));
        const file = await handle.getFile();
        // The handle is made ahead of its content, so a file that was given up is empty.
        return file.size > 0 ? file : undefined;
      }),
    async open(url) {
      const handle = await folder.getFileHandle(await fileNameFor(url), { create: true });
      // The bytes take the place of the file with `close`, whole or not at all.
      const writable = await handle.createWritable();
      return {
        write: (piece) => writable.write(piece),
        async finish() {
          await writable.close();
          return await handle.getFile();
        },
        discard: () => writable.abort(),
      };
    },
    async remove(url) {
      await unlessMissing(async () => folder.removeEntry(await fileNameFor(url)));
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

function memorySink(): FileSink {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    write(piece) {
      pieces.push(piece);
      return Promise.resolve();
    },
    finish: () => Promise.resolve(new Blob(pieces)),
    discard: () => Promise.resolve(),
  };
}

/** PERSISTED: an address may be longer than a file name. */
async function fileNameFor(url: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url));
  const hexadecimal = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `${hexadecimal.join('')}.gguf`;
}
