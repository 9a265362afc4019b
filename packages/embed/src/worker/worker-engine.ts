import { errorText, onLifeLockFreed } from '@agent-memory/core/internal';
import { proxy, releaseProxy, wrap } from 'comlink';
import { Failed } from '../errors/failed.ts';
import type { Engine, LoadListeners } from './engine.ts';
import type { Outcome, Told, WorkerCalls } from './protocol.ts';

/**
 * Holds the model in a worker. The worker that ends by itself fails what it was asked, and takes no
 * more calls.
 *
 * @throws Failed if the worker cannot be made.
 */
export function workerEngine(createWorker: () => Worker): Engine {
  const worker = begun(createWorker);
  const remote = wrap<WorkerCalls>(worker);
  let isLost = false;
  const { promise: lost, reject: lose } = aRejection();
  const onEnd = (problem: string): void => {
    isLost = true;
    worker.terminate();
    lose(new Failed({ kind: 'worker-lost', problem }));
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    onEnd(event.message ? `${event.message}.` : 'its script could not be loaded or run.');
  });
  worker.addEventListener('messageerror', () => onEnd('it sent something that cannot be read.'));
  // A worker that is terminated, or closes itself, tells nobody: its lock does.
  let stopWatching = (): void => undefined;
  const watch = (lock: string | undefined): void => {
    if (lock !== undefined)
      stopWatching = onLifeLockFreed(lock, () => onEnd('it ended by itself.'));
  };
  const watched = remote.holdLife().then(watch, () => undefined);
  const close = (): void => {
    stopWatching();
    remote[releaseProxy]();
    worker.terminate();
  };
  return {
    async load(settings, listeners, signal) {
      const told = proxy((word: Told) => tell(listeners, word));
      const aborted = aRejection();
      const abort = (): void => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort);
      try {
        const loaded = remote.load(settings, told);
        const value = await valueIn(Promise.race([loaded, lost, aborted.promise]));
        // Nothing is asked of the worker ahead of the lock: its end would go unnoticed.
        await Promise.race([watched, lost, aborted.promise]);
        return value;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    embed: (text, purpose) => valueIn(Promise.race([remote.embed(text, purpose), lost])),
    isLost: () => isLost,
    close,
  };
}

function begun(createWorker: () => Worker): Worker {
  try {
    return createWorker();
  } catch (error) {
    throw new Failed({ kind: 'worker-lost', problem: `${errorText(error)}.` });
  }
}

async function valueIn<Value>(outcome: Promise<Outcome<Value>>): Promise<Value> {
  const ended = await outcome;
  if (ended.kind === 'value') return ended.value;
  throw new Failed(ended.failure);
}

function tell({ onProgress, onDegradation }: LoadListeners, word: Told): void {
  if (word.kind === 'progress') onProgress(word.progress);
  else onDegradation(word.degradation);
}

/** A promise that only ever rejects, and may do so unheard. */
function aRejection(): { promise: Promise<never>; reject: (error: unknown) => void } {
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, end) => {
    reject = end;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
