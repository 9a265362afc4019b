import type { WebLlmModel } from '../model/model-record.ts';
import { removeBelow, removeFile } from './file-cache.ts';
import { baseOf, firstFiles } from './model-files.ts';

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
