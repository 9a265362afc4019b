import { errorText } from '@agent-memory/core/internal';
import { checkRoom, EngineFailure } from '@agent-memory/models/local';
import { BEGINNING_BYTES, foundInstead } from './file-beginning.ts';
import type { FileSink, ModelStore } from './model-store.ts';
import { unreadable } from './read-header.ts';

/** A file on its way from a server. */
export interface Download {
  readonly name: string;
  readonly url: string;
  readonly store: ModelStore;
  readonly signal: AbortSignal;
  /** Hears of the bytes that each piece brought. */
  readonly onBytes: (bytes: number) => void;
  /** Hears how long the file is, where the server says it. */
  readonly onLength: (bytes: number) => void;
}

/**
 * Downloads a file into the store, piece by piece. It is checked as it comes: a sign-in page in its
 * place ends the download with its first bytes.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function downloadFile(download: Download): Promise<Blob> {
  const { name, url, store, signal } = download;
  // A failure of this side ends the download too: else the rest of a gigabyte would still come.
  const end = new AbortController();
  try {
    const init: RequestInit = {
      signal: AbortSignal.any([signal, end.signal]),
      // Kept once is enough: the browser's own cache would hold the gigabyte a second time.
      ...(store.isLasting && { cache: 'no-store' }),
    };
    const response = await asked(name, url, init);
    const length = announcedBytes(response);
    if (length !== undefined) download.onLength(length);
    if (store.isLasting && length !== undefined) await checkRoom(length);
    return await kept(response, length, download);
  } catch (error) {
    end.abort();
    signal.throwIfAborted();
    throw error;
  }
}

/**
 * Bytes of a file on its server, nothing of which is downloaded.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function remoteBytes(
  { name, url }: Pick<Download, 'name' | 'url'>,
  signal: AbortSignal,
): Promise<number> {
  const response = await asked(name, url, { method: 'HEAD', signal });
  const bytes = announcedBytes(response);
  if (bytes !== undefined) return bytes;
  if (response.headers.get('content-length') === '0') throw unreadable(name, 'an empty file');
  throw failed(name, 'Its server does not say how long it is.');
}

async function kept(
  response: Response,
  length: number | undefined,
  download: Download,
): Promise<Blob> {
  const { name, url, store } = download;
  const sink = await store.open(url);
  try {
    const bytes = await receive(response, sink, download);
    if (length !== undefined && bytes < length) {
      throw failed(name, `${bytes} of ${length} bytes came.`);
    }
    return await keeping(() => sink.finish());
  } catch (error) {
    // The failure itself is told; a sink that cannot be given up leaves what the browser clears.
    await sink.discard().catch(() => undefined);
    throw error;
  }
}

async function asked(name: string, url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    // Browsers say the same for a lost connection, for CORS and for most else.
    throw failed(name, `No answer came from ${new URL(url).origin}: ${errorText(error)}.`, error);
  }
  if (response.ok) return response;
  throw failed(name, `Its server answers with status ${response.status}.`);
}

async function receive(response: Response, sink: FileSink, download: Download): Promise<number> {
  const { name, onBytes } = download;
  const reader = response.body?.getReader();
  let beginning = new Uint8Array();
  let bytes = 0;
  for (;;) {
    const piece = await nextPiece(reader, download);
    const isOver = piece === undefined;
    if (beginning.length < BEGINNING_BYTES) {
      beginning = joined(beginning, piece);
      const isEnough = isOver || beginning.length >= BEGINNING_BYTES;
      const found = isEnough ? foundInstead(beginning) : undefined;
      if (found !== undefined) throw unreadable(name, found);
    }
    if (isOver) return bytes;
    await keeping(() => sink.write(piece));
    bytes += piece.length;
    onBytes(piece.length);
  }
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
  { name, signal }: Download,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return (await reader?.read())?.value;
  } catch (error) {
    signal.throwIfAborted();
    throw failed(name, `The connection broke: ${errorText(error)}.`, error);
  }
}

/** @throws EngineFailure where the store cannot take it. */
async function keeping<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    if (!isFull) throw error;
    const problem = errorText(error);
    throw new EngineFailure({ kind: 'storage-full', problem }, { cause: error });
  }
}

/** The bytes that go over the line: fewer than the file has where a server compresses it. */
function announcedBytes({ headers }: Response): number | undefined {
  const bytes = Number(headers.get('content-length') ?? Number.NaN);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}

function joined(
  beginning: Uint8Array,
  piece: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const more = piece.subarray(0, BEGINNING_BYTES);
  const both = new Uint8Array(beginning.length + more.length);
  both.set(beginning);
  both.set(more, beginning.length);
  return both;
}

function failed(file: string, problem: string, cause?: unknown): EngineFailure {
  return new EngineFailure({ kind: 'download-failed', file, problem }, { cause });
}
