import type { RemoteFile } from '@agent-memory/models/device';
import type { WebLlmModel } from '../model/model-record.ts';

/** PERSISTED by web-llm: the caches that it looks for its files in. */
export const CACHE_NAMES = ['webllm/config', 'webllm/model', 'webllm/wasm'] as const;

/** The files that every model has, and that say which others there are. */
export interface FirstFiles {
  readonly config: RemoteFile;
  readonly weightList: RemoteFile;
  readonly library: RemoteFile;
  /** Only where the record names one. */
  readonly manifest: RemoteFile | undefined;
}

/** The address below which the files lie, as web-llm makes it of a record's. */
export function baseOf({ model }: WebLlmModel): string {
  const folder = model.endsWith('/') ? model : `${model}/`;
  return new URL(/.+\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`).href;
}

export function firstFiles(record: WebLlmModel): FirstFiles {
  const base = baseOf(record);
  const { model_manifest: manifest, model_lib: library } = record;
  const name = new URL(library).pathname.split('/').at(-1) ?? library;
  return {
    config: jsonFile('mlc-chat-config.json', base, 'webllm/config'),
    weightList: jsonFile('tensor-cache.json', base, 'webllm/model'),
    library: { name, url: library, cache: 'webllm/wasm', content: 'wasm' },
    manifest: manifest === undefined ? undefined : jsonFile(manifest, base, 'webllm/config'),
  };
}

/** The tokenizer that web-llm takes; `undefined` where the configuration names none that it can read. */
export function tokenizerFile(config: unknown, base: string): RemoteFile | undefined {
  const { tokenizer_files: names } = objectOf(config);
  if (!Array.isArray(names)) return undefined;
  if (names.includes('tokenizer.json')) return jsonFile('tokenizer.json', base, 'webllm/model');
  if (names.includes('tokenizer.model')) return bytesFile('tokenizer.model', base);
  return undefined;
}

/** The files of weights in web-llm's list of them; `undefined` where it is no such list. */
export function shardsOf(weightList: unknown, base: string): readonly RemoteFile[] | undefined {
  const { records } = objectOf(weightList);
  if (!Array.isArray(records)) return undefined;
  const shards = records.map((record: unknown) => shardOf(objectOf(record), base));
  return shards.every((shard) => shard !== undefined) ? shards : undefined;
}

function shardOf(record: Readonly<Record<string, unknown>>, base: string): RemoteFile | undefined {
  const { dataPath, nbytes } = record;
  const isShard = typeof dataPath === 'string' && typeof nbytes === 'number' && nbytes >= 0;
  return isShard ? { ...bytesFile(dataPath, base), bytes: nbytes } : undefined;
}

function jsonFile(name: string, base: string, cache: (typeof CACHE_NAMES)[number]): RemoteFile {
  return { name, url: new URL(name, base).href, cache, content: 'json' };
}

function bytesFile(name: string, base: string): RemoteFile {
  return { name, url: new URL(name, base).href, cache: 'webllm/model', content: 'bytes' };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  // Each field of it is looked at before it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
