import { cacheStore, EngineFailure, fetchFiles, Rejection } from '@agent-memory/models/device';
import { filesAt, type ModelSettings } from '../files/model-source.ts';
import { type OnnxModel, startModel } from '../model/onnx-model.ts';
import type { EmbedEngine } from './embed-engine.ts';

/** Holds the model on the thread that it is called on: that of the worker, or Node's own. */
export function localEngine(settings: ModelSettings): EmbedEngine {
  let model: OnnxModel | undefined;
  return {
    lost: new Rejection().promise,
    async load({ signal, mayDownload, onProgress }) {
      const notes = new Set<string>();
      const onUnusable = (problem: string): unknown =>
        notes.add(`The model's files are not kept, and are downloaded with each load: ${problem}`);
      const store = cacheStore(onUnusable);
      const parts = await filesAt(settings);
      const files = await fetchFiles(parts, {
        store,
        signal,
        mayDownload,
        onProgress,
        isHashed: true,
      });
      onProgress({ phase: 'start' });
      try {
        model = await startModel(files, settings);
      } catch (error) {
        // Else the next load would find in the store what it cannot use.
        for (const { file } of files) if ('url' in file) await store.remove(file);
        throw error;
      }
      signal.throwIfAborted();
      const { id, version, dimension, maxTokens } = model;
      return {
        ...{ id, version, dimension, maxTokens },
        totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        isFromCache: files.every(({ file, wasHere }) => wasHere && 'url' in file),
        notes: [...notes],
      };
    },
    async embed(text) {
      if (model) return await model.embed(text);
      throw new EngineFailure({ kind: 'unloaded' });
    },
    close() {
      // Nobody waits for the end of it, and what could not be freed goes with the thread.
      model?.release().catch(() => undefined);
      model = undefined;
    },
  };
}
