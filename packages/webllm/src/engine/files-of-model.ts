import { orAbort } from '@agent-memory/core/internal';
import type { LocalModelSize } from '@agent-memory/models';
import {
  cacheStore,
  MEMORY_STORE,
  measureFiles,
  WorkerConnection,
} from '@agent-memory/models/device';
import { checkDevice, checkStorage } from '../device/check-device.ts';
import { readContents, removeFiles } from '../files/model-contents.ts';
import { firstFiles } from '../files/model-files.ts';
import { needsOf } from '../model/device-needs.ts';
import type { WebLlmModel } from '../model/model-record.ts';
import type { WebLlmCalls } from '../worker/web-llm-calls.ts';

/** A model, and how a worker is made that knows web-llm's list. */
interface Listed {
  readonly model: string | WebLlmModel;
  readonly createWorker: () => Worker;
}

/**
 * The size of all files, and of those that are missing here. It reads the configuration and the list of
 * weights, which are not kept for it, and asks for the length of the rest.
 *
 * @throws EngineFailure; the signal's reason when it aborts.
 */
export async function sizeOf(listed: Listed, signal: AbortSignal): Promise<LocalModelSize> {
  await checkDevice(needsOf(listed.model));
  const record = await orAbort(recordOf(listed), signal);
  const store = cacheStore();
  const { config, weightList } = firstFiles(record);
  const onProgress = (): void => undefined;
  const { shards, library, others } = await readContents(record, {
    store: { ...MEMORY_STORE, find: store.find },
    signal,
    mayDownload: true,
    onProgress,
  });
  return measureFiles([config, weightList, library, ...others, ...shards], { store, signal });
}

export async function clear(listed: Listed): Promise<void> {
  await removeFiles(await recordOf(listed), 'all');
}

/** web-llm's list is a part of web-llm, so a worker of the moment looks it up. */
async function recordOf({ model, createWorker }: Listed): Promise<WebLlmModel> {
  checkStorage();
  if (typeof model !== 'string') return model;
  const connection = new WorkerConnection<WebLlmCalls>(createWorker);
  try {
    return await connection.ask((worker) => worker.find(model));
  } finally {
    connection.close();
  }
}
