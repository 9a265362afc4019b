import { type Clock, systemClock } from '@agent-memory/core';
import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import { EngineFailure, type LocalEngine } from '@agent-memory/models/local';
import { checkDevice } from '../device/check-device.ts';
import { needsOf } from '../model/device-needs.ts';
import type { ModelSettings } from '../worker/protocol.ts';
import { Rejection } from './rejection.ts';
import { WorkerLine } from './worker-line.ts';

/**
 * How long a request waits for one that was aborted before it and reads its context to the end, which
 * cannot be interrupted. Then the engine is ended.
 */
export const MOST_DRAIN_MS = 30_000;

/** The parts of an engine. */
export interface WebLlmEngineParts {
  readonly settings: ModelSettings;
  readonly createWorker: () => Worker;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

type Load = Parameters<LocalEngine['load']>[0];
type Generate = Parameters<LocalEngine['generate']>;

/** web-llm in a worker, as the port that a local model is made of. */
export class WebLlmEngine implements LocalEngine {
  readonly #parts: WebLlmEngineParts;
  readonly #lost = new Rejection();
  #line: WorkerLine | undefined;
  #isClosed = false;
  /** Settles when the worker has ended the request before. */
  #underWay: Promise<unknown> = Promise.resolve();
  #isUnderWay = false;

  constructor(parts: WebLlmEngineParts) {
    this.#parts = parts;
  }

  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  async load({ signal, onProgress }: Load) {
    throwIfAborted(signal);
    const { settings, createWorker } = this.#parts;
    // Ahead of the worker, whose script is megabytes.
    await orAbort(checkDevice(needsOf(settings.model)), signal);
    if (this.#isClosed) throw new EngineFailure({ kind: 'unloaded' });
    const line = new WorkerLine(createWorker);
    this.#line = line;
    line.lost.catch((error: unknown) => this.#lost.reject(error));
    try {
      const loaded = line.call({ kind: 'load', settings }, (news) => {
        if (news.kind === 'progress') onProgress(news.progress);
      });
      return (await orAbort(loaded, signal)).engine;
    } catch (error) {
      // web-llm cannot give up a load in all of its phases; what was downloaded is kept.
      this.close();
      throw error;
    }
  }

  async generate(...[request, { signal, onDelta }]: Generate) {
    throwIfAborted(signal);
    const line = this.#line;
    if (!line) throw new EngineFailure({ kind: 'unloaded' });
    await this.#drained(line, signal);
    let isOver = false;
    const answered = line.call({ kind: 'generate', request }, (news) => {
      if (news.kind === 'delta' && !isOver) onDelta(news.delta);
    });
    this.#noteUnderWay(answered);
    try {
      return (await orAbort(answered, signal)).reply;
    } catch (error) {
      if (this.#isUnderWay) line.interrupt();
      throw error;
    } finally {
      isOver = true;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#line?.end({ kind: 'unloaded' });
    this.#line = undefined;
  }

  #noteUnderWay(answered: Promise<unknown>): void {
    this.#isUnderWay = true;
    const note = (): void => {
      this.#isUnderWay = false;
    };
    this.#underWay = answered.then(note, note);
  }

  /** Waits until the worker is free. */
  async #drained(line: WorkerLine, signal: AbortSignal): Promise<void> {
    if (!this.#isUnderWay) return;
    const { clock = systemClock } = this.#parts;
    const failure = { kind: 'silent', timeoutMs: MOST_DRAIN_MS } as const;
    const stopTimer = clock.startTimer?.(() => line.lose(failure), MOST_DRAIN_MS);
    try {
      await orAbort(Promise.race([this.#underWay, line.lost]), signal);
    } finally {
      stopTimer?.();
    }
  }
}
