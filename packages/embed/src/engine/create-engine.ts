import type { ModelSettings } from '../files/model-source.ts';
import type { EmbedEngine } from './embed-engine.ts';

const ON_PAGE =
  'There is no Worker here, so the model runs on the thread that calls it, which stands still meanwhile.';

/**
 * An engine in a worker, or on this thread where there are none.
 *
 * @throws EngineFailure if the worker cannot be made.
 */
export async function createEngine(
  settings: ModelSettings,
  worker: (() => Worker) | undefined,
): Promise<EmbedEngine> {
  if (worker || typeof Worker !== 'undefined') {
    const { workerEngine } = await import('./worker-engine.ts');
    return workerEngine(settings, worker ?? ownWorker);
  }
  const { localEngine } = await import('./local-engine.ts');
  const engine = localEngine(settings);
  return {
    ...engine,
    load: async (options) => {
      const loaded = await engine.load(options);
      return { ...loaded, notes: [ON_PAGE, ...loaded.notes] };
    },
  };
}

function ownWorker(): Worker {
  // Bundlers find the worker by this very form; the compiled package has the file under this name.
  return new Worker(new URL('../worker/embed-worker.js', import.meta.url), {
    type: 'module',
    name: 'agent-memory-embed',
  });
}
