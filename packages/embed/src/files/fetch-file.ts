import { Failed } from '../errors/failed.ts';

/** Hears how much of a file has arrived, and how much there is where the server says so. */
export type OnBytes = (loadedBytes: number, totalBytes: number | undefined) => void;

/** A file of a model on a server. */
interface RemoteFile {
  readonly file: string;
  readonly url: string;
  /** More of it is not waited for: a server may send a file without end. */
  readonly maxBytes: number;
  readonly onBytes: OnBytes;
  readonly signal: AbortSignal;
}

/**
 * Downloads a file whole.
 *
 * @throws Failed where it is missing, refused, or does not arrive; the signal's reason when it aborts.
 */
export async function fetchFile(remote: RemoteFile): Promise<Uint8Array<ArrayBuffer>> {
  const { file, url, signal } = remote;
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Failed(refused(file, url, response.status));
    return await readWhole(response, remote);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof Failed) throw error;
    // The browser says the same for a lost connection, for CORS and for most else.
    throw new Failed({ kind: 'file-unreachable', file, place: url });
  }
}

/** How many bytes the server says that a file has; `undefined` where it does not say. @throws Failed */
export async function remoteSize(file: string, url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { method: 'HEAD' });
    if (response.ok) return announcedBytes(response);
    throw new Failed(refused(file, url, response.status));
  } catch (error) {
    if (error instanceof Failed) throw error;
    throw new Failed({ kind: 'file-unreachable', file, place: url });
  }
}

function refused(file: string, place: string, status: number) {
  if (status === 404 || status === 410) return { kind: 'file-missing', file, place } as const;
  return { kind: 'file-refused', file, place, status } as const;
}

async function readWhole(
  response: Response,
  { file, url, maxBytes, onBytes }: RemoteFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const totalBytes = announcedBytes(response);
  const pieces: Uint8Array[] = [];
  let loadedBytes = 0;
  onBytes(0, totalBytes);
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    pieces.push(value);
    loadedBytes += value.length;
    onBytes(loadedBytes, totalBytes);
    if (loadedBytes <= maxBytes) continue;
    // Nobody waits for the rest, so nobody needs to hear that it could not be ended.
    reader?.cancel().catch(() => undefined);
    const found = `larger than ${maxBytes / 1_000_000} MB`;
    throw new Failed({ kind: 'file-unreadable', file, place: url, found });
  }
  return joined(pieces, loadedBytes);
}

function joined(pieces: readonly Uint8Array[], totalBytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(totalBytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The bytes that go over the line: fewer than the file has where a server compresses it. */
function announcedBytes({ headers }: Response): number | undefined {
  const bytes = Number(headers.get('content-length') ?? Number.NaN);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
