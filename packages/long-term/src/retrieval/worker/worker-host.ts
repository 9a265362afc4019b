import { type Clock, systemClock } from '@agent-memory/core';
import { threads } from '@agent-memory/core/internal';
import { releaseProxy, transfer, wrap } from 'comlink';
import { type EngineHost, WorkerEndedError } from './engine-host.ts';

/** All that the page asks of the worker. */
export interface WorkerCalls extends EngineHost {
  /** Takes the lock by which the page notices that the worker ended; nothing where there are none. */
  holdLife(): Promise<string | undefined>;
}

/** An engine in a worker, and how its worker is ended. */
interface WorkerHost {
  readonly host: EngineHost;
  readonly release: () => void;
  /** Rejects when the worker ends by itself. */
  readonly ended: Promise<never>;
}

/** The part of a worker that is needed. */
type EngineWorker = Pick<
  Worker,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'
>;

/**
 * Calls an engine in a worker. A worker that ends, or answers nothing any more, fails what waits for
 * it and what comes.
 *
 * @throws WorkerEndedError by each call of such a worker.
 */
export function createWorkerHost(createWorker: () => EngineWorker, clock: Clock): WorkerHost {
  const { ended, end } = anEnd(() => {
    worker.terminate();
    watch.end();
    stopWatching?.();
  });
  const worker = threads.startWorker(createWorker, end);
  const remote = wrap<WorkerCalls>(worker);
  const watch = new LifeWatch({ ping: () => remote.count(undefined), onDeath: end }, clock);
  // A worker that is terminated, or closes itself, tells nobody: its lock does. One that hangs does not
  // let go of it, and is noticed by the watch.
  let stopWatching: (() => void) | undefined;
  const watched = remote.holdLife().then(
    (lock) => {
      if (lock !== undefined)
        stopWatching = threads.onLifeLockFreed(lock, () => end('It ended by itself.'));
    },
    () => undefined,
  );
  const reached = <Answer>(call: () => Promise<Answer>) =>
    watch.during(() => Promise.race([call(), ended]));
  return {
    ended,
    host: {
      // The bytes move instead of being copied: copying as many would hold up the page.
      open: (settings, segments) =>
        reached(async () => {
          const moved = transfer(segments, [...segments.values()]);
          const problems = await remote.open(settings, moved);
          // No work begins before the lock: the end of the worker would show by its silence alone.
          await watched;
          return problems;
        }),
      add: (documents) => reached(() => remote.add(documents)),
      remove: (ids) => reached(() => remote.remove(ids)),
      search: (query) => reached(() => remote.search(query)),
      ids: () => reached(() => remote.ids()),
      count: (model) => reached(() => remote.count(model)),
      withoutVector: (model, most) => reached(() => remote.withoutVector(model, most)),
      setVectors: (model, vectors) => reached(() => remote.setVectors(model, vectors)),
      retireOthers: (model) => reached(() => remote.retireOthers(model)),
      takeChanges: () => reached(() => remote.takeChanges()),
      takeAll: () => reached(() => remote.takeAll()),
    },
    release() {
      watch.end();
      stopWatching?.();
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** A promise that only ever rejects, and may do so unheard. */
function anEnd(onEnd: () => void): {
  readonly ended: Promise<never>;
  readonly end: (problem: string) => void;
} {
  let reject: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_, fail) => {
    reject = fail;
  });
  ended.catch(() => undefined);
  const end = (problem: string) => {
    onEnd();
    reject(new WorkerEndedError(problem));
  };
  return { ended, end };
}

const TICK_MS = 1000;
/** Ticks without a sign of life after which a worker counts as dead. */
const PATIENCE = 10;
/** The same for one that had nothing to do: it answers the ping before the first call in milliseconds. */
const PATIENCE_IDLE = 2;
/** The same while its script is still loading. */
const PATIENCE_AT_FIRST = 60;

/** The means of a watch. */
interface Watched {
  /** Settles, well or badly, while the worker lives. */
  ping(): Promise<unknown>;
  onDeath(problem: string): void;
}

/**
 * Notices a worker that answers no more.
 *
 * - Watches only while a call waits. One that had nothing to do is pinged before the call, and given
 *   up soon: nothing keeps it from answering.
 * - A call may take as long as it likes while the worker answers a ping in between.
 * - Counts rings of its timer, not time: a page that slept was not there to hear an answer.
 */
class LifeWatch {
  readonly #watched: Watched;
  readonly #clock: Clock;
  #waiting = 0;
  #silentTicks = 0;
  #patience = PATIENCE_AT_FIRST;
  #isPinged = false;
  #hasLived = false;
  #stop: (() => void) | undefined;

  constructor(watched: Watched, clock: Clock) {
    this.#watched = watched;
    this.#clock = clock.startTimer === undefined ? systemClock : clock;
  }

  /** Makes a call and watches until it has settled. */
  during<Answer>(makeCall: () => Promise<Answer>): Promise<Answer> {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#begin();
    const call = makeCall();
    const settle = () => {
      this.#waiting -= 1;
      this.#noteLife();
      if (this.#waiting === 0) this.end();
    };
    call.then(settle, settle);
    return call;
  }

  #begin(): void {
    if (this.#hasLived) {
      this.#patience = PATIENCE_IDLE;
      this.#ping();
    }
    this.#nextTick();
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #noteLife(): void {
    this.#silentTicks = 0;
    this.#patience = PATIENCE;
    this.#hasLived = true;
  }

  #nextTick(): void {
    this.#stop = this.#clock.startTimer?.(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    this.#silentTicks += 1;
    if (this.#silentTicks > this.#patience) {
      this.#watched.onDeath(`It has answered nothing for ${this.#patience} s.`);
      return;
    }
    this.#ping();
    this.#nextTick();
  }

  #ping(): void {
    if (this.#isPinged) return;
    this.#isPinged = true;
    const answer = () => {
      this.#isPinged = false;
      this.#noteLife();
    };
    this.#watched.ping().then(answer, answer);
  }
}
