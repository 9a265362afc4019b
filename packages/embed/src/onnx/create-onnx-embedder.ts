import type { AbortSignalLike, SignalOption } from '@agent-memory/core';
import {
  callListener,
  type KnownNames,
  orAbort,
  refuseUnknown,
  throwIfAborted,
} from '@agent-memory/core/internal';
import type { Embedder, EmbeddingModel } from '@agent-memory/long-term';
import type { EmbedderDegradation, ReportDegradation } from '../errors/degradation.ts';
import { EmbedderError } from '../errors/embedder-error.ts';
import { Failed } from '../errors/failed.ts';
import { type ModelSize, measureFiles } from '../files/measure-files.ts';
import { modelCache, NO_CACHE } from '../files/model-cache.ts';
import { filesOf, placeOf } from '../files/model-source.ts';
import { EmbedQueue } from '../queue/embed-queue.ts';
import { SharedStart } from '../queue/shared-start.ts';
import { checkEmbedCall } from '../vectors/check-embed-call.ts';
import type { Engine, LoadedModel, LoadProgress } from '../worker/engine.ts';
import { workerEngine } from '../worker/worker-engine.ts';
import { type OnnxEmbedderOptions, settingsOf } from './onnx-options.ts';

/** Settings of one load. */
export interface LoadOptions extends SignalOption {
  /** Hears how far this load is. Default: nobody. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

const LOAD = { signal: true, onProgress: true } as const satisfies KnownNames<LoadOptions>;
const SIGNAL = { signal: true } as const satisfies KnownNames<SignalOption>;

/** An embedder whose model runs in a worker of this page. */
export interface OnnxEmbedder extends Embedder {
  /** `undefined` until the model was loaded: its version is made of its files [RET-7]. */
  readonly model: EmbeddingModel | undefined;
  /** Asks what the model weighs, and downloads nothing. @throws EmbedderError; the signal's reason */
  size(options?: SignalOption): Promise<ModelSize>;
  /**
   * Downloads and starts the model; `embed` does it too. Calls share one load, which ends when the
   * last of them is aborted.
   *
   * @throws EmbedderError; the signal's reason when it aborts.
   */
  load(options?: LoadOptions): Promise<LoadedModel>;
  /** Takes the model's files out of the browser's cache; a model that is loaded stays so. */
  clearCache(): Promise<void>;
  /** Ends the worker and frees the model; calls that wait, and later ones, reject. */
  dispose(): void;
}

interface Started {
  readonly engine: Engine;
  readonly loaded: LoadedModel;
}

/**
 * Runs a sentence model of the BERT family on ONNX Runtime, in a worker. Nothing is downloaded or
 * started before the first `load` or `embed` [MOD-2]. Texts are embedded one by one, and queries come
 * first: a query waits for one text at most, however long the backlog is.
 *
 * A worker that ends fails the call that it was busy with; the next one starts another. Where there is
 * no `Worker` at all (Node), the model runs on the thread that calls it, and `EMBEDDER_ON_PAGE` says so.
 *
 * @throws InvalidOptionError naming the option. Its calls throw EmbedderError, and the signal's reason
 *   when it aborts.
 *
 * @example
 * const local = createOnnxEmbedder({ model: '/models/all-minilm-l6-v2/' });
 * const { downloadBytes = 0 } = await local.size();
 * if (confirm(`Download ${Math.ceil(downloadBytes / 1e6)} MB?`)) await local.load();
 * const [vector] = await local.embed(['Where does Ada live now?'], { purpose: 'query' });
 */
export function createOnnxEmbedder(options: OnnxEmbedderOptions): OnnxEmbedder {
  const settings = settingsOf(options);
  const report = (degradation: EmbedderDegradation): void =>
    callListener(() => options.onDegradation?.(degradation));
  const cache = settings.isCached ? modelCache(report) : NO_CACHE;
  const listeners = new Set(options.onProgress ? [options.onProgress] : []);
  let model: EmbeddingModel | undefined;
  let current: Engine | undefined;
  let isDisposed = false;

  const started = new SharedStart<Started>(async (signal) => {
    const engine = await engineOf(options, report);
    try {
      signal.throwIfAborted();
      const onProgress = (progress: LoadProgress): void => {
        for (const listener of listeners) callListener(() => listener(progress));
      };
      const loaded = await engine.load(settings, { onProgress, onDegradation: report }, signal);
      signal.throwIfAborted();
      current = engine;
      model = { id: options.id ?? loaded.id, version: loaded.version };
      return { engine, loaded };
    } catch (error) {
      // A download that nobody waits for ends with its thread.
      engine.close();
      throw error;
    }
  });

  const ready = async (signal?: AbortSignalLike): Promise<Started> => {
    if (current?.isLost()) forget();
    return await started.join(signal);
  };

  const forget = (reason?: unknown): void => {
    current?.close();
    current = undefined;
    started.reset(reason);
  };

  const queue = new EmbedQueue((text, purpose) =>
    speaking(async () => (await ready()).engine.embed(text, purpose)),
  );

  const checkOpen = (): void => {
    if (isDisposed) throw new EmbedderError({ kind: 'disposed' });
  };

  return {
    get model() {
      return model;
    },
    async size(call = {}) {
      refuseUnknown(call, SIGNAL, 'size');
      checkOpen();
      throwIfAborted(call.signal);
      const { source, modelFile } = settings;
      return await orAbort(
        speaking(() => measureFiles(source, modelFile, cache)),
        call.signal,
      );
    },
    async load(call = {}) {
      refuseUnknown(call, LOAD, 'load');
      checkOpen();
      const { onProgress, signal } = call;
      if (onProgress) listeners.add(onProgress);
      try {
        return (await speaking(() => ready(signal))).loaded;
      } finally {
        if (onProgress) listeners.delete(onProgress);
      }
    },
    async embed(texts, call) {
      checkEmbedCall(texts, call);
      checkOpen();
      const { purpose, signal } = call;
      throwIfAborted(signal);
      if (texts.length === 0) return [];
      await speaking(() => ready(signal));
      checkOpen();
      return await queue.add(texts, purpose, signal);
    },
    async clearCache() {
      if (settings.source.kind !== 'address') return;
      for (const file of filesOf(settings.modelFile)) {
        await cache.remove(placeOf(settings.source, file));
      }
    },
    dispose() {
      isDisposed = true;
      const error = new EmbedderError({ kind: 'disposed' });
      queue.failAll(error);
      forget(error);
    },
  };
}

async function engineOf(
  { worker }: OnnxEmbedderOptions,
  report: ReportDegradation,
): Promise<Engine> {
  if (worker) return workerEngine(worker);
  if (typeof Worker !== 'undefined') return workerEngine(ownWorker);
  report({
    code: 'EMBEDDER_ON_PAGE',
    message:
      'There is no Worker here, so the model runs on the thread that calls it, which stands still meanwhile.',
  });
  const { localEngine } = await import('../worker/local-engine.ts');
  return localEngine();
}

function ownWorker(): Worker {
  // Bundlers find the worker by this very form; the compiled package has the file under this name.
  return new Worker(new URL('../worker/embed-worker.js', import.meta.url), {
    type: 'module',
    name: 'agent-memory-embed',
  });
}

/** Runs work whose failures are data, and throws them as what a caller catches. */
async function speaking<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failed ? new EmbedderError(error.failure) : error;
  }
}
