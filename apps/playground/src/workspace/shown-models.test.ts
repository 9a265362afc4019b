import { createAgentMemory, extractiveSummarizer } from '@agent-memory/core';
import { type InspectableModel, memorySource } from '@agent-memory/devtools/panel';
import { fallback, metered, openAiCompatible } from '@agent-memory/models';
import { createLocalModel, EngineFailure } from '@agent-memory/models/device';
import { expect, test } from 'vitest';

function aLocalModel() {
  const failure = new EngineFailure({ kind: 'device-unsupported', problem: 'No adapter.' });
  return createLocalModel({
    name: 'tiny',
    createEngine: () => ({
      load: () => Promise.reject(failure),
      generate: () => Promise.reject(failure),
      lost: new Promise<never>(() => undefined),
      close: () => undefined,
    }),
    files: {
      size: async () => ({ downloadBytes: 0, totalBytes: 1 }),
      clear: async () => undefined,
    },
  });
}

test('[DEV-15] models of this device, chains and endpoints can be shown as they are', async () => {
  const local = aLocalModel();
  const endpoint = openAiCompatible({ baseUrl: 'http://localhost:1/v1', model: 'far' });
  const broken = { name: 'broken', summarize: () => Promise.reject(new Error('No.')) };
  const chain = fallback([broken, extractiveSummarizer]);
  const models: readonly InspectableModel[] = [
    local,
    fallback([local, endpoint]),
    chain,
    endpoint,
    metered(endpoint, { onCall: () => undefined }),
  ];
  const source = memorySource(createAgentMemory({ id: 'show', contextWindow: 4_000 }), { models });
  source.subscribe(() => undefined);
  await expect(local.load()).rejects.toThrow('No adapter.');
  const request = { sources: [], maxTokens: 9, count: () => 1 };
  await chain.summarize(request, {});
  expect(source.getState().models).toMatchObject([
    {
      name: 'tiny',
      status: {
        phase: 'unloaded',
        failure: { kind: 'device-unsupported' },
        failureText: expect.stringContaining('No adapter.'),
      },
    },
    { name: 'tiny → far', status: { passedOver: [] } },
    {
      name: 'broken → extractive',
      status: { taken: 'extractive', passedOver: [{ name: 'broken', error: { message: 'No.' } }] },
    },
    { name: 'far' },
    { name: 'far' },
  ]);
  expect(structuredClone(source.getState().models)).toEqual(source.getState().models);
});
