/** Copies of dropped models, in the origin's private file system. */
export interface KeptFiles {
  /** Every copy, by name. */
  list(): Promise<readonly File[]>;
  find(name: string): Promise<File | undefined>;
  /**
   * Writes a copy under the file's name; one of the same name makes way. Whole, or not at all.
   * @throws QuotaExceededError if the browser gives no more room; the signal's reason when it aborts.
   */
  keep(file: File, options: KeepOptions): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface KeepOptions {
  readonly signal: AbortSignal;
  /** Hears how many bytes are written. */
  readonly onBytes: (bytes: number) => void;
}

/** PERSISTED: renaming it leaves every copy behind. */
const FOLDER_NAME = 'agent-memory-playground-models';

/** `undefined` where this browser keeps no files for a page, or lets a page write none. */
export async function openKeptFiles(): Promise<KeptFiles | undefined> {
  const canWrite =
    typeof FileSystemFileHandle !== 'undefined' &&
    'createWritable' in FileSystemFileHandle.prototype;
  if (!canWrite) return undefined;
  try {
    const root = await navigator.storage.getDirectory();
    return filesIn(await root.getDirectoryHandle(FOLDER_NAME, { create: true }));
  } catch {
    // Private windows of some browsers refuse it; the page says that the file is not kept.
    return undefined;
  }
}

function filesIn(folder: FileSystemDirectoryHandle): KeptFiles {
  return {
    async list() {
      const files: File[] = [];
      for await (const handle of folder.values()) {
        if (handle instanceof FileSystemFileHandle) files.push(await handle.getFile());
      }
      // The name is there ahead of the content, so a copy that was given up is empty.
      return files.filter(({ size }) => size > 0);
    },
    find: (name) =>
      unlessMissing(async () => {
        const file = await (await folder.getFileHandle(name)).getFile();
        return file.size > 0 ? file : undefined;
      }),
    async keep(file, { signal, onBytes }) {
      const handle = await folder.getFileHandle(file.name, { create: true });
      const writable = await handle.createWritable();
      let written = 0;
      const counter = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
        transform(piece, controller) {
          written += piece.byteLength;
          onBytes(written);
          controller.enqueue(new Uint8Array(piece));
        },
      });
      // A stream that is aborted takes no effect: the copy is found whole or not at all.
      await file.stream().pipeThrough(counter, { signal }).pipeTo(writable, { signal });
    },
    async remove(name) {
      await unlessMissing(() => folder.removeEntry(name));
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
