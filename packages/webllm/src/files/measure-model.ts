import type { LocalModelSize } from '@agent-memory/models';
import { EngineFailure } from '@agent-memory/models/local';
import type { WebLlmModel } from '../model/model-record.ts';
import { jsonIn } from './check-content.ts';
import { fetchFile, readWhole } from './fetch-file.ts';
import { keptFile, keptUrls } from './file-cache.ts';
import { baseOf, firstFiles, type ModelFile, shardsOf, tokenizerFile } from './model-files.ts';

/**
 * The size of all files, and of those that are missing here. It reads the configuration and the list of
 * weights, and asks for the length of the rest. A file whose length the server does not say counts
 * nothing; that can be the tokenizer or the library, never weights.
 *
 * @throws EngineFailure
 */
export async function measureModel(record: WebLlmModel): Promise<LocalModelSize> {
  const base = baseOf(record);
  const { config, weightList, library, manifest } = firstFiles(record);
  // Nobody aborts it: it is a few small answers.
  const { signal: never } = new AbortController();
  const [readConfig, readList] = await Promise.all([
    readSmall(config, never),
    readSmall(weightList, never),
  ]);
  const shards = shardsOf(jsonIn(readList.bytes), base);
  if (!shards) {
    const problem = `${weightList.name} is no list of weights.`;
    throw new EngineFailure({ kind: 'files-unreadable', problem });
  }
  const tokenizer = tokenizerFile(jsonIn(readConfig.bytes), base);
  const others = [library, tokenizer, manifest].filter((file) => file !== undefined);
  const kept = await keptUrls('webllm/model');
  const measured: readonly Measured[] = [
    ...[readConfig, readList].map(({ bytes, isHere }) => ({ bytes: bytes.byteLength, isHere })),
    ...(await Promise.all(others.map((file) => lengthOf(file, never)))),
    ...shards.map(({ bytes, url }) => ({ bytes, isHere: kept.has(url) })),
  ];
  return {
    totalBytes: sumOf(measured),
    downloadBytes: sumOf(measured.filter(({ isHere }) => !isHere)),
  };
}

interface Measured {
  readonly bytes: number;
  /** Whether nothing of it has to be downloaded. */
  readonly isHere: boolean;
}

async function readSmall(file: ModelFile, never: AbortSignal) {
  const kept = await keptFile(file);
  const response = kept ?? (await fetchFile(file, never));
  return { bytes: await readWhole(file, response, never), isHere: kept !== undefined };
}

async function lengthOf(file: ModelFile, never: AbortSignal): Promise<Measured> {
  const kept = await keptFile(file);
  if (kept) return { bytes: (await kept.blob()).size, isHere: true };
  const { headers } = await fetchFile(file, never, 'HEAD');
  return { bytes: Number(headers.get('content-length') ?? 0), isHere: false };
}

function sumOf(files: readonly Measured[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
