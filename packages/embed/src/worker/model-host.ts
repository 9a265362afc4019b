import type { AbortSignalLike } from '@agent-memory/core';
import { callListener, SharedStart } from '@agent-memory/core/internal';
import type { EmbedOptions } from '@agent-memory/long-term';
import type { ReportDegradation } from '../errors/degradation.ts';
import type { ModelSettings } from '../model/settings.ts';
import type { Engine, LoadedModel, LoadProgress } from './engine.ts';

/** Hears how far a load is. */
export type OnProgress = (progress: LoadProgress) => void;

/** All that a host needs to start its model. */
interface Hosting {
  readonly settings: ModelSettings;
  readonly createEngine: () => Promise<Engine>;
  /** Hears of every load. */
  readonly onProgress: OnProgress | undefined;
  readonly onDegradation: ReportDegradation;
}

/**
 * Holds one model, on whatever thread.
 *
 * - It is started when somebody needs it, once for all who do, and again after its thread was lost.
 * - A start that nobody waits for any more is ended, and its thread with it.
 */
export class ModelHost {
  readonly #hosting: Hosting;
  readonly #listeners: Set<OnProgress>;
  readonly #start = new SharedStart(
    (signal: AbortSignal) => this.#begin(signal),
    () => new AbortController(),
  );
  #engine: Engine | undefined;

  constructor(hosting: Hosting) {
    this.#hosting = hosting;
    this.#listeners = new Set(hosting.onProgress ? [hosting.onProgress] : []);
  }

  /** @throws Failed; the signal's reason when it aborts. */
  async load(signal?: AbortSignalLike, onProgress?: OnProgress): Promise<LoadedModel> {
    if (onProgress) this.#listeners.add(onProgress);
    try {
      return (await this.#ready(signal)).loaded;
    } finally {
      if (onProgress) this.#listeners.delete(onProgress);
    }
  }

  /** @throws Failed */
  async embed(text: string, purpose: EmbedOptions['purpose']): Promise<Float32Array> {
    const { engine } = await this.#ready();
    return await engine.embed(text, purpose);
  }

  /** Ends the model, or its start with this reason. */
  close(reason?: unknown): void {
    this.#engine?.close();
    this.#engine = undefined;
    this.#start.reset(reason);
  }

  async #ready(signal?: AbortSignalLike) {
    if (this.#engine?.isLost()) this.close();
    return await this.#start.join(signal);
  }

  async #begin(signal: AbortSignal) {
    const { settings, createEngine, onDegradation } = this.#hosting;
    const engine = await createEngine();
    try {
      signal.throwIfAborted();
      const onProgress: OnProgress = (progress) => this.#tell(progress);
      const loaded = await engine.load(settings, { onProgress, onDegradation }, signal);
      signal.throwIfAborted();
      this.#engine = engine;
      return { engine, loaded };
    } catch (error) {
      // A download that nobody waits for ends with its thread.
      engine.close();
      throw error;
    }
  }

  #tell(progress: LoadProgress): void {
    for (const listener of this.#listeners) callListener(() => listener(progress));
  }
}
