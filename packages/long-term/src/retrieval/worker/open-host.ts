import type { Clock } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import type { EngineHost, EngineSettings } from './engine-host.ts';
import { createWorkerHost } from './worker-host.ts';

/** An engine that is open, wherever it lives. */
export interface OpenedHost {
  readonly host: EngineHost;
  /** Ends the worker, where there is one. */
  readonly release: () => void;
  /** A sentence for each part that could not be opened. */
  readonly problems: readonly string[];
  /** Why the worker did not start, where one was wanted. */
  readonly workerProblem?: string;
  /** Rejects when the worker ends by itself. */
  readonly ended?: Promise<never>;
}

/** Opens an engine in a worker, and in the page where there are no workers or this one does not start. */
export async function openHost(
  settings: EngineSettings,
  readSegments: () => Promise<ReadonlyMap<string, ArrayBuffer>>,
  worker: (() => Worker) | false | undefined,
  clock: Clock,
): Promise<OpenedHost> {
  if (worker === false || typeof Worker === 'undefined') return openHere(settings, readSegments);
  try {
    // The worker loads while the storage is read.
    const { host, release, ended } = createWorkerHost(worker ?? ownWorker, clock);
    const segments = await readSegments();
    return await openOrRelease({ host, release, ended, problems: [] }, settings, segments);
  } catch (error) {
    // Read again: the bytes went with the worker.
    const opened = await openHere(settings, readSegments);
    const problem = `The worker of the index did not start, so the index works in the page: ${errorText(error)}`;
    return { ...opened, problems: [problem, ...opened.problems], workerProblem: problem };
  }
}

async function openHere(
  settings: EngineSettings,
  readSegments: () => Promise<ReadonlyMap<string, ArrayBuffer>>,
): Promise<OpenedHost> {
  // A page whose index lives in a worker never loads the engine.
  const [segments, { createLocalHost }] = await Promise.all([
    readSegments(),
    import('./local-host.ts'),
  ]);
  const here = { host: createLocalHost(), release: () => undefined, problems: [] };
  return openOrRelease(here, settings, segments);
}

async function openOrRelease(
  opened: OpenedHost,
  settings: EngineSettings,
  segments: ReadonlyMap<string, ArrayBuffer>,
): Promise<OpenedHost> {
  try {
    return { ...opened, problems: await opened.host.open(settings, segments) };
  } catch (error) {
    opened.release();
    throw error;
  }
}

function ownWorker(): Worker {
  // Bundlers find the worker by this very form; the compiled package has the file under this name.
  return new Worker(new URL('./retrieval-worker.js', import.meta.url), {
    type: 'module',
    name: 'agent-memory-retrieval',
  });
}
