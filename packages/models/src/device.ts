/** For packages that bring an engine or another driver. Types that an app needs stand in the main entry point. */

export { proxy } from 'comlink';
export { below } from './address/base-url.ts';
export { ByteProgress } from './device/files/byte-progress.ts';
export {
  bytesOf,
  type FetchedFile,
  type FetchOptions,
  fetchFiles,
  fingerprint,
  jsonOf,
} from './device/files/fetch-files.ts';
export {
  cacheStore,
  type FileStore,
  folderStore,
  MEMORY_STORE,
} from './device/files/file-store.ts';
export { measureFiles } from './device/files/measure-files.ts';
export {
  downloadFailed,
  foundInstead,
  type ModelFile,
  type RemoteFile,
  unreadable,
} from './device/files/model-file.ts';
export { Rejection } from './device/worker/rejection.ts';
export { serveWorker } from './device/worker/serve-worker.ts';
export { WorkerConnection } from './device/worker/worker-connection.ts';
export { askJson } from './endpoint/ask-json.ts';
export { ENDPOINT_OPTIONS, endpointOf } from './endpoint/endpoint.ts';
export { EngineFailure } from './errors/engine-failure.ts';
export { createLocalModel } from './local/create-local-model.ts';
export type {
  EngineRequest,
  LocalEngine,
  LocalModelFiles,
} from './local/engine.ts';
export { EngineHolder } from './local/engine-holder.ts';
export { LOCAL_MODEL_OPTIONS } from './local/local-options.ts';
