import { expect, test } from 'vitest';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { aFixtureModel, aModelRow } from '../testing/model-fixture.ts';
import { memorySource } from './memory-source.ts';
import type { InspectableModel, ModelStatus } from './model-facts.ts';

const nothing = () => undefined;

test('[DEV-15] the state has each model and the ledger, and can be cloned', () => {
  const engine = { backend: 'webgpu', contextWindow: 4_096, notes: ['Half precision is missing.'] };
  // Anything else that a state may hold stays where it is.
  const status = { phase: 'ready', engine, waiting: { user: 0, background: 1 }, close: nothing };
  const passedOver = [
    { name: 'near', error: { message: 'Busy.' }, wasAsked: true, cause: nothing },
  ];
  const models: readonly InspectableModel[] = [
    aFixtureModel('local', status),
    aFixtureModel('chain', { taken: 'far', passedOver } as ModelStatus),
    { name: 'endpoint', contextWindow: 8_192 },
  ];
  const memory = new FixtureMemory({ state: { models: [aModelRow()] } });
  const state = memorySource(memory, { models }).getState();
  expect(structuredClone(state)).toEqual(state);
  expect(state).toMatchObject({
    modelTotals: [{ model: 'small', calls: 3 }],
    models: [
      {
        name: 'local',
        contextWindow: 4_096,
        status: { phase: 'ready', waiting: { background: 1 } },
      },
      { name: 'chain', status: { taken: 'far', passedOver: [{ name: 'near' }] } },
      { name: 'endpoint', contextWindow: 8_192 },
    ],
  });
});

test('[DEV-15] models are listened to only while somebody listens to the source', () => {
  const model = aFixtureModel('local', { phase: 'unloaded' });
  const source = memorySource(new FixtureMemory(), { models: [model] });
  expect(model.listenerCount).toBe(0);
  const stops = [source.subscribe(nothing), source.subscribe(nothing)];
  expect(model.listenerCount).toBe(1);
  for (const stop of stops) stop();
  expect(model.listenerCount).toBe(0);
});

test('[DEV-15] a change of a model is heard, and without one the state is the same object', () => {
  const model = aFixtureModel('local', { phase: 'unloaded' });
  const source = memorySource(new FixtureMemory(), { models: [model] });
  let heard = 0;
  source.subscribe(() => {
    heard += 1;
  });
  const before = source.getState();
  expect(source.getState()).toBe(before);
  model.set({ phase: 'loading', progress: { phase: 'download', loadedBytes: 1, totalBytes: 2 } });
  expect(heard).toBe(1);
  const after = source.getState();
  expect(after).not.toBe(before);
  expect(after.models[0]?.status?.progress?.loadedBytes).toBe(1);
  model.set({ phase: 'loading', progress: { phase: 'download', loadedBytes: 1, totalBytes: 2 } });
  expect(source.getState()).toBe(after);
});

test('[DEV-15] a model that makes its state again at each look makes no new state of the panel', () => {
  const model: InspectableModel = {
    name: 'restless',
    get status() {
      return { phase: 'ready' };
    },
  };
  const source = memorySource(new FixtureMemory(), { models: [model] });
  expect(source.getState()).toBe(source.getState());
});

test('[DEV-15] a state is read through once, however often the panel asks', () => {
  let reads = 0;
  const status: ModelStatus = {
    get phase() {
      reads += 1;
      return 'ready';
    },
  };
  const source = memorySource(new FixtureMemory(), { models: [aFixtureModel('local', status)] });
  source.getState();
  const first = reads;
  for (let look = 0; look < 10; look += 1) source.getState();
  expect(first).toBeGreaterThan(0);
  expect(reads).toBe(first);
});
