import { Failed } from '../errors/failed.ts';
import { modelCache, NO_CACHE } from '../files/model-cache.ts';
import { type FilesProgress, readModelFiles } from '../files/read-model-files.ts';
import { type OnnxModel, startModel } from '../model/onnx-model.ts';
import type { Engine, LoadListeners } from './engine.ts';

/** Often enough for a bar that moves, and no flood of messages. */
const PROGRESS_STEP_BYTES = 250_000;

/** Holds the model on the thread that it is called on: that of the worker, or Node's own. */
export function localEngine(): Engine {
  let model: OnnxModel | undefined;
  return {
    async load(settings, listeners, signal) {
      const cache = settings.isCached ? modelCache(listeners.onDegradation) : NO_CACHE;
      const { source, modelFile } = settings;
      const onProgress = inSteps(listeners);
      const files = await readModelFiles({ source, modelFile, cache, onProgress, signal });
      listeners.onProgress({ phase: 'start' });
      const started = await startModel(files, settings);
      await files.keep();
      signal.throwIfAborted();
      model = started;
      const { id, version, dimension, maxTokens } = started;
      const { totalBytes, isFromCache } = files;
      return { id, version, dimension, maxTokens, totalBytes, isFromCache };
    },
    async embed(text, purpose) {
      if (model) return await model.embed(text, purpose);
      throw new Failed({ kind: 'disposed' });
    },
    isLost: () => false,
    close() {
      // Nobody waits for the end of it, and what could not be freed goes with the thread.
      model?.release().catch(() => undefined);
      model = undefined;
    },
  };
}

function inSteps({ onProgress }: LoadListeners): (progress: FilesProgress) => void {
  let lastBytes = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const { loadedBytes, totalBytes } = progress;
    if (loadedBytes - lastBytes < PROGRESS_STEP_BYTES && loadedBytes !== totalBytes) return;
    lastBytes = loadedBytes;
    onProgress({ phase: 'files', ...progress });
  };
}
