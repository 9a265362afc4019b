import type { LoadProgress } from '@agent-memory/models';
import { ByteProgress } from './byte-progress.ts';
import { downloadFile, remoteBytes } from './download.ts';
import type { GgufHeader } from './gguf-header.ts';
import type { ModelPart } from './model-source.ts';
import type { ModelStore } from './model-store.ts';
import { readHeader, unreadable } from './read-header.ts';

/** A model whose files are all here, and look like a model. */
export interface OpenedModel {
  readonly header: GgufHeader;
  readonly blobs: readonly Blob[];
}

/**
 * Brings the files of a model together, downloads those that are missing, and checks what they are.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function openModel(
  parts: readonly ModelPart[],
  store: ModelStore,
  {
    signal,
    onProgress,
  }: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: LoadProgress) => void;
  },
): Promise<OpenedModel> {
  const found = await Promise.all(parts.map((part) => here(part, store)));
  signal.throwIfAborted();
  const progress = new ByteProgress('download', onProgress);
  const missing = parts.filter((_, place) => found[place] === undefined);
  const hereBytes = found.reduce((bytes, blob) => bytes + (blob?.size ?? 0), 0);
  if (missing.length === 0) progress.totalBytes = hereBytes;
  progress.addHere(hereBytes);
  // One file says its length as it comes; of several the sum is asked for ahead.
  const ahead = missing.length > 1 ? await lengthsOf(missing, signal) : undefined;
  if (ahead !== undefined) progress.totalBytes = hereBytes + ahead;
  const blobs: Blob[] = [];
  for (const [place, part] of parts.entries()) {
    blobs.push(found[place] ?? (await download(part)));
  }
  try {
    return { header: await checked(parts, blobs), blobs };
  } catch (error) {
    // Else the next load would find in the store what it cannot use.
    await Promise.all(missing.map((part) => part.kind === 'address' && store.remove(part.url)));
    throw error;
  }

  async function download(part: ModelPart): Promise<Blob> {
    if (part.kind === 'blob') return part.blob;
    return await downloadFile({
      ...part,
      store,
      signal,
      onBytes: (bytes) => progress.addCame(bytes),
      onLength: (bytes) => {
        if (missing.length === 1) progress.totalBytes = hereBytes + bytes;
      },
    });
  }
}

/** A file that needs no download. */
export async function here(part: ModelPart, store: ModelStore): Promise<Blob | undefined> {
  return part.kind === 'blob' ? part.blob : await store.find(part.url);
}

/** `undefined` where a server does not say it; the download goes on without. */
async function lengthsOf(
  parts: readonly ModelPart[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const lengths = await Promise.allSettled(
    parts.map((part) => (part.kind === 'address' ? remoteBytes(part, signal) : 0)),
  );
  return lengths.reduce<number | undefined>(
    (sum, length) =>
      sum === undefined || length.status === 'rejected' ? undefined : sum + length.value,
    0,
  );
}

async function checked(parts: readonly ModelPart[], blobs: readonly Blob[]): Promise<GgufHeader> {
  const headers = await Promise.all(
    blobs.map((blob, place) => readHeader(blob, nameAt(parts, place))),
  );
  const [header] = headers;
  const name = nameAt(parts, 0);
  if (!header) throw unreadable(name, 'missing');
  if (header.architecture === 'clip') {
    throw unreadable(name, 'the part of a model that sees pictures, without the model itself');
  }
  if (header.fileCount !== blobs.length) {
    throw unreadable(name, `one of ${header.fileCount} files, and ${blobs.length} came`);
  }
  return header;
}

function nameAt(parts: readonly ModelPart[], place: number): string {
  return parts[place]?.name ?? 'The file';
}
