import { errorText } from '@agent-memory/core/internal';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { EngineFailure } from '../../errors/engine-failure.ts';
import type { LoadProgress } from '../../local/engine.ts';
import { freeStorageBytes } from '../device-facts.ts';
import { announcedBytes, askFor } from './ask-for.ts';
import { ByteProgress } from './byte-progress.ts';
import { type FileStore, type KeptFile, keptBlob } from './file-store.ts';
import {
  BEGINNING_BYTES,
  downloadFailed,
  foundInstead,
  isGiven,
  type ModelFile,
  type RemoteFile,
  unreadable,
} from './model-file.ts';

/** How the files of a model are brought together. */
export interface FetchOptions {
  readonly store: FileStore;
  readonly signal: AbortSignal;
  /** Whether a file that is not on this device may be downloaded [MOD-2]. */
  readonly mayDownload: boolean;
  readonly onProgress: (progress: LoadProgress) => void;
  /** Whether the hash of every file is wanted, and not of those alone that name one. Default: false. */
  readonly isHashed?: boolean;
}

/** A file that is on this device. */
export interface FetchedFile extends KeptFile {
  readonly file: ModelFile;
  /** Whether nothing of it was downloaded now. */
  readonly wasHere: boolean;
}

/** As many downloads at once as browsers do well. */
const MOST_AT_ONCE = 4;
/** Tokenizers of a hundred languages have 17 MB; no WebAssembly holds weights of 16 GB. */
const MOST_BYTES = { json: 64e6, wasm: 1e9, gguf: 16e9, bytes: 16e9 } as const;

/**
 * Brings the files of a model onto this device, downloads those that are missing, and checks what they
 * are: a sign-in page in place of a file ends its download with the first bytes, and what is cut, too
 * long or of another hash is not kept. A kept file of another length or hash counts as missing. What is
 * counted as a whole file is kept, also when the rest is aborted.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function fetchFiles(
  files: readonly ModelFile[],
  options: FetchOptions,
): Promise<readonly FetchedFile[]> {
  const { signal, store, onProgress } = options;
  const fetched = await Promise.all(files.map((file) => fileHere(file, options)));
  signal.throwIfAborted();
  const missing = [...files.entries()].filter(
    (entry): entry is [number, RemoteFile] => !fetched[entry[0]] && !isGiven(entry[1]),
  );
  if (missing.length > 0 && !options.mayDownload) {
    throw new EngineFailure({ kind: 'download-not-allowed' });
  }
  if (store.isLasting) await checkRoom(sumOf(missing.map(([, { bytes = 0 }]) => bytes)));
  const lengths = files.map(
    (file, place) => fetched[place]?.bytes ?? ('bytes' in file ? file.bytes : undefined),
  );
  const progress = new ByteProgress('download', onProgress);
  const learn = (place: number, bytes: number | undefined): void => {
    lengths[place] = bytes;
    progress.totalBytes = lengths.every((length) => length !== undefined)
      ? sumOf(lengths)
      : undefined;
  };
  learn(0, lengths[0]);
  progress.addHere(sumOf(fetched.map((file) => file?.bytes ?? 0)));
  const end = new AbortController();
  const each = { ...options, signal: AbortSignal.any([signal, end.signal]) };
  const waiting = missing.values();
  const takeTurns = async (): Promise<void> => {
    for (const [place, file] of waiting) {
      fetched[place] = await download(file, each, {
        onLength: (bytes) => learn(place, bytes),
        onBytes: (bytes) => progress.addCame(bytes),
        onKept: (bytes) => progress.addLast(bytes),
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, takeTurns));
  } catch (error) {
    // A failure of one file ends the others: else the rest of a gigabyte would still come.
    end.abort(error);
    throw error;
  }
  return fetched.filter((file) => file !== undefined);
}

/** The content of a file as a whole. @throws EngineFailure where it cannot be read any more. */
export async function bytesOf({ file, read }: FetchedFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readable(file, async () => (await read()).arrayBuffer()));
}

/** The object in a file of JSON. @throws EngineFailure where it holds none. */
export async function jsonOf(fetched: FetchedFile): Promise<Readonly<Record<string, unknown>>> {
  const value = parsed(await bytesOf(fetched));
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject) return value as Readonly<Record<string, unknown>>;
  throw unreadable(fetched.file.name, 'no JSON object', isGiven(fetched.file));
}

async function fileHere(
  file: ModelFile,
  { store, isHashed = false }: FetchOptions,
): Promise<FetchedFile | undefined> {
  if (isGiven(file)) {
    const beginning = await readable(file, () => file.blob.slice(0, BEGINNING_BYTES).arrayBuffer());
    const found = foundInstead(new Uint8Array(beginning), file.content);
    if (found !== undefined) throw unreadable(file.name, found, true);
    const hash = isHashed ? await hashOf(file.blob) : undefined;
    return { ...keptBlob(file.blob), file, sha256: hash, wasHere: true };
  }
  const kept = await store.find(file);
  if (!kept) return undefined;
  const wanted = file.sha256?.toLowerCase() ?? kept.sha256;
  const isWhole = file.bytes === undefined || kept.bytes === file.bytes;
  if (!isHashed && wanted === undefined && isWhole) return { ...kept, file, wasHere: true };
  const blob = await kept.read();
  const hash = isWhole ? await hashOf(blob) : undefined;
  if (isWhole && (wanted === undefined || wanted === hash)) {
    return { ...keptBlob(blob), file, sha256: hash, wasHere: true };
  }
  await store.remove(file);
  return undefined;
}

async function download(
  file: RemoteFile,
  { store, signal, isHashed = false }: FetchOptions,
  hooks: {
    readonly onLength: (bytes: number) => void;
    readonly onBytes: (bytes: number) => void;
    /** The file is kept, with so many bytes that were not counted yet. */
    readonly onKept: (bytes: number) => void;
  },
): Promise<FetchedFile> {
  const { name } = file;
  // Kept once is enough: the browser's own cache would hold a gigabyte a second time.
  const response = await askFor(file, { signal, ...(store.isLasting && { cache: 'no-store' }) });
  const announced = announcedBytes(response);
  const length = file.bytes ?? announced;
  if (length !== undefined) hooks.onLength(length);
  if (store.isLasting && file.bytes === undefined) await checkRoom(announced ?? 0);
  const hash = isHashed || file.sha256 !== undefined ? sha256.create() : undefined;
  const sink = await keeping(() => store.open(file, hash !== undefined));
  // The last piece counts once the file is kept: an abort in between would lose what was counted. Without
  // a length any piece may be the last one.
  let uncounted = 0;
  let cameBytes = 0;
  try {
    const bytes = await receive(file, response, signal, async (piece) => {
      hash?.update(piece);
      await keeping(() => sink.write(piece));
      cameBytes += piece.length;
      const mayBeLast = length === undefined || cameBytes >= length;
      const counted = uncounted + (mayBeLast ? 0 : piece.length);
      uncounted = mayBeLast ? piece.length : 0;
      if (counted > 0) hooks.onBytes(counted);
    });
    if (bytes < (length ?? 0)) throw downloadFailed(name, `${bytes} of ${length} bytes came.`);
    const found = hash && bytesToHex(hash.digest());
    if (file.sha256 !== undefined && found !== file.sha256.toLowerCase()) {
      throw unreadable(name, `another file than its SHA-256 names: it has ${found}`);
    }
    hooks.onLength(bytes);
    const kept = await keeping(() => sink.finish(found));
    hooks.onKept(uncounted);
    return { ...kept, file, wasHere: false };
  } catch (error) {
    // The failure itself is told; a sink that cannot be given up leaves what the browser clears.
    await sink.discard().catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  }
}

/** @returns the bytes that came. */
async function receive(
  { name, content, bytes: exact }: RemoteFile,
  response: Response,
  signal: AbortSignal,
  take: (piece: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<number> {
  const most = exact ?? MOST_BYTES[content];
  const reader = response.body?.getReader();
  const texts: Uint8Array<ArrayBuffer>[] = [];
  let beginning = new Uint8Array();
  let bytes = 0;
  try {
    for (;;) {
      const piece = await nextPiece(name, reader, signal);
      if (beginning.length < BEGINNING_BYTES) {
        if (piece) beginning = joined([beginning, piece.subarray(0, BEGINNING_BYTES)]);
        const isEnough = !piece || beginning.length >= BEGINNING_BYTES;
        const found = isEnough ? foundInstead(beginning, content) : undefined;
        if (found !== undefined) throw unreadable(name, found);
      }
      if (!piece) break;
      bytes += piece.length;
      if (bytes > most) throw unreadable(name, `longer than ${most} bytes`);
      if (content === 'json') texts.push(piece);
      await take(piece);
    }
  } finally {
    // Nobody waits for the rest, so nobody needs to hear that it could not be ended.
    reader?.cancel().catch(() => undefined);
  }
  if (content === 'json' && parsed(joined(texts)) === undefined) throw unreadable(name, 'no JSON');
  return bytes;
}

async function nextPiece(
  name: string,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return (await reader?.read())?.value;
  } catch (error) {
    signal.throwIfAborted();
    throw downloadFailed(name, `The connection broke: ${errorText(error)}.`, error);
  }
}

/** @throws EngineFailure where the store has no room for it. */
async function keeping<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    const isFull = error instanceof Error && error.name === 'QuotaExceededError';
    if (!isFull) throw error;
    const problem = errorText(error);
    throw new EngineFailure({ kind: 'storage-full', problem }, { cause: error });
  }
}

/** A file that was moved or changed after it was given cannot be read any more. */
async function readable<Value>(file: ModelFile, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch {
    const found = 'no longer readable: it was moved or changed, or access to it was withdrawn';
    throw unreadable(file.name, found, isGiven(file));
  }
}

/** 16 hexadecimal digits that change with the text. */
export function fingerprint(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 16);
}

async function hashOf(blob: Blob): Promise<string> {
  const hash = sha256.create();
  for await (const piece of blob.stream()) hash.update(piece);
  return bytesToHex(hash.digest());
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sumOf(pieces.map(({ length }) => length)));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((sum, value = 0) => sum + value, 0);
}

/**
 * Looks whether the browser has room for so many bytes, before anything is fetched. A browser that gives
 * no estimate is believed to.
 *
 * @throws EngineFailure of kind `storage-full`
 */
async function checkRoom(neededBytes: number): Promise<void> {
  const freeBytes = await freeStorageBytes();
  if (freeBytes === undefined || neededBytes <= freeBytes) return;
  const neededMb = Math.ceil(neededBytes / 1e6);
  const leftMb = Math.floor(freeBytes / 1e6);
  const problem = `The model's files need ${neededMb} MB, and the browser gives this site ${leftMb} MB more.`;
  throw new EngineFailure({ kind: 'storage-full', problem });
}
