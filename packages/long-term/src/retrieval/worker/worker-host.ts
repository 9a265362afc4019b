import type { Clock } from '@agent-memory/core';
import { onLifeLockFreed } from '@agent-memory/core/internal';
import { releaseProxy, transfer, wrap } from 'comlink';
import type { EngineHost } from './engine-host.ts';
import { LifeWatch } from './life-watch.ts';
import { WorkerEndedError } from './worker-ended.ts';

/** All that the page asks of the worker. */
export interface WorkerCalls extends EngineHost {
  /** Takes the lock by which the page notices that the worker ended; nothing where there are none. */
  holdLife(): Promise<string | undefined>;
}

/** An engine in a worker, and how its worker is ended. */
export interface WorkerHost {
  readonly host: EngineHost;
  readonly release: () => void;
  /** Rejects when the worker ends by itself. */
  readonly ended: Promise<never>;
}

/** The part of a worker that is needed. */
export type EngineWorker = Pick<
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
  const worker = createWorker();
  const remote = wrap<WorkerCalls>(worker);
  const { ended, end } = anEnd(() => {
    worker.terminate();
    watch.end();
    stopWatching?.();
  });
  const watch = new LifeWatch({ ping: () => remote.count(undefined), onDeath: end }, clock);
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    end(event.message || 'Its script could not be loaded.');
  });
  worker.addEventListener('messageerror', () => end('It sent something that cannot be read.'));
  // A worker that is terminated, or closes itself, tells nobody: its lock does. One that hangs does not
  // let go of it, and is noticed by the watch.
  let stopWatching: (() => void) | undefined;
  const watched = remote.holdLife().then(
    (lock) => {
      if (lock !== undefined)
        stopWatching = onLifeLockFreed(lock, () => end('It ended by itself.'));
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
          // No work begins ahead of the lock: the end of the worker would show by its silence alone.
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
