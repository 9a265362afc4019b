import { releaseProxy, transfer, wrap } from 'comlink';
import type { EngineHost } from './engine-host.ts';

/** An engine in a worker, and how its worker is ended. */
export interface WorkerHost {
  readonly host: EngineHost;
  readonly release: () => void;
}

/** Calls an engine in a worker. A worker that ends by itself fails what waits for it and what comes. */
export function createWorkerHost(createWorker: () => Worker): WorkerHost {
  const worker = createWorker();
  const remote = wrap<EngineHost>(worker);
  const { ended, end } = anEnd();
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    worker.terminate();
    end(event.message || 'Its script could not be loaded.');
  });
  worker.addEventListener('messageerror', () => end('It sent something that cannot be read.'));
  const reached = <Answer>(answer: Promise<Answer>) => Promise.race([answer, ended]);
  return {
    host: {
      // The bytes move instead of being copied: copying as many would hold up the page.
      open: (settings, segments) =>
        reached(remote.open(settings, transfer(segments, [...segments.values()]))),
      add: (documents) => reached(remote.add(documents)),
      remove: (ids) => reached(remote.remove(ids)),
      search: (query) => reached(remote.search(query)),
      ids: () => reached(remote.ids()),
      count: (model) => reached(remote.count(model)),
      withoutVector: (model, most) => reached(remote.withoutVector(model, most)),
      setVectors: (model, vectors) => reached(remote.setVectors(model, vectors)),
      retireOthers: (model) => reached(remote.retireOthers(model)),
      takeChanges: () => reached(remote.takeChanges()),
    },
    release() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** A promise that only ever rejects, and may do so unheard. */
function anEnd(): { readonly ended: Promise<never>; readonly end: (problem: string) => void } {
  let reject: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_, fail) => {
    reject = fail;
  });
  ended.catch(() => undefined);
  const end = (problem: string) => {
    const sentence = `The worker of the index ended: ${problem} What was stored is intact; make the index anew.`;
    reject(new Error(sentence));
  };
  return { ended, end };
}
