import { type Clock, systemClock } from '@agent-memory/core';
import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { ChatReply, LoadedEngine } from '@agent-memory/models';
import { EngineFailure, type LocalEngine } from '@agent-memory/models/local';
import { checkDevice } from '../device/check-device.ts';
import { needsOf } from '../model/device-needs.ts';
import type { ModelSettings } from '../worker/protocol.ts';
import { Rejection } from './rejection.ts';
import { WorkerLine } from './worker-line.ts';

/**
 * How long a request waits for one that was aborted before it and reads its context to the end, which
 * cannot be interrupted. Then the worker is ended, and another one answers.
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
  /** The line to a worker that has loaded the model. */
  #loadedLine: Promise<WorkerLine> | undefined;
  /** The request that the worker is busy with, whether anybody still waits for it or not. */
  #underWay: Promise<unknown> | undefined;

  constructor(parts: WebLlmEngineParts) {
    this.#parts = parts;
  }

  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  async load({ signal, onProgress }: Load): Promise<LoadedEngine> {
    throwIfAborted(signal);
    // Ahead of the worker, whose script is megabytes.
    await orAbort(checkDevice(needsOf(this.#parts.settings.model)), signal);
    try {
      const line = this.#begin();
      const loaded = await orAbort(this.#loadInto(line, onProgress), signal);
      this.#loadedLine = Promise.resolve(line);
      return loaded;
    } catch (error) {
      // web-llm cannot give up a load in all of its phases; what was downloaded is kept.
      this.close();
      throw error;
    }
  }

  async generate(...[request, { signal, onDelta }]: Generate): Promise<ChatReply> {
    throwIfAborted(signal);
    const line = await this.#freeLine(signal);
    let isOver = false;
    const answered = line.call({ kind: 'generate', request }, (news) => {
      if (news.kind === 'delta' && !isOver) onDelta(news.delta);
    });
    this.#noteUnderWay(answered);
    try {
      return (await orAbort(answered, signal)).reply;
    } catch (error) {
      if (this.#underWay !== undefined) line.interrupt();
      throw error;
    } finally {
      isOver = true;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#line?.end({ kind: 'unloaded' });
  }

  #begin(): WorkerLine {
    if (this.#isClosed) throw new EngineFailure({ kind: 'unloaded' });
    const line = new WorkerLine(this.#parts.createWorker);
    this.#line = line;
    line.lost.catch((error: unknown) => this.#lost.reject(error));
    return line;
  }

  async #loadInto(line: WorkerLine, onProgress: Load['onProgress']): Promise<LoadedEngine> {
    const { settings } = this.#parts;
    const { engine } = await line.call({ kind: 'load', settings }, (news) => {
      if (news.kind === 'progress') onProgress(news.progress);
    });
    return engine;
  }

  #noteUnderWay(answered: Promise<unknown>): void {
    const note = (): void => {
      if (this.#underWay === ended) this.#underWay = undefined;
    };
    const ended = answered.then(note, note);
    this.#underWay = ended;
  }

  /** The line to the worker when it is free; to another one, where it reads on for too long. */
  async #freeLine(signal: AbortSignal): Promise<WorkerLine> {
    if (!this.#loadedLine) throw new EngineFailure({ kind: 'unloaded' });
    const line = await orAbort(this.#loadedLine, signal);
    if (!this.#underWay || (await this.#hasEnded(this.#underWay, line, signal))) return line;
    this.#loadedLine = this.#restarted(line);
    return await orAbort(this.#loadedLine, signal);
  }

  async #hasEnded(
    underWay: Promise<unknown>,
    line: WorkerLine,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { clock = systemClock } = this.#parts;
    let stopTimer: (() => void) | undefined;
    const isLate = new Promise<false>((resolve) => {
      stopTimer = clock.startTimer?.(() => resolve(false), MOST_DRAIN_MS);
    });
    const hasEnded = underWay.then(() => true);
    try {
      return await orAbort(Promise.race([hasEnded, isLate, line.lost]), signal);
    } finally {
      stopTimer?.();
    }
  }

  /** It goes on whoever waits for it, since no request finds an engine without it. */
  async #restarted(line: WorkerLine): Promise<WorkerLine> {
    line.end({ kind: 'unloaded' });
    this.#underWay = undefined;
    try {
      const fresh = this.#begin();
      await this.#loadInto(fresh, () => undefined);
      return fresh;
    } catch (error) {
      this.#lost.reject(error);
      throw error;
    }
  }
}
