import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const { AGENT_MEMORY_DATA = '../shared/data' } = process.env;

/** The folder of the tiny model that web-llm runs, which is not part of this repository. */
const FOLDER = path.resolve(AGENT_MEMORY_DATA, 'models/webllm-tiny');

const FILES = [
  'lib.wasm',
  'resolve/main/mlc-chat-config.json',
  'resolve/main/params_shard_0.bin',
  'resolve/main/tensor-cache.json',
  'resolve/main/tokenizer.json',
] as const;

export const hasTinyModel = FILES.every((file) => existsSync(path.join(FOLDER, file)));

/** Stands in the name of tests that need the model, so that a run without it says why it skips them. */
export const NEEDS_TINY_MODEL = hasTinyModel
  ? 'with the tiny model'
  : `skipped: no model in ${FOLDER} (AGENT_MEMORY_DATA)`;

/** One file of the model; `undefined` where it has none of this name. */
export function tinyModelFile(name: string): Uint8Array | undefined {
  return FILES.some((file) => file === name) ? readFileSync(path.join(FOLDER, name)) : undefined;
}
