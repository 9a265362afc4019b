import { Failed } from '../errors/failed.ts';
import { foundInstead, type Json, jsonIn } from './check-file.ts';
import { fetchFile, type OnBytes } from './fetch-file.ts';
import { fingerprint } from './fingerprint.ts';
import type { ModelCache } from './model-cache.ts';
import {
  CONFIG_FILE,
  fileAmong,
  fileBelow,
  filesOf,
  type ModelSource,
  placeOf,
  TOKENIZER_CONFIG_FILE,
  TOKENIZER_FILE,
} from './model-source.ts';

/** How far a model's files have been read. */
export interface FilesProgress {
  readonly loadedBytes: number;
  /** Absent until the server has said how large the weights are; it may grow a little on the way. */
  readonly totalBytes?: number;
}

/** A model's files, read and looked at. */
export interface ModelFiles {
  readonly config: Json;
  readonly tokenizer: Json;
  readonly tokenizerConfig: Json;
  readonly weights: Uint8Array<ArrayBuffer>;
  /** Changes with the content of every file. */
  readonly fingerprint: string;
  readonly totalBytes: number;
  /** Whether nothing had to be downloaded. */
  readonly isFromCache: boolean;
  /** Puts what was downloaded into the cache. For files that a model was started of: others are of no use. */
  keep(): Promise<void>;
}

/** Where the files are read from, and who hears of it. */
export interface ReadingOfFiles {
  readonly source: ModelSource;
  /** Path of the weights. */
  readonly modelFile: string;
  readonly cache: ModelCache;
  readonly onProgress: (progress: FilesProgress) => void;
  readonly signal: AbortSignal;
}

/**
 * Reads the files of a model, from the cache where they are kept.
 *
 * @throws Failed naming the first file that is missing or something else; the signal's reason.
 */
export async function readModelFiles(reading: ReadingOfFiles): Promise<ModelFiles> {
  const { source, modelFile, cache } = reading;
  const names = filesOf(modelFile);
  const counter = progressOf(names.length, reading.onProgress);
  const read = await Promise.all(
    names.map((name, place) => readFile(reading, name, counter(place))),
  );
  const [config, tokenizer, tokenizerConfig, weights] = read;
  if (!config || !tokenizer || !tokenizerConfig || !weights) throw new Error('A file is missing.');
  return {
    config: jsonOf(source, CONFIG_FILE, config.bytes),
    tokenizer: jsonOf(source, TOKENIZER_FILE, tokenizer.bytes),
    tokenizerConfig: jsonOf(source, TOKENIZER_CONFIG_FILE, tokenizerConfig.bytes),
    weights: weights.bytes,
    fingerprint: fingerprint(read.map(({ bytes }) => fingerprint(bytes)).join('')),
    totalBytes: read.reduce((sum, { bytes }) => sum + bytes.length, 0),
    isFromCache: read.every(({ isKept }) => isKept),
    async keep() {
      for (const { name, bytes, isKept } of read) {
        if (source.kind === 'address' && !isKept) await cache.put(placeOf(source, name), bytes);
      }
    },
  };
}

interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it came from the cache. */
  readonly isKept: boolean;
}

async function readFile(
  reading: ReadingOfFiles,
  name: string,
  onBytes: OnBytes,
): Promise<ReadFile> {
  const { source, cache, signal } = reading;
  const place = placeOf(source, name);
  const kept = source.kind === 'address' ? await cache.get(place) : undefined;
  const bytes = kept
    ? new Uint8Array(kept)
    : source.kind === 'address'
      ? await fetchFile({ file: name, url: place, maxBytes: maxBytesOf(name), onBytes, signal })
      : await readLocal(source, name);
  signal.throwIfAborted();
  const found = foundInstead(bytes);
  if (found !== undefined) {
    throw new Failed({ kind: 'file-unreadable', file: name, place, found });
  }
  onBytes(bytes.length, bytes.length);
  return { name, bytes, isKept: kept !== undefined };
}

/** Tokenizers of a hundred languages have 17 MB; WebAssembly cannot hold weights of more than 4 GB. */
function maxBytesOf(name: string): number {
  return name.endsWith('.json') ? 64_000_000 : 4_000_000_000;
}

async function readLocal(
  source: Exclude<ModelSource, { kind: 'address' }>,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const place = placeOf(source, name);
  const file =
    source.kind === 'files' ? fileAmong(source.files, name) : await fileBelow(source.folder, name);
  if (!file) throw new Failed({ kind: 'file-missing', file: name, place });
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // A file that was moved or changed after it was chosen cannot be read any more.
    const found = 'no longer readable: it was moved or changed, or access to it was withdrawn';
    throw new Failed({ kind: 'file-unreadable', file: name, place, found });
  }
}

function jsonOf(source: ModelSource, file: string, bytes: Uint8Array): Json {
  const value = jsonIn(bytes);
  if (value) return value;
  const place = placeOf(source, file);
  throw new Failed({ kind: 'file-unreadable', file, place, found: 'no JSON object' });
}

/**
 * Adds up what each of several files tells. A total is told when the weights, the last and largest of
 * them, have told theirs; a file that does not tell one counts as far as it has come.
 */
function progressOf(
  files: number,
  tell: (progress: FilesProgress) => void,
): (place: number) => OnBytes {
  const loaded = new Array<number>(files).fill(0);
  const totals = new Array<number | undefined>(files).fill(undefined);
  return (place) => (loadedBytes, totalBytes) => {
    loaded[place] = loadedBytes;
    totals[place] = totalBytes;
    const isTold = totals.at(-1) !== undefined;
    const whole = loaded.map((bytes, at) => Math.max(bytes, totals[at] ?? 0));
    tell({ loadedBytes: sum(loaded), ...(isTold && { totalBytes: sum(whole) }) });
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
