import { expect, test } from 'vitest';
import { MESSAGES } from '../testing/a-chat.ts';
import { aModel } from '../testing/a-local-model.ts';
import { aScriptedEngine } from '../testing/scripted-engine.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { EngineFailure } from './engine-failure.ts';

const MISSING = { downloadBytes: 98e6, totalBytes: 98e6 };
const REFUSED = { kind: 'download-not-allowed', downloadBytes: 98e6 };
const [USER, BACKGROUND] = [
  { messages: MESSAGES },
  { messages: MESSAGES, urgency: 'background' },
] as const;

/** A model whose files are on a server alone, and a load of it that is under way. */
async function aLoad() {
  const engines = [aScriptedEngine({ waits: true }), aScriptedEngine()] as const;
  const { model, made } = aModel({}, engines, () => MISSING);
  const controller = new AbortController();
  const loading: Promise<unknown> = model
    .load({ signal: controller.signal })
    .catch((error: unknown) => error);
  await expect.poll(() => engines[0].isLoading).toBe(true);
  return { model, made, engine: engines[0], loading, abort: () => controller.abort() };
}

type Load = Awaited<ReturnType<typeof aLoad>>;

const FAILURE = new EngineFailure({ kind: 'download-failed', file: 'w.bin', problem: '404' });

test.each<[string, (load: Load) => void]>([
  ['aborted', ({ abort }) => abort()],
  ['unloaded', ({ model }) => model.unload()],
  ['failed', ({ engine }) => engine.loadEnds(FAILURE)],
])('[MOD-2] a load that was %s is no consent to a later download', async (_, end) => {
  const load = await aLoad();
  end(load);
  await load.loading;
  for (const request of [USER, BACKGROUND]) {
    expect((await thrownBy(load.model.chat(request))).failure).toEqual(REFUSED);
  }
  expect(load.made()).toBe(1);
});

test.each([USER, BACKGROUND])(
  '[MOD-2] a request that joined a download ends with its consent',
  async (request) => {
    const { model, made, loading, engine, abort } = await aLoad();
    const asked = thrownBy(model.chat(request));
    abort();
    await loading;
    expect((await asked).failure).toEqual(REFUSED);
    expect(made()).toBe(1);
    expect(engine.isClosed).toBe(true);
  },
);

test('[MOD-2] one of two loads may be aborted, and the consent of the other one stays', async () => {
  const { model, engine, loading, abort } = await aLoad();
  const other = model.load();
  const asked = model.chat(BACKGROUND);
  abort();
  await loading;
  engine.loadEnds();
  await other;
  (await engine.call(0)).finish('Whole.');
  expect((await asked).text).toBe('Whole.');
});

test('[MOD-2] a request of the background downloads nothing anew, and one of the user does', async () => {
  const engines = [aScriptedEngine(), aScriptedEngine()] as const;
  const { model, made } = aModel({}, engines, () => MISSING);
  await model.load();
  engines[0].lose();
  await expect.poll(() => model.status.phase).toBe('unloaded');
  expect((await thrownBy(model.chat(BACKGROUND))).failure).toEqual(REFUSED);
  expect(made()).toBe(1);
  const asked = model.chat(USER);
  (await engines[1].call(0)).finish('Hello');
  expect((await asked).text).toBe('Hello');
});

test('[MOD-2] files that were cleared are not downloaded again unasked', async () => {
  const engines = [aScriptedEngine(), aScriptedEngine()] as const;
  const { model, made } = aModel({}, engines, () => MISSING);
  await model.load();
  await model.clearCache();
  engines[0].lose();
  await expect.poll(() => model.status.phase).toBe('unloaded');
  expect((await thrownBy(model.chat(USER))).failure).toEqual(REFUSED);
  expect(made()).toBe(1);
});

test('[MOD-2] an unload in mid-download says what is here, and one of a whole model does not', async () => {
  const { model, loading } = await aLoad();
  model.unload();
  const error = await loading;
  expect(error).toMatchObject({ code: 'MODEL_UNLOADED', failure: { isDownloading: true } });
  expect(error).toHaveProperty('message', expect.stringContaining('in the middle of its download'));
  const { model: whole, first } = aModel();
  const asked = thrownBy(whole.chat(USER));
  await first.call(0);
  whole.unload();
  expect((await asked).failure).toEqual({ kind: 'unloaded' });
});
