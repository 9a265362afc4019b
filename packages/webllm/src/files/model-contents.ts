import { EngineFailure } from '@agent-memory/models/local';
import type { WebLlmModel } from '../model/model-record.ts';
import { jsonIn } from './check-content.ts';
import {
  baseOf,
  firstFiles,
  type ModelFile,
  type Shard,
  shardsOf,
  tokenizerFile,
} from './model-files.ts';

/** All files of a model, as its configuration and its list of weights name them. */
export interface ModelContents {
  /** `mlc-chat-config.json`. */
  readonly config: unknown;
  readonly shards: readonly Shard[];
  readonly library: ModelFile;
  /** Tokenizer, and the manifest where there is one. */
  readonly others: readonly ModelFile[];
}

/**
 * Reads the two files that name the others.
 *
 * @throws EngineFailure of kind `files-unreadable` if they do not; what `read` throws.
 */
export async function readContents(
  record: WebLlmModel,
  read: (file: ModelFile) => Promise<ArrayBuffer>,
): Promise<ModelContents> {
  const base = baseOf(record);
  const { config: configFile, weightList, library, manifest } = firstFiles(record);
  const [configBytes, listBytes] = await Promise.all([read(configFile), read(weightList)]);
  const config = jsonIn(configBytes);
  const tokenizer = tokenizerFile(config, base);
  if (!tokenizer) throw unreadable(`${configFile.name} names no tokenizer that web-llm reads.`);
  const shards = shardsOf(jsonIn(listBytes), base);
  if (!shards) throw unreadable(`${weightList.name} is no list of weights.`);
  return { config, shards, library, others: manifest ? [tokenizer, manifest] : [tokenizer] };
}

/** Bytes of some files of weights together. */
export function weightBytes(shards: readonly Shard[]): number {
  return shards.reduce((sum, { bytes }) => sum + bytes, 0);
}

function unreadable(problem: string): EngineFailure {
  return new EngineFailure({ kind: 'files-unreadable', problem });
}
