import type { WebLlmModel } from '../model/model-record.ts';
import { removeBelow, removeFile } from './file-cache.ts';
import { baseOf, firstFiles } from './model-files.ts';

const SMALL_FILES = ['tensor-cache.json', 'tokenizer.json', 'tokenizer.model'];

/**
 * Takes all files of a model out of the browser's storage, by address: also those of an older list of
 * weights, which web-llm's own deletion would leave, and without a network, which it needs.
 */
export async function clearModel(record: WebLlmModel): Promise<void> {
  const base = baseOf(record);
  await removeBelow('webllm/model', base);
  await removeBelow('webllm/config', base);
  await removeFile(firstFiles(record).library);
}

/**
 * Takes all but the weights out of the browser's storage, so that the next load asks for it anew: files
 * that cannot be read would else come back with each load.
 */
export async function forgetSmallFiles(record: WebLlmModel): Promise<void> {
  const base = baseOf(record);
  await removeBelow('webllm/config', base);
  for (const name of SMALL_FILES) await removeBelow('webllm/model', new URL(name, base).href);
  await removeFile(firstFiles(record).library);
}
