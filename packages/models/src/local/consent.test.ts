import { expect, test } from 'vitest';
import { EngineFailure } from '../errors/engine-failure.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { aModel } from '../testing/a-local-model.ts';
import { aScriptedEngine } from '../testing/scripted-engine.ts';
import { thrownBy } from '../testing/thrown-by.ts';

const REFUSED = { kind: 'download-not-allowed' };
const MISSING = { isMissing: true };
const [USER, BACKGROUND] = [
  { messages: MESSAGES },
  { messages: MESSAGES, urgency: 'background' },
] as const;

/** A model whose files are on a server alone, and a load of it that is under way. */
async function aLoad() {
  const engines = [aScriptedEngine({ ...MISSING, waits: true }), aScriptedEngine(MISSING)] as const;
  const { model } = aModel({}, engines);
  const controller = new AbortController();
  const loading: Promise<unknown> = model
    .load({ signal: controller.signal })
    .catch((error: unknown) => error);
  await expect.poll(() => engines[0].isLoading).toBe(true);
  return { model, engine: engines[0], loading, abort: () => controller.abort() };
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
});

test.each([USER, BACKGROUND])(
  '[MOD-2] a request that joined a download ends with its consent',
  async (request) => {
    const { model, loading, engine, abort } = await aLoad();
    const asked = thrownBy(model.chat(request));
    abort();
    await loading;
    expect((await asked).failure).toEqual(REFUSED);
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
  const engines = [aScriptedEngine(MISSING), aScriptedEngine(MISSING)] as const;
  const { model } = aModel({}, engines);
  await model.load();
  engines[0].lose();
  await expect.poll(() => model.status.phase).toBe('unloaded');
  expect((await thrownBy(model.chat(BACKGROUND))).failure).toEqual(REFUSED);
  const asked = model.chat(USER);
  (await engines[1].call(0)).finish('Hello');
  expect((await asked).text).toBe('Hello');
});

test('[MOD-2] files that were cleared are not downloaded again unasked', async () => {
  const engines = [aScriptedEngine(MISSING), aScriptedEngine(MISSING)] as const;
  const { model } = aModel({}, engines);
  await model.load();
  await model.clearCache();
  engines[0].lose();
  await expect.poll(() => model.status.phase).toBe('unloaded');
  expect((await thrownBy(model.chat(USER))).failure).toEqual(REFUSED);
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

test('[MOD-2] a load goes on with consent where a request without it has begun the start', async () => {
  const engines = [aScriptedEngine({ waits: true }), aScriptedEngine(MISSING)] as const;
  const { model, made } = aModel({}, engines);
  const asked = thrownBy(model.chat(USER));
  await expect.poll(() => engines[0].isLoading).toBe(true);
  const loading = model.load();
  engines[0].loadEnds(new EngineFailure({ kind: 'download-not-allowed' }));
  expect((await asked).failure).toEqual(REFUSED);
  await loading;
  expect(made()).toBe(2);
});
