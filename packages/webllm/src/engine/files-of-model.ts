import { orAbort } from '@agent-memory/core/internal';
import type { LocalModelFiles } from '@agent-memory/models/local';
import { checkStorage } from '../device/check-device.ts';
import { clearModel } from '../files/clear-model.ts';
import { measureModel } from '../files/measure-model.ts';
import type { WebLlmModel } from '../model/model-record.ts';
import { WorkerLine } from './worker-line.ts';

/** The files of a model, looked after on the page. */
export function filesOfModel(
  model: string | WebLlmModel,
  createWorker: () => Worker,
): LocalModelFiles {
  return {
    size: async ({ signal }) => {
      const record = await orAbort(recordOf(model, createWorker), signal);
      return measureModel(record, signal);
    },
    clear: async () => clearModel(await recordOf(model, createWorker)),
  };
}

/** web-llm's list is a part of web-llm, so a worker of the moment looks it up. */
async function recordOf(
  model: string | WebLlmModel,
  createWorker: () => Worker,
): Promise<WebLlmModel> {
  checkStorage();
  if (typeof model !== 'string') return model;
  const line = new WorkerLine(createWorker);
  try {
    return (await line.call({ kind: 'find', modelId: model })).record;
  } finally {
    line.end({ kind: 'unloaded' });
  }
}
