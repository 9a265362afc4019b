import { EngineFailure } from '@agent-memory/models/local';
import { type GgufHeader, readGgufHeader } from './gguf-header.ts';

/** Holds the metadata of a model with a vocabulary of usual length. */
const FIRST_BYTES = 2 ** 20;
/** No header is as long: vocabularies of 250,000 tokens take 10 MB. */
const MOST_BYTES = 2 ** 26;

/** Reads as much of the file as its metadata takes. @throws EngineFailure if it is no GGUF model. */
export async function readHeader(blob: Blob, name: string): Promise<GgufHeader> {
  for (let length = FIRST_BYTES; ; length *= 2) {
    const reading = readGgufHeader(new Uint8Array(await blob.slice(0, length).arrayBuffer()));
    if (reading.kind === 'header') return reading.header;
    if (reading.kind === 'unreadable') throw unreadable(name, reading.found);
    if (length >= blob.size || length >= MOST_BYTES)
      throw unreadable(name, 'a part of a GGUF file');
  }
}

export function unreadable(name: string, found: string): EngineFailure {
  return new EngineFailure({ kind: 'files-unreadable', problem: `${name} is ${found}.` });
}
