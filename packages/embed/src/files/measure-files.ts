import { Failed } from '../errors/failed.ts';
import { remoteSize } from './fetch-file.ts';
import type { ModelCache } from './model-cache.ts';
import { fileAmong, fileBelow, filesOf, type ModelSource, placeOf } from './model-source.ts';

/** The bytes of a model, known before anything of it is loaded. */
export interface ModelSize {
  /** Bytes of all its files. */
  readonly totalBytes: number;
  /** Bytes that `load` would download. */
  readonly downloadBytes: number;
  /** Files whose size the server does not say; they are not in the sums. */
  readonly unknownFiles: readonly string[];
}

/** Asks for the size of each file, and for nothing of its content. @throws Failed */
export async function measureFiles(
  source: ModelSource,
  modelFile: string,
  cache: ModelCache,
): Promise<ModelSize> {
  const sizes = await Promise.all(
    filesOf(modelFile).map(async (name) => ({ name, ...(await measured(source, name, cache)) })),
  );
  const downloads = sizes.filter(({ isHere }) => !isHere);
  return {
    totalBytes: sum(sizes.map(({ bytes }) => bytes)),
    downloadBytes: sum(downloads.map(({ bytes }) => bytes)),
    unknownFiles: sizes.filter(({ bytes }) => bytes === undefined).map(({ name }) => name),
  };
}

interface MeasuredFile {
  readonly bytes: number | undefined;
  /** Whether nothing of it has to be downloaded. */
  readonly isHere: boolean;
}

async function measured(
  source: ModelSource,
  name: string,
  cache: ModelCache,
): Promise<MeasuredFile> {
  if (source.kind !== 'address') return { bytes: await localSize(source, name), isHere: true };
  const url = placeOf(source, name);
  const kept = await cache.size(url);
  if (kept !== undefined) return { bytes: kept, isHere: true };
  return { bytes: await remoteSize(name, url), isHere: false };
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

function sum(sizes: readonly (number | undefined)[]): number {
  return sizes.reduce<number>((total, size = 0) => total + size, 0);
}
