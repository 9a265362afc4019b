import { threads } from '@agent-memory/core/internal';
import { expose, transfer } from 'comlink';
import type { SegmentChanges } from '../segments/segment-change-log.ts';
import { createLocalHost } from './local-host.ts';
import type { WorkerCalls } from './worker-host.ts';

// The worker's own file: it holds one engine and answers the page.

const engine = createLocalHost();

const calls: WorkerCalls = {
  ...engine,
  holdLife: () => threads.holdLifeLock(),
  takeChanges: async () => moved(await engine.takeChanges()),
  takeAll: async () => moved(await engine.takeAll()),
};

function moved(changes: SegmentChanges): SegmentChanges {
  const buffers = [...changes.values()].filter((buffer) => buffer !== undefined);
  return transfer(changes, buffers);
}

expose(calls);
