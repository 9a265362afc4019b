import { orAbort } from '@agent-memory/core/internal';
import { proxy, WorkerConnection } from '@agent-memory/models/device';
import type { ModelSettings } from '../files/model-source.ts';
import type { EmbedCalls, EmbedEngine } from './embed-engine.ts';

/** Holds the model in a worker. @throws EngineFailure if the worker cannot be made. */
export function workerEngine(settings: ModelSettings, createWorker: () => Worker): EmbedEngine {
  const connection = new WorkerConnection<EmbedCalls>(createWorker);
  return {
    lost: connection.lost,
    load: ({ signal, mayDownload, onProgress }) =>
      orAbort(
        connection.ask((worker) => worker.load(mayDownload, proxy(onProgress), settings)),
        signal,
      ),
    embed: (text) => connection.ask((worker) => worker.embed(text)),
    close: () => connection.close(),
  };
}
