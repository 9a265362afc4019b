import {
  cacheStore,
  EngineFailure,
  type FetchOptions,
  fetchFiles,
  jsonOf,
  type RemoteFile,
} from '@agent-memory/models/device';
import type { WebLlmModel } from '../model/model-record.ts';
import { baseOf, CACHE_NAMES, firstFiles, shardsOf, tokenizerFile } from './model-files.ts';

/** All files of a model, as its configuration and its list of weights name them. */
export interface ModelContents {
  /** `mlc-chat-config.json`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly shards: readonly RemoteFile[];
  readonly library: RemoteFile;
  /** Tokenizer, and the manifest where there is one. */
  readonly others: readonly RemoteFile[];
}

/**
 * Reads the two files that name the others; they are downloaded where they are missing.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function readContents(
  record: WebLlmModel,
  options: FetchOptions,
): Promise<ModelContents> {
  const base = baseOf(record);
  const { config: configFile, weightList, library, manifest } = firstFiles(record);
  const [config, list] = await Promise.all(
    (await fetchFiles([configFile, weightList], options)).map(jsonOf),
  );
  const tokenizer = tokenizerFile(config, base);
  if (!config || !tokenizer) {
    throw unreadable(`${configFile.name} names no tokenizer that web-llm reads.`);
  }
  const shards = shardsOf(list, base);
  if (!shards) throw unreadable(`${weightList.name} is no list of weights.`);
  return { config, shards, library, others: manifest ? [tokenizer, manifest] : [tokenizer] };
}

/** Bytes of some files of weights together. */
export function weightBytes(shards: readonly RemoteFile[]): number {
  return shards.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

const SMALL_FILES = ['tensor-cache.json', 'tokenizer.json', 'tokenizer.model'];

/**
 * Takes the files of a model out of the browser's storage, by address: also those of an older list of
 * weights, which web-llm's own deletion would leave, and without a network, which it needs.
 *
 * @param what - `small`: all but the weights, which the next load then asks for anew.
 */
export async function removeFiles(record: WebLlmModel, what: 'all' | 'small'): Promise<void> {
  const base = baseOf(record);
  const small = SMALL_FILES.map((name) => new URL(name, base).href);
  for (const name of CACHE_NAMES) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).filter(({ url }) => url.startsWith(base));
    const isMeant = ({ url }: Request): boolean =>
      what === 'all' || name !== 'webllm/model' || small.includes(url);
    await Promise.all(kept.filter(isMeant).map((request) => cache.delete(request)));
  }
  await cacheStore().remove(firstFiles(record).library);
}

function unreadable(problem: string): EngineFailure {
  return new EngineFailure({ kind: 'files-unreadable', problem });
}
