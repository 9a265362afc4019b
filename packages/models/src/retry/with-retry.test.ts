import { type Clock, InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { aChat, MESSAGES } from '../testing/a-chat.ts';
import { DONE, words } from '../testing/events.ts';
import { type Behaviour, refusing, stalling, streaming } from '../testing/local-server.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';

const HELLO = streaming(words('Hello.'), DONE);

/** A clock whose timers ring at once, and that keeps what was waited. */
function anImpatientClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  return {
    waits,
    nowMs: () => 0,
    startTimer: (callback, delayMs) => {
      waits.push(delayMs);
      queueMicrotask(callback);
      return () => undefined;
    },
  };
}

async function aRetriedChat(behaviours: readonly Behaviour[], options: RetryOptions = {}) {
  const clock = anImpatientClock();
  const { model, server } = await aChat(behaviours);
  const retried = withRetry(model, { clock, random: () => 0.5, ...options });
  const ask = (request: Partial<ChatRequest> = {}) =>
    retried.chat({ messages: MESSAGES, ...request });
  return { retried, ask, server, clock };
}

test('[MOD-3] a model that fails twice and then answers has answered', async () => {
  const { ask, server, clock } = await aRetriedChat([
    refusing(503, 'busy'),
    refusing(429, 'slow'),
    HELLO,
  ]);
  expect((await ask()).text).toBe('Hello.');
  expect(server.requests).toHaveLength(3);
  expect(clock.waits).toEqual([250, 500]);
});

test('[MOD-3] after the last attempt its error is thrown', async () => {
  const { ask, server } = await aRetriedChat([refusing(503, 'busy')]);
  expect((await thrownBy(ask())).code).toBe('MODEL_SERVER_FAULT');
  expect(server.requests).toHaveLength(3);
});

test('[MOD-3] the attempts are an option', async () => {
  const { ask, server } = await aRetriedChat([refusing(503, 'busy')], { attempts: 1 });
  await thrownBy(ask());
  expect(server.requests).toHaveLength(1);
});

test('[MOD-3] an error that stays is not asked about again', async () => {
  const { ask, server } = await aRetriedChat([refusing(401, 'who?'), HELLO]);
  expect((await thrownBy(ask())).code).toBe('MODEL_UNAUTHORIZED');
  expect(server.requests).toHaveLength(1);
});

test.each([429, 503])('[MOD-3] a server that says when (%i) is asked no sooner', async (status) => {
  const limited = refusing(status, 'slow', { 'retry-after': '12' });
  const { ask, clock } = await aRetriedChat([limited, HELLO]);
  expect((await ask()).text).toBe('Hello.');
  expect(clock.waits).toEqual([12_000]);
});

test('[MOD-3] a server that asks for too long a wait is not waited for', async () => {
  const limited = refusing(429, 'slow', { 'retry-after': '3600' });
  const { ask, clock, server } = await aRetriedChat([limited, HELLO]);
  expect((await thrownBy(ask())).failure).toMatchObject({ retryAfterMs: 3_600_000 });
  expect(clock.waits).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test('[MOD-3] an answer of which a piece was told is not begun anew', async () => {
  const told: string[] = [];
  const { ask, server } = await aRetriedChat([streaming(words('Hel')), HELLO]);
  const error = await thrownBy(ask({ onDelta: ({ text }) => told.push(text) }));
  expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', partial: { text: 'Hel' } });
  expect(told).toEqual(['Hel']);
  expect(server.requests).toHaveLength(1);
});

test('[MOD-3] an answer that breaks off while nobody listens to its pieces is asked for again', async () => {
  const { ask } = await aRetriedChat([streaming(words('Hel')), HELLO]);
  expect((await ask()).text).toBe('Hello.');
});

test('[MOD-3] an abort ends the wait with the reason, and no request follows', async () => {
  const controller = new AbortController();
  const clock: Clock = {
    nowMs: () => 0,
    startTimer: () => {
      controller.abort(new Error('the user left'));
      return () => undefined;
    },
  };
  const { ask, server } = await aRetriedChat([refusing(503, 'busy'), HELLO], { clock });
  await expect(ask({ signal: controller.signal })).rejects.toThrow('the user left');
  expect(server.requests).toHaveLength(1);
});

test('[MOD-3] an abort in the middle of an attempt is no failure to be tried again', async () => {
  const { ask, server } = await aRetriedChat([stalling(words('Hel'))]);
  const controller = new AbortController();
  const arrived = server.nextRequest();
  const asking = ask({ signal: controller.signal });
  const request = await arrived;
  controller.abort(new Error('the user left'));
  await expect(asking).rejects.toThrow('the user left');
  await request.closed;
  expect(server.requests).toHaveLength(1);
});

test('[MOD-3] whatever is no error of a model is passed on at once', async () => {
  const { ask, server } = await aRetriedChat([HELLO]);
  const onDelta = (): void => {
    throw new Error('the page is gone');
  };
  await expect(ask({ onDelta })).rejects.toThrow('the page is gone');
  expect(server.requests).toHaveLength(1);
});

test('[MOD-1] its name is that of the model, and its window what the model knows by then', () => {
  let contextWindow: number | undefined;
  const model: ChatModel = {
    name: 'local',
    get contextWindow() {
      return contextWindow;
    },
    chat: () => Promise.reject(new Error('not asked')),
  };
  const retried = withRetry(model);
  expect(retried).toMatchObject({ name: 'local', contextWindow: undefined });
  contextWindow = 4_096;
  expect(retried.contextWindow).toBe(4_096);
});

test.each([
  ['attempts', { attempts: 0 }],
  ['attempts', { attempts: 1.5 }],
  ['baseDelayMs', { baseDelayMs: -1 }],
  ['maxDelayMs', { baseDelayMs: 500, maxDelayMs: 100 }],
  ['clock', { clock: {} }],
  ['random', { random: 0.5 }],
])('[OBS-3] an option `%s` that makes no sense is refused', async (option, options) => {
  const model: ChatModel = { name: 'local', chat: () => Promise.reject(new Error('not asked')) };
  expect(() => withRetry(model, options as never)).toThrow(InvalidOptionError);
  expect(() => withRetry(model, options as never)).toThrow(`\`${option}\``);
});
