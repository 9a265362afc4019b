/** For packages that bring an engine. Types that an app needs stand in the main door. */
export { createLocalModel, type LocalModelParts } from './local/create-local-model.ts';
export type {
  EngineRequest,
  LocalEngine,
  LocalModelFiles,
} from './local/engine.ts';
export { EngineFailure } from './local/engine-failure.ts';
export { LOCAL_MODEL_OPTIONS } from './local/local-options.ts';
export { checkRoom } from './local/storage-room.ts';
