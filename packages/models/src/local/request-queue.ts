import type { AbortSignalLike } from '@agent-memory/core';
import { throwIfAborted } from '@agent-memory/core/internal';
import type { ChatRequest } from '../chat/chat-model.ts';
import type { LocalModelStatus } from './local-model.ts';

type Urgency = NonNullable<ChatRequest['urgency']>;

/** Work that is given up by its signal, and may be started over afterwards. */
export type Work<Result> = (signal: AbortSignal) => Promise<Result>;

interface Job {
  readonly urgency: Urgency;
  /** Whether its caller has been answered; one that makes way may be aborted before it is back in its place. */
  isOver: boolean;
  /** Settles the caller's promise; rejects only with `GIVEN_WAY`. */
  run(signal: AbortSignal): Promise<void>;
  fail(error: unknown): void;
}

/** The reason with which a request of the background makes way. */
const GIVEN_WAY = new Error('A request of the user goes first.');

/**
 * Answers one request at a time.
 *
 * - Requests of the user come first, each kind in its order.
 * - A request of the background that is under way makes way for one of the user, and starts over
 *   behind it.
 * - A request that is aborted ends at once. The next one begins when the engine has let go of it.
 */
export class RequestQueue {
  readonly #onChange: () => void;
  readonly #waiting: Job[] = [];
  #running: { readonly job: Job; readonly controller: AbortController } | undefined;

  /** @param onChange hears that other requests wait or are answered. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get waiting(): LocalModelStatus['waiting'] {
    const user = this.#waiting.filter(({ urgency }) => urgency === 'user').length;
    return { user, background: this.#waiting.length - user };
  }

  /** Whether nothing is answered and nothing waits. */
  get isIdle(): boolean {
    return this.#running === undefined && this.#waiting.length === 0;
  }

  /** @throws what the work throws; the signal's reason when it aborts. */
  async add<Result>(
    work: Work<Result>,
    urgency: Urgency,
    signal?: AbortSignalLike,
  ): Promise<Result> {
    throwIfAborted(signal);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        signal?.removeEventListener('abort', abort);
        job.isOver = true;
        const place = this.#waiting.indexOf(job);
        if (place >= 0) this.#waiting.splice(place, 1);
        this.#onChange();
      };
      const job: Job = {
        urgency,
        isOver: false,
        run: async (given) => {
          try {
            const result = await work(given);
            end();
            resolve(result);
          } catch (error) {
            if (given.reason === GIVEN_WAY) throw GIVEN_WAY;
            job.fail(error);
          }
        },
        fail: (error) => {
          end();
          reject(error);
        },
      };
      const abort = (): void => {
        const reason = signal?.reason ?? new Error('The operation was aborted.');
        if (this.#running?.job === job) this.#running.controller.abort(reason);
        job.fail(reason);
      };
      signal?.addEventListener('abort', abort);
      this.#waiting.push(job);
      this.#onChange();
      this.#advance(urgency);
    });
  }

  /** Ends all requests with this error, the one under way included. */
  failAll(error: unknown): void {
    const { job, controller } = this.#running ?? {};
    controller?.abort(error);
    for (const each of [...(job ? [job] : []), ...this.#waiting]) each.fail(error);
  }

  /** Begins the next request, or has one of the background make way for one of the user. */
  #advance(urgency: Urgency): void {
    if (this.#running === undefined) void this.#run();
    else if (urgency === 'user' && this.#running.job.urgency === 'background') {
      this.#running.controller.abort(GIVEN_WAY);
    }
  }

  async #run(): Promise<void> {
    for (let job = this.#next(); job; job = this.#next()) {
      const controller = new AbortController();
      this.#running = { job, controller };
      this.#onChange();
      const hasGivenWay = await job.run(controller.signal).then(
        () => false,
        () => true,
      );
      this.#running = undefined;
      // Ahead of others of the background: it has waited longest.
      if (hasGivenWay && !job.isOver) this.#waiting.unshift(job);
      this.#onChange();
    }
  }

  #next(): Job | undefined {
    const first = this.#waiting.findIndex(({ urgency }) => urgency === 'user');
    return this.#waiting.splice(Math.max(first, 0), 1)[0];
  }
}
