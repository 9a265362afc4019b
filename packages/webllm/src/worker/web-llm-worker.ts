import { serveWorker } from '@agent-memory/models/device';
import { DeviceWatch } from '../device/device-watch.ts';
import { findRecord, ModelHost } from './model-host.ts';
import type { WebLlmCalls } from './web-llm-calls.ts';

// The worker's own file: it holds one model and answers the page.

const devices = new DeviceWatch();
const host = new ModelHost(devices);

serveWorker<WebLlmCalls>({
  find: async (modelId) => findRecord(modelId),
  load: (settings, mayDownload, onProgress) => host.load(settings, mayDownload, onProgress),
  generate: (request, onDelta) => host.generate(request, onDelta),
  interrupt: async () => host.interrupt(),
  loss: () => devices.lost,
});
