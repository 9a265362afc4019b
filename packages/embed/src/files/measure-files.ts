import { Failed } from '../errors/failed.ts';
import { remoteSize } from './fetch-file.ts';
import type { ModelCache } from './model-cache.ts';
import { fileAmong, fileBelow, filesOf, type ModelSource, placeOf } from './model-source.ts';

/** What a model weighs, before anything of it is loaded. */
export interface ModelSize {
  /** Bytes of all its files; absent where a server does not say them. */
  readonly totalBytes?: number;
  /** Bytes that `load` would download; absent where a server does not say them. */
  readonly downloadBytes?: number;
}

/** Asks for the size of each file, and for nothing of its content. @throws Failed; the signal's reason. */
export async function measureFiles(
  source: ModelSource,
  modelFile: string,
  cache: ModelCache,
  signal?: AbortSignal,
): Promise<ModelSize> {
  const sizes = await Promise.all(
    filesOf(modelFile).map(async (name) => {
      if (source.kind !== 'address') return { bytes: await localSize(source, name), isHere: true };
      const url = placeOf(source, name);
      const kept = await cache.size(url);
      if (kept !== undefined) return { bytes: kept, isHere: true };
      return { bytes: await remoteSize(name, url, signal), isHere: false };
    }),
  );
  const totalBytes = added(sizes.map(({ bytes }) => bytes));
  const downloadBytes = added(sizes.filter(({ isHere }) => !isHere).map(({ bytes }) => bytes));
  return {
    ...(totalBytes !== undefined && { totalBytes }),
    ...(downloadBytes !== undefined && { downloadBytes }),
  };
}

async function localSize(
  source: Exclude<ModelSource, { kind: 'address' }>,
  name: string,
): Promise<number> {
  const file =
    source.kind === 'files' ? fileAmong(source.files, name) : await fileBelow(source.folder, name);
  if (file) return file.size;
  throw new Failed({ kind: 'file-missing', file: name, place: placeOf(source, name) });
}

function added(sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
}
