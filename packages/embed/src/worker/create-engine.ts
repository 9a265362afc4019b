import type { ReportDegradation } from '../errors/degradation.ts';
import type { Engine } from './engine.ts';
import { workerEngine } from './worker-engine.ts';

/**
 * An engine in a worker, or on this thread where there are none.
 *
 * @throws Failed if the worker cannot be made.
 */
export async function createEngine(
  worker: (() => Worker) | undefined,
  report: ReportDegradation,
): Promise<Engine> {
  if (worker) return workerEngine(worker);
  if (typeof Worker !== 'undefined') return workerEngine(ownWorker);
  report({
    code: 'EMBEDDER_ON_PAGE',
    message:
      'There is no Worker here, so the model runs on the thread that calls it, which stands still meanwhile.',
  });
  const { localEngine } = await import('./local-engine.ts');
  return localEngine();
}

function ownWorker(): Worker {
  // Bundlers find the worker by this very form; the compiled package has the file under this name.
  return new Worker(new URL('./embed-worker.js', import.meta.url), {
    type: 'module',
    name: 'agent-memory-embed',
  });
}
