import { expect, test } from 'vitest';
import type { ChatDelta } from '../chat/chat-model.ts';
import { EngineFailure } from '../errors/engine-failure.ts';
import { LocalModelError } from '../errors/local-model-error.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { aModel } from '../testing/a-local-model.ts';
import { aScriptedEngine, LOADED } from '../testing/scripted-engine.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import type { LocalModelOptions } from './local-model.ts';

const asked = (content: string) => [{ role: 'user', content }] as const;

test('[MOD-2] nothing is downloaded until load is called', async () => {
  const { model, engines, made } = aModel({}, [
    aScriptedEngine({ isMissing: true }),
    aScriptedEngine({ isMissing: true }),
  ]);
  const error = await thrownBy(model.chat({ messages: MESSAGES }));
  expect(error.failure).toEqual({ kind: 'download-not-allowed' });
  expect(await model.load()).toEqual(LOADED);
  const answer = model.chat({ messages: MESSAGES });
  (await engines[1]?.call(0))?.finish('Hello');
  expect(await answer).toMatchObject({ text: 'Hello' });
  expect(made()).toBe(2);
});

test('[MOD-2] `subscribe` is bound: a hook may be given it as it is', () => {
  const { subscribe, unload } = aModel().model;
  const stop = subscribe(() => undefined);
  expect(stop()).toBe(true);
  expect(unload).toBeTypeOf('function');
});

test('[MOD-2] a model that is on this device is loaded by the first request', async () => {
  const { model, first } = aModel();
  const answer = model.chat({ messages: MESSAGES });
  (await first.call(0)).finish('Hello');
  expect((await answer).text).toBe('Hello');
  expect(model.status).toMatchObject({ phase: 'ready', engine: LOADED });
  expect(model.contextWindow).toBe(2_048);
});

test('[MOD-1] pieces are told as they come, and the answer is all of them', async () => {
  const { model, first } = aModel();
  const told: ChatDelta[] = [];
  const answer = model.chat({ messages: MESSAGES, onDelta: (delta) => told.push(delta) });
  const call = await first.call(0);
  call.tell('Hel');
  expect(model.status.phase).toBe('answering');
  call.finish('lo');
  expect((await answer).text).toBe('Hello');
  expect(told.map(({ text }) => text)).toEqual(['Hel', 'lo']);
});

test('[MOD-1] an error of the listener ends the request, and is thrown as it is', async () => {
  const { model, first } = aModel();
  const mine = new Error('mine');
  const answer = model.chat({
    messages: MESSAGES,
    onDelta: () => {
      throw mine;
    },
  });
  const call = await first.call(0);
  call.tell('Hel');
  await expect(answer).rejects.toBe(mine);
  expect(call.signal.aborted).toBe(true);
});

test('[MOD-1] two requests of the user are answered one after the other', async () => {
  const { model, first } = aModel();
  const one = model.chat({ messages: asked('one') });
  const two = model.chat({ messages: asked('two') });
  const call = await first.call(0);
  expect(model.status.waiting).toEqual({ user: 1, background: 0 });
  expect(first.calls).toHaveLength(1);
  call.finish('1');
  expect((await one).text).toBe('1');
  (await first.call(1)).finish('2');
  expect((await two).text).toBe('2');
});

test('[MOD-1] a summary under way makes way for the user, starts over behind, and tells its words once', async () => {
  const { model, first } = aModel();
  const told: string[] = [];
  const summary = model.chat({
    messages: asked('summary'),
    urgency: 'background',
    onDelta: ({ text }) => told.push(text),
  });
  const begun = await first.call(0);
  begun.tell('Half a ');
  const answer = model.chat({ messages: asked('question') });
  const users = await first.call(1);
  expect(begun.signal.aborted).toBe(true);
  expect(users.messages).toEqual(asked('question'));
  users.finish('answered');
  expect((await answer).text).toBe('answered');
  const again = await first.call(2);
  expect(again.messages).toEqual(asked('summary'));
  again.finish('Whole.');
  expect((await summary).text).toBe('Whole.');
  expect(told).toEqual(['Whole.']);
});

test('[MOD-1] a load that a summary began continues for the user who comes meanwhile', async () => {
  const engine = aScriptedEngine({ waits: true });
  const { model, made } = aModel({}, [engine]);
  const summary = model.chat({ messages: asked('summary'), urgency: 'background' });
  const answer = model.chat({ messages: asked('question') });
  engine.loadEnds();
  const first = await engine.call(0);
  expect(first.messages).toEqual(asked('question'));
  first.finish('answered');
  await answer;
  (await engine.call(1)).finish('Whole.');
  await summary;
  expect(made()).toBe(1);
});

test('[MOD-3] an abort ends a request at once, waiting or answered, and the next one is answered', async () => {
  const { model, first } = aModel();
  const [one, two] = [new AbortController(), new AbortController()];
  const reason = new Error('not now');
  const answered = model.chat({ messages: asked('one'), signal: one.signal });
  const waiting = model.chat({ messages: asked('two'), signal: two.signal });
  await first.call(0);
  two.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  one.abort(reason);
  await expect(answered).rejects.toBe(reason);
  const next = model.chat({ messages: asked('three') });
  (await first.call(1)).finish('3');
  expect((await next).text).toBe('3');
});

test('[MOD-3] a summary that is aborted as it makes way is not taken up again', async () => {
  const { model, first } = aModel();
  const controller = new AbortController();
  const summary = model.chat({
    messages: asked('summary'),
    urgency: 'background',
    signal: controller.signal,
  });
  await first.call(0);
  const answer = model.chat({ messages: asked('question') });
  controller.abort(new Error('not now'));
  await expect(summary).rejects.toThrow('not now');
  (await first.call(1)).finish('answered');
  await answer;
  expect(model.status).toMatchObject({ phase: 'ready', waiting: { background: 0 } });
  expect(first.calls).toHaveLength(2);
});

test('[MOD-3] an abort frees the caller at once, and the next request waits until the engine is free', async () => {
  const { model, first, made } = aModel({}, [aScriptedEngine({ readsOn: true })]);
  const controller = new AbortController();
  const aborted = model.chat({ messages: asked('one'), signal: controller.signal });
  const reading = await first.call(0);
  controller.abort(new Error('not now'));
  await expect(aborted).rejects.toThrow('not now');
  const next = model.chat({ messages: asked('two') });
  await Promise.resolve();
  expect(first.calls).toHaveLength(1);
  reading.finish('too late');
  (await first.call(1)).finish('2');
  expect((await next).text).toBe('2');
  expect(made()).toBe(1);
});

test('[MOD-3] an engine that is never free after an abort is started again, and the next request is answered', async () => {
  const engines = [aScriptedEngine({ readsOn: true }), aScriptedEngine()] as const;
  const { model, first, clock } = aModel({}, engines);
  const controller = new AbortController();
  const aborted = model.chat({ messages: asked('one'), signal: controller.signal });
  await first.call(0);
  controller.abort(new Error('not now'));
  await expect(aborted).rejects.toThrow('not now');
  const impatient = new AbortController();
  const second = model.chat({ messages: asked('two'), signal: impatient.signal });
  await expect.poll(() => model.status.waiting.user).toBe(0);
  impatient.abort(new Error('nor then'));
  await expect(second).rejects.toThrow('nor then');
  const third = model.chat({ messages: asked('three') });
  await expect.poll(() => model.status.waiting.user).toBe(0);
  clock.advance(60_000);
  (await engines[1].call(0)).finish('3');
  expect((await third).text).toBe('3');
  expect(first.isClosed).toBe(true);
  expect(model.status).toMatchObject({ restarts: 1, failure: undefined });
});

test('[MOD-3] an engine lost in mid-answer gives what had arrived, and the next request starts another', async () => {
  const engines = [aScriptedEngine(), aScriptedEngine()] as const;
  const { model, first, made } = aModel({}, engines);
  const answer = model.chat({ messages: MESSAGES });
  (await first.call(0)).tell('Once');
  first.lose();
  const error = await thrownBy(answer);
  expect(error).toBeInstanceOf(LocalModelError);
  expect(error).toMatchObject({ code: 'MODEL_DEVICE_LOST', recoverable: true });
  expect(error.partial.text).toBe('Once');
  expect(first.isClosed).toBe(true);
  const next = model.chat({ messages: MESSAGES });
  (await engines[1].call(0)).finish('Hello');
  expect((await next).text).toBe('Hello');
  expect(made()).toBe(2);
  expect(model.status).toMatchObject({ failure: undefined, failureText: undefined, restarts: 1 });
});

test('[MOD-3] an engine lost while nobody asks is noticed, and costs nothing but a start', async () => {
  const engines = [aScriptedEngine(), aScriptedEngine()] as const;
  const { model, first } = aModel({}, engines);
  await model.load();
  const noticed = new Promise<void>((resolve) => {
    model.subscribe(() => {
      if (model.status.failure) resolve();
    });
  });
  first.lose(new EngineFailure({ kind: 'engine-lost', problem: '' }));
  await noticed;
  expect(model.status).toMatchObject({
    phase: 'unloaded',
    failure: { kind: 'engine-lost' },
    failureText: expect.stringMatching(/\S/),
  });
  const next = model.chat({ messages: MESSAGES });
  (await engines[1].call(0)).finish('Hello');
  expect((await next).text).toBe('Hello');
});

test('[MOD-3] an answer that gives no sign is ended with its engine, and silence is told first', async () => {
  const engines = [aScriptedEngine(), aScriptedEngine()] as const;
  const { model, first, clock } = aModel({ timeoutMs: 60_000, silenceMs: 5_000 }, engines);
  const silences: boolean[] = [];
  const answer = model.chat({ messages: MESSAGES, onSilence: (is) => silences.push(is) });
  const call = await first.call(0);
  clock.advance(5_000);
  expect(silences).toEqual([true]);
  call.tell('Once');
  expect(silences).toEqual([true, false]);
  clock.advance(60_000);
  const error = await thrownBy(answer);
  expect(error).toMatchObject({ code: 'MODEL_TIMED_OUT', failure: { timeoutMs: 60_000 } });
  expect(first.isClosed).toBe(true);
});

test('[MOD-3] a failure of one request leaves the engine for the next', async () => {
  const { model, first, made } = aModel();
  const problem = 'The prompt has 3000 tokens.';
  const answer = model.chat({ messages: MESSAGES });
  (await first.call(0)).fail(
    new EngineFailure({ kind: 'window-exceeded', windowTokens: 2_048, problem }),
  );
  expect(await thrownBy(answer)).toMatchObject({ code: 'MODEL_CONTEXT_TOO_LONG' });
  const empty = model.chat({ messages: MESSAGES });
  (await first.call(1)).finish();
  expect(await thrownBy(empty)).toMatchObject({ code: 'MODEL_ANSWER_EMPTY' });
  expect(made()).toBe(1);
});

test('[MOD-3] what an engine throws unforeseen is a failed run with its words', async () => {
  const { model, first } = aModel();
  const answer = model.chat({ messages: MESSAGES });
  (await first.call(0)).fail(new TypeError('undefined is not a function'));
  const error = await thrownBy(answer);
  expect(error).toMatchObject({ code: 'MODEL_RUN_FAILED', cause: expect.any(TypeError) });
  expect(error.message).toContain('undefined is not a function');
});

test('[MOD-3] a load that fails is told, and the next one tries again', async () => {
  const engines = [aScriptedEngine({ waits: true }), aScriptedEngine()] as const;
  const { model, first, made } = aModel({}, engines);
  const failing = model.load();
  first.loadEnds(new EngineFailure({ kind: 'download-failed', file: 'w.bin', problem: '404' }));
  expect(await thrownBy(failing)).toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
  expect(first.isClosed).toBe(true);
  expect(model.status).toMatchObject({ phase: 'unloaded', failure: { file: 'w.bin' } });
  await model.load();
  expect(made()).toBe(2);
});

test('[MOD-3] a load tells how far it is, and ends when nobody waits for it any more', async () => {
  const { model, first } = aModel({}, [aScriptedEngine({ waits: true })]);
  const controller = new AbortController();
  const progress: unknown[] = [];
  const loading = model.load({
    signal: controller.signal,
    onProgress: (each) => progress.push(each),
  });
  await expect.poll(() => model.status.phase).toBe('loading');
  const reason = new Error('not now');
  controller.abort(reason);
  await expect(loading).rejects.toBe(reason);
  expect(progress).toEqual([{ phase: 'download', loadedBytes: 1, totalBytes: 2 }]);
  await expect.poll(() => first.isClosed).toBe(true);
  expect(model.status.phase).toBe('unloaded');
});

test('[MOD-2] a model that nobody asks is unloaded after a while, and loaded again by the next request', async () => {
  const engines = [aScriptedEngine(), aScriptedEngine()] as const;
  const { model, first, clock } = aModel({ idleUnloadMs: 60_000 }, engines);
  await model.load();
  clock.advance(59_000);
  const answer = model.chat({ messages: MESSAGES });
  clock.advance(59_000);
  (await first.call(0)).finish('Hello');
  await answer;
  expect(first.isClosed).toBe(false);
  clock.advance(60_000);
  expect(first.isClosed).toBe(true);
  expect(model.status.phase).toBe('unloaded');
  const next = model.chat({ messages: MESSAGES });
  (await engines[1].call(0)).finish('Hello');
  expect((await next).text).toBe('Hello');
});

test('[MOD-3] unload ends what is answered, what waits and what loads', async () => {
  const { model, first } = aModel();
  const one = thrownBy(model.chat({ messages: asked('one') }));
  const two = thrownBy(model.chat({ messages: asked('two') }));
  await first.call(0);
  model.unload();
  expect(await one).toMatchObject({ code: 'MODEL_UNLOADED' });
  expect(await two).toMatchObject({ code: 'MODEL_UNLOADED' });
  expect(first.isClosed).toBe(true);
  const { model: loading } = aModel({}, [aScriptedEngine({ waits: true })]);
  const load = thrownBy(loading.load());
  loading.unload();
  expect(await load).toMatchObject({ code: 'MODEL_UNLOADED' });
});

test('[MOD-3] a model that was disposed of refuses every call, and its requests end', async () => {
  const { model, first } = aModel();
  const answer = thrownBy(model.chat({ messages: MESSAGES }));
  await first.call(0);
  model.dispose();
  model.dispose();
  expect(await answer).toMatchObject({ code: 'MODEL_DISPOSED' });
  expect(await thrownBy(model.chat({ messages: MESSAGES }))).toMatchObject({
    code: 'MODEL_DISPOSED',
  });
  expect(await thrownBy(model.load())).toMatchObject({ code: 'MODEL_DISPOSED' });
  expect(await thrownBy(model.size())).toMatchObject({ code: 'MODEL_DISPOSED' });
  expect(model.status.phase).toBe('disposed');
});

test('an answer tells its pace where the engine counted its tokens', async () => {
  const { model, first, clock } = aModel();
  const answer = model.chat({ messages: MESSAGES });
  const call = await first.call(0);
  clock.advance(500);
  call.finish('Hello');
  await answer;
  expect(model.status.tokensPerSecond).toBe(10);
});

test.each([
  [{ timeoutMs: 0 }, 'timeoutMs'],
  [{ idleUnloadMs: Number.NaN }, 'idleUnloadMs'],
  [{ download: 'always' }, 'download'],
  [{ timeOutMs: 5 }, 'timeoutMs'],
] as const)('options that make no sense are refused: %j', (options, word) => {
  // Wrong on purpose.
  expect(() => aModel(options as LocalModelOptions)).toThrow(word);
});
