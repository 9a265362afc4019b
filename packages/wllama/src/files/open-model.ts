import type { LoadProgress } from '@agent-memory/models';
import {
  type FileStore,
  fetchFiles,
  type ModelFile,
  unreadable,
} from '@agent-memory/models/device';
import { type GgufHeader, readGgufHeader } from './gguf-header.ts';

/** A model whose files are all here, and look like a model. */
export interface OpenedModel {
  readonly header: GgufHeader;
  readonly blobs: readonly Blob[];
}

/**
 * Brings the files of a model together and reads what they are. Files that came and are no model are not
 * kept.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function openModel(
  parts: readonly ModelFile[],
  options: {
    readonly store: FileStore;
    readonly signal: AbortSignal;
    readonly mayDownload: boolean;
    readonly onProgress: (progress: LoadProgress) => void;
  },
): Promise<OpenedModel> {
  const files = await fetchFiles(parts, options);
  const blobs = await Promise.all(files.map(({ read }) => read()));
  try {
    return { header: await checked(parts, blobs), blobs };
  } catch (error) {
    for (const { file, wasHere } of files) {
      if (!wasHere && 'url' in file) await options.store.remove(file);
    }
    throw error;
  }
}

async function checked(parts: readonly ModelFile[], blobs: readonly Blob[]): Promise<GgufHeader> {
  const nameAt = (place: number): string => parts[place]?.name ?? 'The file';
  const headers = await Promise.all(blobs.map((blob, place) => readHeader(blob, nameAt(place))));
  const [header] = headers;
  if (!header) throw unreadable(nameAt(0), 'missing');
  if (header.architecture === 'clip') {
    throw unreadable(nameAt(0), 'the part of a model that sees pictures, without the model itself');
  }
  if (header.fileCount !== blobs.length) {
    throw unreadable(nameAt(0), `one of ${header.fileCount} files, and ${blobs.length} came`);
  }
  return header;
}

/** Holds the metadata of a model with a vocabulary of usual length. */
const FIRST_BYTES = 2 ** 20;
/** No header is as long: vocabularies of 250,000 tokens take 10 MB. */
const MOST_BYTES = 2 ** 26;

/** Reads as much of the file as its metadata takes. @throws EngineFailure if it is no GGUF model. */
async function readHeader(blob: Blob, name: string): Promise<GgufHeader> {
  for (let length = FIRST_BYTES; ; length *= 2) {
    const reading = readGgufHeader(new Uint8Array(await blob.slice(0, length).arrayBuffer()));
    if (reading.kind === 'header') return reading.header;
    if (reading.kind === 'unreadable') throw unreadable(name, reading.found);
    if (length >= blob.size || length >= MOST_BYTES)
      throw unreadable(name, 'a part of a GGUF file');
  }
}
