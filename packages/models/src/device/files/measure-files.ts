import type { LocalModelSize } from '../../local/engine.ts';
import { announcedBytes, askFor } from './ask-for.ts';
import type { FileStore } from './file-store.ts';
import {
  downloadFailed,
  isGiven,
  type ModelFile,
  type RemoteFile,
  unreadable,
} from './model-file.ts';

/**
 * The size of a model's files, and of those that are missing on this device. Servers are asked for
 * lengths alone. A small file whose length is not known counts nothing.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function measureFiles(
  files: readonly ModelFile[],
  { store, signal }: { readonly store: FileStore; readonly signal: AbortSignal },
): Promise<LocalModelSize> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      if (isGiven(file)) return { totalBytes: file.blob.size, downloadBytes: 0 };
      const kept = await store.find(file);
      if (kept && kept.bytes === (file.bytes ?? kept.bytes)) {
        return { totalBytes: kept.bytes, downloadBytes: 0 };
      }
      const bytes = file.bytes ?? (await remoteBytes(file, signal));
      return { totalBytes: bytes, downloadBytes: bytes };
    }),
  );
  const sum = (name: keyof LocalModelSize): number =>
    sizes.reduce((total, { [name]: bytes }) => total + bytes, 0);
  return { downloadBytes: sum('downloadBytes'), totalBytes: sum('totalBytes') };
}

async function remoteBytes(file: RemoteFile, signal: AbortSignal): Promise<number> {
  const isSmall = file.content === 'json' || file.content === 'wasm';
  try {
    const response = await askFor(file, { method: 'HEAD', signal });
    const bytes = announcedBytes(response);
    if (bytes !== undefined) return bytes;
    if (response.headers.get('content-length') === '0')
      throw unreadable(file.name, 'an empty file');
    throw downloadFailed(file.name, 'Its server does not say how long it is.');
  } catch (error) {
    signal.throwIfAborted();
    // Some stores allow no `HEAD`.
    if (isSmall) return 0;
    throw error;
  }
}
