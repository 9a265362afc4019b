import type { EngineRequest } from '@agent-memory/models/device';
import { localEngineContract } from '@agent-memory/models/testing';
import { expect, test } from 'vitest';
import { aModel, aRequest, dropped, failureOf } from '../testing/a-model.ts';
import { FOREVER, TINY_REPLY, TINY_WINDOW, tinyModelBytes } from '../testing/tiny-model.ts';
import { CALL_IN_PIECES, SEAT, TOOL_TEMPLATE } from '../testing/tools-in-text.ts';

const SCHEMA = {
  type: 'object',
  properties: { city: { enum: ['Lisbon', 'Porto'] } },
  required: ['city'],
};

localEngineContract({
  name: 'llama.cpp with a tiny model',
  create: () => aModel(dropped()).engine,
});

test('[MOD-5] a dropped file runs without a network, and says how it runs', async () => {
  const { load, ask, files, told } = aModel(dropped());
  expect(await files.size()).toEqual({ downloadBytes: 0, totalBytes: dropped().size });
  expect(await load()).toEqual({
    backend: 'wasm',
    threads: 1,
    contextWindow: TINY_WINDOW,
    notes: [
      expect.stringContaining('It runs on the processor: '),
      expect.stringContaining('It runs on one thread: '),
      'Its window is 512 tokens: it was trained on no more.',
      'Its chat template has no place for tools: a request with tools is refused.',
    ],
  });
  const { size: totalBytes } = dropped();
  const start = { phase: 'start', loadedBytes: totalBytes, totalBytes, leftMs: 0 };
  expect(told.at(-1)).toEqual(start);
  const reply = await ask('Hi');
  expect(reply).toEqual({
    text: TINY_REPLY,
    thinking: '',
    toolCalls: [],
    finishReason: 'stop',
    unreadable: 0,
    usage: { inputTokens: 7, cachedInputTokens: 0, outputTokens: 8 },
  });
});

test('[MOD-1] the pieces of an answer, joined, are the answer', async () => {
  const { engine, load } = aModel(dropped());
  await load();
  const pieces: string[] = [];
  await engine.generate(aRequest('Hi'), {
    signal: new AbortController().signal,
    onDelta: ({ text }) => pieces.push(text),
  });
  expect(pieces.join('')).toBe(TINY_REPLY);
  expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(3);
});

test('an answer bound to a schema parses, and keeps to it', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  const { text } = await ask('Hi', { answerSchema: SCHEMA, maxTokens: 300 });
  expect(['Lisbon', 'Porto']).toContain(JSON.parse(text).city);
});

test('a request reads no more than what is new behind the one before it', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  await ask('A long beginning that stays');
  const { usage } = await ask('A long beginning that stays, and goes on');
  expect(usage?.cachedInputTokens).toBe('user:A long beginning that stays'.length);
});

test('[MOD-3] an abort ends an answer with its reason, and the next request is answered', async () => {
  const { engine, load, ask } = aModel(dropped());
  await load();
  const controller = new AbortController();
  const reason = new Error('enough');
  const texts: string[] = [];
  const asked = engine.generate(
    { ...aRequest(FOREVER), maxTokens: undefined },
    {
      signal: controller.signal,
      onDelta: ({ text }) => {
        texts.push(text);
        if (text === 'tock ') controller.abort(reason);
      },
    },
  );
  await expect(asked).rejects.toBe(reason);
  const heard = texts.length;
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
  expect(texts).toHaveLength(heard);
});

test('[MOD-3] an abort while the prompt is read ends the request, and the next one is answered', async () => {
  const { engine, load, ask } = aModel(dropped());
  await load();
  const controller = new AbortController();
  const reason = new Error('enough');
  const asked = engine.generate(aRequest('word '.repeat(80)), {
    signal: controller.signal,
    onDelta: ({ text }) => {
      expect(text).toBe('');
      controller.abort(reason);
    },
  });
  await expect(asked).rejects.toBe(reason);
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
});

test('[MOD-3] a request over the window is typed, and the next one is answered', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  expect(await failureOf(ask('x'.repeat(600)))).toMatchObject({
    kind: 'window-exceeded',
    windowTokens: TINY_WINDOW,
  });
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
});

test('[MOD-3] a schema that llama.cpp cannot read fails one request', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  const failure = await failureOf(ask('Hi', { answerSchema: { type: 'no such type' } }));
  expect(failure).toEqual({ kind: 'run-failed', problem: expect.stringContaining('no such type') });
  expect((await ask('Hi')).text).toBe(TINY_REPLY);
});

test('tools that the chat template has no place for are refused before the model', async () => {
  const { load, ask } = aModel(dropped());
  await load();
  expect(await failureOf(ask('Hi', { tools: [SEAT] }))).toMatchObject({
    kind: 'run-failed',
    problem: expect.stringContaining('no place for tools'),
  });
});

test('a model whose chat template knows tools calls them, and takes their answers', async () => {
  const bytes = tinyModelBytes({ chatTemplate: TOOL_TEMPLATE, reply: CALL_IN_PIECES });
  const { load, engine } = aModel(dropped(bytes));
  const { notes } = await load();
  expect(notes.join()).not.toContain('tools');
  const { signal } = new AbortController();
  const request = { ...aRequest('Seat me'), tools: [SEAT], maxTokens: 60 };
  const reply = await engine.generate(request, { signal, onDelta: () => undefined });
  const call = {
    id: expect.stringMatching(/./),
    type: 'function',
    function: { name: 'seat', arguments: expect.stringContaining('12') },
  };
  expect(reply).toMatchObject({ text: '', toolCalls: [call], finishReason: 'tool_calls' });
  const messages: EngineRequest['messages'] = [
    ...request.messages,
    { role: 'assistant', content: null, tool_calls: [...reply.toolCalls] },
    { role: 'tool', content: 'Seat 12 is yours.', tool_call_id: reply.toolCalls[0]?.id ?? '' },
  ];
  const next = await engine.generate(
    { ...request, messages },
    { signal, onDelta: () => undefined },
  );
  expect(next.usage?.inputTokens).toBeGreaterThan(reply.usage?.inputTokens ?? 0);
});

test('an engine that was closed rejects what is under way, and what comes after', async () => {
  const { engine, load, ask } = aModel(dropped());
  await load();
  const asked = failureOf(ask(FOREVER, { maxTokens: undefined }));
  engine.close();
  engine.close();
  expect(await asked).toEqual({ kind: 'unloaded' });
  expect(await failureOf(ask('Hi'))).toEqual({ kind: 'unloaded' });
});
