import { expose, transfer } from 'comlink';
import type { SegmentChanges } from '../segments/segment-change-log.ts';
import type { EngineHost } from './engine-host.ts';
import { createLocalHost } from './local-host.ts';

// The worker's own file: it holds one engine and answers the page.

const engine = createLocalHost();

const calls: EngineHost = {
  ...engine,
  takeChanges: async () => moved(await engine.takeChanges()),
  takeAll: async () => moved(await engine.takeAll()),
};

function moved(changes: SegmentChanges): SegmentChanges {
  const buffers = [...changes.values()].filter((buffer) => buffer !== undefined);
  return transfer(changes, buffers);
}

expose(calls);
