import { expose, transfer } from 'comlink';
import type { EngineHost } from './engine-host.ts';
import { createLocalHost } from './local-host.ts';

// The worker's own file: it holds one engine and answers the page.

const engine = createLocalHost();

const calls: EngineHost = {
  ...engine,
  async takeChanges() {
    const changes = await engine.takeChanges();
    const buffers = [...changes.values()].filter((buffer) => buffer !== undefined);
    return transfer(changes, buffers);
  },
};

expose(calls);
