import type { LocalModelSize } from '@agent-memory/models';
import type { WebLlmModel } from '../model/model-record.ts';
import { fetchFile, readWhole, toldLength } from './fetch-file.ts';
import { keptFile, keptUrls } from './file-cache.ts';
import { readContents } from './model-contents.ts';
import type { ModelFile } from './model-files.ts';

interface Measured {
  readonly bytes: number;
  /** Whether nothing of it has to be downloaded. */
  readonly isHere: boolean;
}

/**
 * The size of all files, and of those that are missing here. It reads the configuration and the list of
 * weights, and asks for the length of the rest. A file whose length the server does not say counts
 * nothing; that can be the tokenizer or the library, never weights.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function measureModel(
  record: WebLlmModel,
  signal: AbortSignal,
): Promise<LocalModelSize> {
  const measured: Measured[] = [];
  const { shards, library, others } = await readContents(record, async (file) => {
    const kept = await keptFile(file);
    const bytes = await readWhole(file, kept ?? (await fetchFile(file, signal)), { signal });
    measured.push({ bytes: bytes.byteLength, isHere: kept !== undefined });
    return bytes;
  });
  const kept = await keptUrls('webllm/model');
  measured.push(...(await Promise.all([library, ...others].map((file) => lengthOf(file, signal)))));
  measured.push(...shards.map(({ bytes, url }) => ({ bytes, isHere: kept.has(url) })));
  return {
    totalBytes: sumOf(measured),
    downloadBytes: sumOf(measured.filter(({ isHere }) => !isHere)),
  };
}

async function lengthOf(file: ModelFile, signal: AbortSignal): Promise<Measured> {
  const kept = await keptFile(file);
  if (kept) return { bytes: (await kept.blob()).size, isHere: true };
  return { bytes: await toldLength(file, signal), isHere: false };
}

function sumOf(files: readonly Measured[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
