import { holdLifeLock } from '@agent-memory/core/internal';
import { DeviceWatch } from '../device/device-watch.ts';
import { failureOf } from '../failures/failure-of.ts';
import { findRecord, ModelHost } from './model-host.ts';
import type { PageMessage, WorkerMessage } from './protocol.ts';

// The worker's own file: it holds one model and answers the page.

const devices = new DeviceWatch((failure) => tell({ kind: 'lost', failure }));
const host = new ModelHost(devices);

self.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
  switch (data.kind) {
    case 'find':
      return answer(async () => ({ kind: 'found', record: findRecord(data.modelId) }));
    case 'load':
      return answer(async () => ({
        kind: 'loaded',
        engine: await host.load(data.settings, (progress) => tell({ kind: 'progress', progress })),
      }));
    case 'generate':
      return answer(async () => ({
        kind: 'reply',
        reply: await host.generate(data.request, (delta) => tell({ kind: 'delta', delta })),
      }));
    case 'interrupt':
      return host.interrupt();
    default:
      // Other scripts of the worker may have messages of their own.
      return data satisfies never;
  }
});

// Where there are no locks, silence has to tell the page that the worker ended.
void holdLifeLock().then((lockName) => {
  if (lockName !== undefined) tell({ kind: 'running', lockName });
});

function answer(work: () => Promise<WorkerMessage>): void {
  work().then(tell, (error: unknown) => {
    tell({ kind: 'failed', failure: failureOf(error, { during: 'load' }) });
  });
}

function tell(message: WorkerMessage): void {
  self.postMessage(message);
}
