import type { SignalOption } from '@agent-memory/core';
import {
  callListener,
  type KnownNames,
  orAbort,
  refuseUnknown,
  throwIfAborted,
} from '@agent-memory/core/internal';
import type { Embedder, EmbeddingModel, EmbedOptions } from '@agent-memory/long-term';
import type { EmbedderDegradation } from '../errors/degradation.ts';
import { EmbedderError } from '../errors/embedder-error.ts';
import { Failed } from '../errors/failed.ts';
import { type ModelSize, measureFiles } from '../files/measure-files.ts';
import { type ModelCache, modelCache, NO_CACHE } from '../files/model-cache.ts';
import { filesOf, placeOf } from '../files/model-source.ts';
import type { ModelSettings } from '../model/settings.ts';
import { EmbedQueue } from '../queue/embed-queue.ts';
import { checkEmbedCall } from '../vectors/check-embed-call.ts';
import { createEngine } from '../worker/create-engine.ts';
import type { LoadedModel, LoadProgress } from '../worker/engine.ts';
import { ModelHost } from '../worker/model-host.ts';
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
 * const { downloadBytes } = await local.size();
 * if (confirm(`Download ${Math.ceil(downloadBytes / 1e6)} MB?`)) await local.load();
 * const [vector] = await local.embed(['Where does Ada live now?'], { purpose: 'query' });
 */
export function createOnnxEmbedder(options: OnnxEmbedderOptions): OnnxEmbedder {
  const settings = settingsOf(options);
  const onDegradation = (degradation: EmbedderDegradation): void =>
    callListener(() => options.onDegradation?.(degradation));
  const host = new ModelHost({
    settings,
    createEngine: () => createEngine(options.worker, onDegradation),
    onProgress: options.onProgress,
    onDegradation,
  });
  const cache = settings.isCached ? modelCache(onDegradation) : NO_CACHE;
  const files = new FilesOfModel(settings, cache);
  return new HostedEmbedder(host, files, options.id);
}

/** The files of a model, as far as the page has to do with them. */
class FilesOfModel {
  readonly #settings: ModelSettings;
  readonly #cache: ModelCache;

  constructor(settings: ModelSettings, cache: ModelCache) {
    this.#settings = settings;
    this.#cache = cache;
  }

  measure(): Promise<ModelSize> {
    const { source, modelFile } = this.#settings;
    return measureFiles(source, modelFile, this.#cache);
  }

  async removeKept(): Promise<void> {
    const { source, modelFile } = this.#settings;
    if (source.kind !== 'address') return;
    for (const file of filesOf(modelFile)) await this.#cache.remove(placeOf(source, file));
  }
}

class HostedEmbedder implements OnnxEmbedder {
  readonly #host: ModelHost;
  readonly #files: FilesOfModel;
  readonly #id: string | undefined;
  readonly #queue: EmbedQueue;
  #model: EmbeddingModel | undefined;
  #isDisposed = false;

  constructor(host: ModelHost, files: FilesOfModel, id: string | undefined) {
    this.#host = host;
    this.#files = files;
    this.#id = id;
    this.#queue = new EmbedQueue((text, purpose) => saying(host.embed(text, purpose)));
  }

  get model(): EmbeddingModel | undefined {
    return this.#model;
  }

  async size(call: SignalOption = {}): Promise<ModelSize> {
    refuseUnknown(call, SIGNAL, 'size');
    this.#checkOpen();
    throwIfAborted(call.signal);
    return await orAbort(saying(this.#files.measure()), call.signal);
  }

  async load(call: LoadOptions = {}): Promise<LoadedModel> {
    refuseUnknown(call, LOAD, 'load');
    this.#checkOpen();
    const loaded = await saying(this.#host.load(call.signal, call.onProgress));
    const { id, version } = loaded;
    this.#model = { id: this.#id ?? id, version };
    return loaded;
  }

  async embed(texts: readonly string[], call: EmbedOptions): Promise<readonly Float32Array[]> {
    checkEmbedCall(texts, call);
    this.#checkOpen();
    const { purpose, signal } = call;
    throwIfAborted(signal);
    if (texts.length === 0) return [];
    await this.load(signal ? { signal } : {});
    this.#checkOpen();
    return await this.#queue.add(texts, purpose, signal);
  }

  clearCache(): Promise<void> {
    return this.#files.removeKept();
  }

  dispose(): void {
    this.#isDisposed = true;
    const error = new EmbedderError({ kind: 'disposed' });
    this.#queue.failAll(error);
    this.#host.close(error);
  }

  #checkOpen(): void {
    if (this.#isDisposed) throw new EmbedderError({ kind: 'disposed' });
  }
}

/** The work's outcome; its failures, which are data, as what a caller catches. */
async function saying<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Failed ? new EmbedderError(error.failure) : error;
  }
}
