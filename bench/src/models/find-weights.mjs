// @ts-check
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../cli/usage-error.mjs';

/**
 * A model that a part of the benchmark needs.
 *
 * @typedef {'smollm2-135m-instruct' | 'webllm-tiny' | 'all-minilm-l6-v2'} ModelName
 */

/** The files by which a model's folder is known. @type {Readonly<Record<ModelName, string>>} */
const FILES = {
  'smollm2-135m-instruct': 'smollm2-135m-instruct.q4_1.gguf',
  'webllm-tiny': 'lib.wasm',
  'all-minilm-l6-v2': 'reference.json',
};

/**
 * The folder of the models, and which of them are there.
 *
 * @typedef {object} Weights
 * @property {string} folder
 * @property {ReadonlySet<ModelName>} present
 * @property {readonly ModelName[]} absent
 */

/**
 * Looks for the models: below `--weights`, or below `models` of `AGENT_MEMORY_DATA`.
 *
 * @param {string | undefined} given absolute path
 * @returns {Promise<Weights>}
 */
export async function findWeights(given) {
  const data = process.env.AGENT_MEMORY_DATA ?? path.resolve('..', 'shared', 'data');
  const folder = given ?? path.join(data, 'models');
  const names = /** @type {ModelName[]} */ (Object.keys(FILES));
  /** @type {Set<ModelName>} */
  const present = new Set();
  for (const name of names) {
    const found = await stat(path.join(folder, name, FILES[name])).catch(() => undefined);
    if (found?.isFile()) present.add(name);
  }
  if (present.size === 0) {
    throw new UsageError(
      `There is no model in ${folder}: name the folder that has ${names.join(', ')} with --weights, or set AGENT_MEMORY_DATA.`,
    );
  }
  return { folder, present, absent: names.filter((name) => !present.has(name)) };
}
