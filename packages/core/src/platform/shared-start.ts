import { type AbortSignalLike, orAbort, throwIfAborted } from './abort.ts';

/** An `AbortController` of the platform, or what does the same. */
interface Controller<Signal> {
  readonly signal: Signal;
  abort(reason?: unknown): void;
}

interface Start<Value> {
  readonly controller: Controller<unknown>;
  readonly promise: Promise<Value>;
  waiting: number;
  isOver: boolean;
}

/**
 * Starts something once for all who need it.
 *
 * - Whoever comes while it starts, or after, shares the one start.
 * - It is ended when the last one who waits for it has gone by an abort.
 * - A start that failed or was ended is forgotten: the next one who comes starts anew.
 */
export class SharedStart<Value, Signal extends AbortSignalLike> {
  readonly #begin: (signal: Signal) => Promise<Value>;
  readonly #createController: () => Controller<Signal>;
  #start: Start<Value> | undefined;

  constructor(
    begin: (signal: Signal) => Promise<Value>,
    createController: () => Controller<Signal>,
  ) {
    this.#begin = begin;
    this.#createController = createController;
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
    const controller = this.#createController();
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
