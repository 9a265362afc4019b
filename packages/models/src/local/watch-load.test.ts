import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { aModel } from '../testing/a-local-model.ts';
import { aPromise } from '../testing/later.ts';
import { aScriptedEngine } from '../testing/scripted-engine.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { createLocalModel } from './create-local-model.ts';
import type { LocalModelSize } from './engine.ts';

async function aLoad() {
  const { model, first, clock } = aModel({ timeoutMs: 300_000 }, [
    aScriptedEngine({ waits: true }),
  ]);
  const loading = thrownBy(model.load());
  await expect.poll(() => first.isLoading).toBe(true);
  return { model, engine: first, clock, loading };
}

test('[MOD-3] a download that brings no byte for a minute fails, and each byte begins the minute again', async () => {
  const { model, engine, clock, loading } = await aLoad();
  clock.advance(59_000);
  engine.loadTells({ phase: 'download', loadedBytes: 3, totalBytes: 98 });
  clock.advance(59_000);
  expect(engine.isClosed).toBe(false);
  clock.advance(1_000);
  const error = await loading;
  expect(error).toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED', recoverable: true });
  expect(error.message).toContain('The server sent nothing for 60 s.');
  expect(engine.isClosed).toBe(true);
  expect(model.status).toMatchObject({ phase: 'unloaded', progress: undefined });
});

test('[MOD-3] the time left goes away when a download stalls, and comes back with the next byte', async () => {
  const { model, engine, clock } = await aLoad();
  const known = { phase: 'download', loadedBytes: 3, totalBytes: 98 } as const;
  engine.loadTells({ ...known, leftMs: 9_000 });
  clock.advance(4_999);
  expect(model.status.progress).toEqual({ ...known, leftMs: 9_000 });
  clock.advance(1);
  expect(model.status.progress).toEqual(known);
  engine.loadTells({ ...known, leftMs: 20_000 });
  expect(model.status.progress).toHaveProperty('leftMs', 20_000);
  model.dispose();
});

test('[MOD-3] a start that gives no sign ends with the time of an answer', async () => {
  const { engine, clock, loading } = await aLoad();
  engine.loadTells({ phase: 'start' });
  clock.advance(299_999);
  expect(engine.isClosed).toBe(false);
  clock.advance(1);
  expect(await loading).toMatchObject({ code: 'MODEL_TIMED_OUT', failure: { timeoutMs: 300_000 } });
  expect(engine.isClosed).toBe(true);
});

test('[MOD-3] with the last byte the download is over, and no later silence ends the model', async () => {
  const { model, first, clock } = aModel({}, [aScriptedEngine({ waits: true })]);
  const loading = model.load();
  await expect.poll(() => first.isLoading).toBe(true);
  first.loadTells({ phase: 'download', loadedBytes: 98, totalBytes: 98 });
  clock.advance(599_999);
  first.loadEnds();
  await loading;
  clock.advance(600_000);
  expect(model.status.phase).toBe('ready');
  expect(first.isClosed).toBe(false);
});

test('[MOD-3] an engine that never comes does not hold up a load', async () => {
  const clock = aSimulatedClock();
  const files = { size: () => Promise.reject(new Error('unasked')), clear: async () => undefined };
  const never = aPromise<never>().promise;
  const model = createLocalModel({ name: 'small', createEngine: () => never, files, clock });
  const loading = thrownBy(model.load());
  clock.advance(600_000);
  expect(await loading).toMatchObject({ code: 'MODEL_TIMED_OUT' });
});

test('[MOD-3] size ends where the server never answers', async () => {
  const asked = aPromise<void>();
  const sizes = (): Promise<LocalModelSize> => {
    asked.resolve();
    return aPromise<LocalModelSize>().promise;
  };
  const { model, clock } = aModel({ downloadTimeoutMs: 5_000 }, undefined, sizes);
  const ended = thrownBy(model.size());
  await asked.promise;
  clock.advance(5_000);
  const error = await ended;
  expect(error).toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
  expect(error.message).toContain('The server sent nothing for 5 s.');
});
