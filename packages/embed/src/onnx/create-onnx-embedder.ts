import { type SignalOption, systemClock } from '@agent-memory/core';
import {
  type KnownNames,
  orAbort,
  refuseUnknown,
  throwIfAborted,
} from '@agent-memory/core/internal';
import type { Embedder, EmbeddingModel, EmbedOptions } from '@agent-memory/long-term';
import { type LoadOptions, LocalModelError, type LocalModelSize } from '@agent-memory/models';
import { EngineFailure, EngineHolder } from '@agent-memory/models/device';
import { createEngine } from '../engine/create-engine.ts';
import type { EmbedEngine, LoadedModel } from '../engine/embed-engine.ts';
import { MODEL_FILE, type ModelSettings } from '../files/model-source.ts';
import { EmbedQueue } from '../queue/embed-queue.ts';
import { checkEmbedCall } from '../vectors/check-embed-call.ts';
import { type OnnxEmbedderOptions, type Prefixes, settingsOf } from './onnx-options.ts';

const LOAD = { signal: true, onProgress: true } as const satisfies KnownNames<LoadOptions>;
const SIGNAL = { signal: true } as const satisfies KnownNames<SignalOption>;

/** An embedder whose model runs in a worker of this page. */
export interface OnnxEmbedder extends Embedder {
  /** `undefined` until the model was loaded: its version is made of its files [RET-7]. */
  readonly model: EmbeddingModel | undefined;
  /**
   * The model's weight, and how much of it would be downloaded. Its server is asked for lengths alone.
   * @throws LocalModelError; the signal's reason when it aborts.
   */
  size(options?: SignalOption): Promise<LocalModelSize>;
  /**
   * Downloads and starts the model; the call is the consent to the download [MOD-2]. Calls share one
   * load, which ends when the last of them is aborted.
   * @throws LocalModelError; the signal's reason when it aborts.
   */
  load(options?: LoadOptions): Promise<LoadedModel>;
  /** Takes the model's files out of the browser's cache; a model that is loaded stays so. */
  clearCache(): Promise<void>;
  /** Ends the worker and frees the model; calls that wait, and later ones, reject. */
  dispose(): void;
}

/**
 * Runs a sentence model of the BERT family on ONNX Runtime, in a worker. Nothing is downloaded before
 * `load` [MOD-2]. Before that `embed` takes what is on this device. Texts are embedded one by one, and
 * queries come first: a query waits for one text at most, however long the backlog is.
 *
 * A worker that ends fails the call that it was busy with; the next one starts another. Where there is
 * no `Worker` at all (Node), the model runs on the thread that calls it, and the notes of the load say so.
 *
 * @throws InvalidOptionError naming the option. Its calls throw LocalModelError, and the signal's reason
 *   when it aborts.
 *
 * @example
 * const local = createOnnxEmbedder({ model: '/models/all-minilm-l6-v2/' });
 * const { downloadBytes } = await local.size();
 * if (confirm(`Download ${Math.ceil(downloadBytes / 1e6)} MB?`)) await local.load();
 * const [vector] = await local.embed(['Where does Ada live now?'], { purpose: 'query' });
 */
export function createOnnxEmbedder(options: OnnxEmbedderOptions): OnnxEmbedder {
  return new HostedEmbedder(settingsOf(options), options);
}

/** How long a load, and a download in it, may give no sign. */
const START_TIMEOUT_MS = 600_000;
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** Families whose models were trained with prefixes, by the names that they give themselves. */
const NEEDS_PREFIXES = /(?:^|[^a-z])e5(?:[^a-z]|$)|nomic-embed/i;
const BARE =
  'This model was trained with a text before each query and passage, and finds less without: give `prefixes`.';

class HostedEmbedder implements OnnxEmbedder {
  readonly #settings: ModelSettings;
  readonly #prefixes: Prefixes | undefined;
  readonly #name: string;
  readonly #holder: EngineHolder<LoadedModel, EmbedEngine>;
  readonly #queue: EmbedQueue;
  #isAllowed = false;
  #model: EmbeddingModel | undefined;
  #isDisposed = false;

  constructor(settings: ModelSettings, { worker, prefixes }: OnnxEmbedderOptions) {
    const { source } = settings;
    this.#settings = settings;
    this.#prefixes = prefixes;
    this.#name = source.kind === 'address' ? source.baseUrl : MODEL_FILE;
    this.#holder = new EngineHolder({
      createEngine: () => createEngine(settings, worker),
      onProgress: () => undefined,
      onLost: () => undefined,
      limits: {
        name: this.#name,
        clock: systemClock,
        timeoutMs: START_TIMEOUT_MS,
        downloadTimeoutMs: DOWNLOAD_TIMEOUT_MS,
      },
    });
    this.#queue = new EmbedQueue((text) =>
      this.#saying(async () => (await this.#ready()).engine.embed(text)),
    );
  }

  get model(): EmbeddingModel | undefined {
    return this.#model;
  }

  async size(call: SignalOption = {}): Promise<LocalModelSize> {
    refuseUnknown(call, SIGNAL, 'size');
    this.#checkOpen();
    throwIfAborted(call.signal);
    return await this.#saying(async () => {
      const { sizeOf } = await import('../files/files-of-model.ts');
      return await orAbort(sizeOf(this.#settings), call.signal);
    });
  }

  async load(call: LoadOptions = {}): Promise<LoadedModel> {
    refuseUnknown(call, LOAD, 'load');
    this.#checkOpen();
    this.#isAllowed = true;
    try {
      const { loaded } = await this.#saying(() => this.#ready(call));
      const isBare = this.#prefixes === undefined && NEEDS_PREFIXES.test(loaded.id);
      return { ...loaded, ...this.#model, notes: [...loaded.notes, ...(isBare ? [BARE] : [])] };
    } catch (error) {
      this.#isAllowed = false;
      throw error;
    }
  }

  async embed(texts: readonly string[], call: EmbedOptions): Promise<readonly Float32Array[]> {
    checkEmbedCall(texts, call);
    this.#checkOpen();
    const { purpose, signal } = call;
    throwIfAborted(signal);
    if (texts.length === 0) return [];
    await this.#saying(() => this.#ready({ ...(signal && { signal }) }));
    this.#checkOpen();
    const prefix = this.#prefixes?.[purpose] ?? '';
    const whole = texts.map((text) => prefix + text);
    return await this.#queue.add(whole, purpose, signal);
  }

  async clearCache(): Promise<void> {
    this.#isAllowed = false;
    const { clear } = await import('../files/files-of-model.ts');
    await clear(this.#settings);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#queue.failAll(this.#errorOf({ kind: 'disposed' }));
    this.#holder.drop(new EngineFailure({ kind: 'disposed' }));
  }

  async #ready({ signal, onProgress }: LoadOptions = {}) {
    const held = await this.#holder.join(signal, { mayDownload: this.#isAllowed, onProgress });
    const { id, version } = held.loaded;
    // PERSISTED: vectors with other prefixes are another model's [RET-7].
    const prefixes =
      this.#prefixes && JSON.stringify([this.#prefixes.query, this.#prefixes.passage]);
    this.#model = { id, version: prefixes === undefined ? version : `${version} ${prefixes}` };
    return held;
  }

  /** The work's outcome; its failures as what a caller catches. */
  async #saying<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof EngineFailure ? this.#errorOf(error.failure) : error;
    }
  }

  #errorOf(failure: EngineFailure['failure']): LocalModelError {
    return new LocalModelError(failure, { model: this.#name });
  }

  #checkOpen(): void {
    if (this.#isDisposed) throw this.#errorOf({ kind: 'disposed' });
  }
}
