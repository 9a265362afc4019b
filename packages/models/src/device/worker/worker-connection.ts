import { errorText, threads } from '@agent-memory/core/internal';
import { type Remote, releaseProxy, wrap } from 'comlink';
import { EngineFailure } from '../../errors/engine-failure.ts';
import type { LocalFailure } from '../../errors/local-failure.ts';
import { Rejection } from './rejection.ts';
import type { EngineCalls, Outcome, ServedCalls } from './serve-worker.ts';

/**
 * The connection to one worker of an engine.
 *
 * - A worker that ends is noticed, however it ended: by its own fault, killed, or for lack of memory.
 * - After its end nothing of it is heard any more; what was asked, and what is asked then, rejects.
 */
export class WorkerConnection<Calls extends EngineCalls> {
  /** Rejects with EngineFailure when the worker ends by itself. */
  readonly lost: Promise<never>;
  readonly #lost = new Rejection();
  readonly #ended = new Rejection();
  readonly #worker: Worker;
  readonly #remote: Remote<ServedCalls<Calls>>;
  /** Nothing is answered ahead of the lock: the end of the worker would go unnoticed. */
  readonly #watched: Promise<void>;
  #stopWatching: (() => void) | undefined;
  #isEnded = false;

  /** @throws EngineFailure of kind `device-unsupported` if the page may not make the worker. */
  constructor(createWorker: () => Worker) {
    this.lost = this.#lost.promise;
    this.#worker = made(createWorker, (problem) => this.#lose(problem));
    this.#remote = wrap<ServedCalls<Calls>>(this.#worker);
    this.#watched = this.#remote.holdLife().then(
      (lock) => lock !== undefined && this.#watch(lock),
      () => undefined,
    ) as Promise<void>;
  }

  /** Whether it has ended, by itself or by `close`. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The outcome of a call. @throws EngineFailure */
  async ask<Value>(
    call: (remote: Remote<ServedCalls<Calls>>) => Promise<Outcome<Value>>,
  ): Promise<Value> {
    const ended = this.#ended.promise;
    const answered = this.#isEnded ? ended : sent(() => call(this.#remote));
    const outcome = await Promise.race([answered, ended]);
    await Promise.race([this.#watched, ended]);
    if (outcome.kind === 'value') return outcome.value;
    throw new EngineFailure(outcome.failure);
  }

  /** Ends the worker for a reason that nobody on the page gave. */
  lose(failure: LocalFailure): void {
    if (this.#isEnded) return;
    this.#lost.reject(new EngineFailure(failure));
    this.close(failure);
  }

  /** Ends the worker; what is under way rejects with the failure. */
  close(failure: LocalFailure = { kind: 'unloaded' }): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopWatching?.();
    this.#remote[releaseProxy]();
    this.#worker.terminate();
    this.#ended.reject(new EngineFailure(failure));
  }

  #lose(problem: string): void {
    this.lose({ kind: 'engine-lost', problem });
  }

  /** A worker that is killed gives no event, but lets go of its lock. */
  #watch(lock: string): void {
    this.#stopWatching = threads.onLifeLockFreed(lock, () => this.#lose('Its worker ended.'));
    if (this.#isEnded) this.#stopWatching();
  }
}

/** A content security policy or Trusted Types refuse a worker so. */
function made(createWorker: () => Worker, onTrouble: (problem: string) => void): Worker {
  try {
    return threads.startWorker(createWorker, onTrouble);
  } catch (error) {
    const problem = `The page may not start its worker: ${errorText(error)}`;
    throw new EngineFailure({ kind: 'device-unsupported', problem }, { cause: error });
  }
}

async function sent<Value>(call: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  try {
    return await call();
  } catch (error) {
    const problem = `The request could not be sent to the worker: ${errorText(error)}`;
    throw new EngineFailure({ kind: 'run-failed', problem }, { cause: error });
  }
}
