import { type Clock, InvalidOptionError, type ModelCall } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import type { ChatModel } from '../chat/chat-model.ts';
import { EMPTY_REPLY } from '../chat/chat-reply.ts';
import { aChat, MESSAGES } from '../testing/a-chat.ts';
import { DONE, event, words } from '../testing/events.ts';
import { refusing, stalling, streaming } from '../testing/local-server.ts';
import { metered } from './metered.ts';

const USAGE = event({
  choices: [],
  usage: {
    prompt_tokens: 1_000,
    completion_tokens: 100,
    prompt_tokens_details: { cached_tokens: 600 },
  },
});

async function aMeteredChat(behaviour: Parameters<typeof aChat>[0][number], clock?: Clock) {
  const { model, server } = await aChat([behaviour]);
  const calls: ModelCall[] = [];
  const onCall = (call: ModelCall): void => void calls.push(call);
  const chatModel = metered(model, { onCall, ...(clock && { clock }) });
  return { chatModel, calls, server };
}

test('[OBS-2] a call has its tokens and its time', async () => {
  const clock = aSimulatedClock(1_000);
  const { chatModel, calls } = await aMeteredChat(streaming(words('Hi'), USAGE, DONE), clock);
  const onDelta = (): void => clock.advance(40);
  await chatModel.chat({ messages: MESSAGES, urgency: 'background', onDelta });
  expect(calls).toEqual([
    {
      model: 'small',
      purpose: 'background',
      atMs: 1_000,
      inputTokens: 1_000,
      cachedInputTokens: 600,
      outputTokens: 100,
      ms: 40,
      firstMs: 0,
      outcome: { kind: 'answered' },
    },
  ]);
  expect(structuredClone(calls)).toEqual(calls);
});

test('[OBS-2] a call of a server that reports nothing has no tokens', async () => {
  const { chatModel, calls } = await aMeteredChat(streaming(words('Hi'), DONE));
  const reply = await chatModel.chat({ messages: MESSAGES });
  expect(reply.text).toBe('Hi');
  expect(Object.keys(calls[0] ?? {}).toSorted()).toEqual([
    'atMs',
    'model',
    'ms',
    'outcome',
    'purpose',
  ]);
});

test('[OBS-2] figures of a server that are impossible are not reported', async () => {
  const impossible = { prompt_tokens: -5, completion_tokens: 1e308 };
  const odd = event({ choices: [], usage: impossible });
  const { chatModel, calls } = await aMeteredChat(streaming(words('Hi'), odd, DONE));
  const reply = await chatModel.chat({ messages: MESSAGES });
  expect(reply).not.toHaveProperty('usage');
  expect(calls).toHaveLength(1);
  expect(calls[0]).not.toHaveProperty('inputTokens');
  expect(calls[0]).not.toHaveProperty('outputTokens');
});

test('[OBS-2] impossible figures of a driver from outside are not reported', async () => {
  const usage = { inputTokens: 1e308, outputTokens: Number.NaN };
  const chatModel: ChatModel = {
    name: 'odd',
    chat: async () => ({ ...EMPTY_REPLY, text: 'Hi', usage }),
  };
  const calls: ModelCall[] = [];
  const measured = metered(chatModel, { onCall: (call) => calls.push(call) });
  await measured.chat({ messages: MESSAGES });
  expect(calls).toHaveLength(1);
  for (const name of ['inputTokens', 'outputTokens']) {
    expect(calls[0]).not.toHaveProperty(name);
  }
});

test('[OBS-2] a failed call is told with its code, and its error is thrown', async () => {
  const { chatModel, calls } = await aMeteredChat(refusing(429, 'slow'));
  await expect(chatModel.chat({ messages: MESSAGES })).rejects.toMatchObject({
    code: 'MODEL_RATE_LIMITED',
  });
  expect(calls).toMatchObject([{ outcome: { kind: 'failed', code: 'MODEL_RATE_LIMITED' } }]);
});

test('[OBS-2] an aborted call is no failure', async () => {
  const { chatModel, calls, server } = await aMeteredChat(stalling(words('Hi')));
  const controller = new AbortController();
  const arrived = server.nextRequest();
  const asking = chatModel.chat({ messages: MESSAGES, signal: controller.signal });
  await arrived;
  controller.abort(new Error('the user left'));
  await expect(asking).rejects.toThrow('the user left');
  expect(calls).toMatchObject([{ outcome: { kind: 'aborted' } }]);
});

test('[OBS-2] pieces pass untouched', async () => {
  const { chatModel } = await aMeteredChat(streaming(words('H'), words('i'), DONE));
  const told: string[] = [];
  await chatModel.chat({ messages: MESSAGES, onDelta: ({ text }) => told.push(text) });
  expect(told.join('')).toBe('Hi');
});

test('[OBS-2] name and window are those of the model', () => {
  const model: ChatModel = { name: 'local', contextWindow: 4_096, chat: async () => EMPTY_REPLY };
  expect(metered(model, { onCall: () => undefined })).toMatchObject({
    name: 'local',
    contextWindow: 4_096,
  });
});

test.each<[string, unknown, unknown]>([
  ['chatModel', undefined, { onCall: () => undefined }],
  ['metered', {}, undefined],
  ['onCall', { chat: () => undefined }, {}],
  ['metered.price', { chat: () => undefined }, { onCall: () => 0, price: 1 }],
  ['clock', { chat: () => undefined }, { onCall: () => undefined, clock: {} }],
])('[OBS-3] an option `%s` that makes no sense is refused', (option, model, options) => {
  const make = () => metered(model as never, options as never);
  expect(make).toThrow(InvalidOptionError);
  expect(make).toThrow(expect.objectContaining({ option }));
});
