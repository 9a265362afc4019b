import type { AbortSignalLike } from '@agent-memory/core';
import { callListener, orAbort, SharedStart } from '@agent-memory/core/internal';
import type { LoadedEngine, LoadProgress, LocalEngine } from './engine.ts';
import { type LoadLimits, watchLoad } from './watch-load.ts';

/** An engine that is loaded. */
export interface HeldEngine {
  readonly engine: LocalEngine;
  readonly loaded: LoadedEngine;
}

type OnProgress = (progress: LoadProgress) => void;

/**
 * Holds one engine at most: started once for all who need it, closed when nobody waits for its start
 * any more, and started anew after it was lost.
 */
export class EngineHolder {
  readonly #createEngine: () => LocalEngine | Promise<LocalEngine>;
  readonly #onLost: (error: unknown) => void;
  readonly #limits: LoadLimits;
  readonly #listeners: Set<OnProgress>;
  readonly #start = new SharedStart(
    (signal: AbortSignal) => this.#begin(signal),
    () => new AbortController(),
  );
  #held: HeldEngine | undefined;

  constructor(hooks: {
    readonly createEngine: () => LocalEngine | Promise<LocalEngine>;
    readonly onProgress: OnProgress;
    /** Hears that the engine it holds ended by itself. */
    readonly onLost: (error: unknown) => void;
    readonly limits: LoadLimits;
  }) {
    this.#createEngine = hooks.createEngine;
    this.#onLost = hooks.onLost;
    this.#limits = hooks.limits;
    this.#listeners = new Set([hooks.onProgress]);
  }

  get held(): HeldEngine | undefined {
    return this.#held;
  }

  /** @throws what the engine failed with; the signal's reason when it aborts. */
  async join(signal?: AbortSignalLike, onProgress?: OnProgress): Promise<HeldEngine> {
    if (onProgress) this.#listeners.add(onProgress);
    try {
      return await this.#start.join(signal);
    } finally {
      if (onProgress) this.#listeners.delete(onProgress);
    }
  }

  /** Closes the engine, or ends its start with this reason. */
  drop(reason?: unknown): void {
    this.#held?.engine.close();
    this.#held = undefined;
    this.#start.reset(reason);
  }

  async #begin(given: AbortSignal): Promise<HeldEngine> {
    // The engine's own signal: a load that gives no sign ends it too.
    const end = new AbortController();
    const signal = AbortSignal.any([given, end.signal]);
    const tell: OnProgress = (progress) => {
      if (signal.aborted) return;
      for (const listener of this.#listeners) callListener(() => listener(progress));
    };
    const watch = watchLoad(this.#limits, {
      onStall: tell,
      onSilent: (error) => end.abort(error),
    });
    const onProgress: OnProgress = (progress) => {
      if (!signal.aborted) watch.heard(progress);
      tell(progress);
    };
    let engine: LocalEngine | undefined;
    try {
      engine = await orAbort(Promise.resolve(this.#createEngine()), signal);
      const loading = Promise.race([engine.load({ signal, onProgress }), engine.lost]);
      const loaded = await orAbort(loading, signal);
      const held = { engine, loaded };
      this.#held = held;
      engine.lost.catch((error: unknown) => this.#lose(held, error));
      return held;
    } catch (error) {
      engine?.close();
      throw error;
    } finally {
      watch.stop();
    }
  }

  #lose(held: HeldEngine, error: unknown): void {
    if (this.#held !== held) return;
    this.drop(error);
    this.#onLost(error);
  }
}
