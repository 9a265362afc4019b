import type { AbortSignalLike } from '@agent-memory/core';
import { callListener, orAbort, throwIfAborted } from '@agent-memory/core/internal';
import { EngineFailure } from '../errors/engine-failure.ts';
import type { LoadProgress } from './engine.ts';
import { type LoadLimits, watchLoad } from './watch-load.ts';

/** The part of an engine that its holder needs. */
export interface HoldableEngine<Loaded> {
  load(options: {
    readonly signal: AbortSignal;
    readonly mayDownload: boolean;
    readonly onProgress: OnProgress;
  }): Promise<Loaded>;
  readonly lost: Promise<never>;
  close(): void;
}

/** An engine that is loaded. */
export interface HeldEngine<Loaded, Engine> {
  readonly engine: Engine;
  readonly loaded: Loaded;
}

type OnProgress = (progress: LoadProgress) => void;

/** How a start is waited for, or begun where there is none. */
export interface JoinOptions {
  /** Whether a start that is begun now may download. */
  readonly mayDownload: boolean;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Holds one engine at most: started once for all who need it, closed when nobody waits for its start
 * any more, and started again after it was lost.
 */
export class EngineHolder<Loaded, Engine extends HoldableEngine<Loaded>> {
  readonly #createEngine: () => Engine | Promise<Engine>;
  readonly #onLost: (error: unknown) => void;
  readonly #limits: LoadLimits;
  readonly #listeners: Set<OnProgress>;
  readonly #start = new SharedStart((signal) => this.#begin(signal));
  #held: HeldEngine<Loaded, Engine> | undefined;
  /** Whether a start that is begun next may download, and the one that goes on. */
  #mayBegin = false;
  #starting: { readonly mayDownload: boolean } | undefined;

  constructor(hooks: {
    readonly createEngine: () => Engine | Promise<Engine>;
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

  get held(): HeldEngine<Loaded, Engine> | undefined {
    return this.#held;
  }

  /**
   * The engine, loaded. A start that may not download ends where it would have to; one who may have it
   * then begins another.
   *
   * @throws what the engine failed with; the signal's reason when it aborts.
   */
  async join(
    signal: AbortSignalLike | undefined,
    { mayDownload, onProgress }: JoinOptions,
  ): Promise<HeldEngine<Loaded, Engine>> {
    this.#mayBegin = mayDownload;
    const isJoinedUnallowed = this.#starting?.mayDownload === false;
    if (onProgress) this.#listeners.add(onProgress);
    try {
      return await this.#start.join(signal);
    } catch (error) {
      const isRefused =
        error instanceof EngineFailure && error.failure.kind === 'download-not-allowed';
      if (!isRefused || !mayDownload || !isJoinedUnallowed) throw error;
      return await this.join(signal, { mayDownload, onProgress });
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

  async #begin(given: AbortSignal): Promise<HeldEngine<Loaded, Engine>> {
    const starting = { mayDownload: this.#mayBegin };
    this.#starting = starting;
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
    let engine: Engine | undefined;
    try {
      engine = await orAbort(Promise.resolve(this.#createEngine()), signal);
      const loading = Promise.race([engine.load({ ...starting, signal, onProgress }), engine.lost]);
      const loaded = await orAbort(loading, signal);
      const held = { engine, loaded };
      this.#held = held;
      engine.lost.catch((error: unknown) => this.#lose(held, error));
      return held;
    } catch (error) {
      engine?.close();
      throw error;
    } finally {
      if (this.#starting === starting) this.#starting = undefined;
      watch.stop();
    }
  }

  #lose(held: HeldEngine<Loaded, Engine>, error: unknown): void {
    if (this.#held !== held) return;
    this.drop(error);
    this.#onLost(error);
  }
}

interface Start<Value> {
  readonly controller: AbortController;
  readonly promise: Promise<Value>;
  waiting: number;
  isOver: boolean;
}

/**
 * Starts something once for all who need it.
 *
 * - Anyone who comes while it starts, or after, shares the one start.
 * - It is ended when the last one who waits for it has gone by an abort.
 * - A start that failed or was ended is forgotten: the next one who comes starts again.
 */
export class SharedStart<Value> {
  readonly #begin: (signal: AbortSignal) => Promise<Value>;
  #start: Start<Value> | undefined;

  constructor(begin: (signal: AbortSignal) => Promise<Value>) {
    this.#begin = begin;
  }

  /** @throws what the start failed with; the signal's reason when it aborts. */
  async join(signal?: AbortSignalLike): Promise<Value> {
    throwIfAborted(signal);
    this.#start ??= this.#started();
    const start = this.#start;
    start.waiting += 1;
    try {
      return await orAbort(start.promise, signal);
    } finally {
      start.waiting -= 1;
      if (!start.isOver && start.waiting === 0) this.#end(start, signal?.reason);
    }
  }

  /** Forgets what was started, and ends it where it still starts. */
  reset(reason?: unknown): void {
    if (this.#start) this.#end(this.#start, reason);
  }

  #started(): Start<Value> {
    const controller = new AbortController();
    const promise = this.#begin(controller.signal);
    const start = { controller, promise, waiting: 0, isOver: false };
    const forget = (): void => this.#end(start, undefined);
    // Ahead of those who wait: one of them may try again at once.
    promise.then(() => {
      start.isOver = true;
    }, forget);
    return start;
  }

  #end(start: Start<Value>, reason: unknown): void {
    if (this.#start === start) this.#start = undefined;
    start.isOver = true;
    start.controller.abort(reason);
  }
}
