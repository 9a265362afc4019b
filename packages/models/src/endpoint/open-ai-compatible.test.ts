import { InvalidOptionError } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EMPTY_REPLY } from '../chat/chat-reply.ts';
import { aChat, MESSAGES } from '../testing/a-chat.ts';
import { chunk, DONE, event, words } from '../testing/events.ts';
import { aPromise } from '../testing/later.ts';
import {
  aLocalServer,
  type Behaviour,
  refusing,
  stalling,
  streaming,
} from '../testing/local-server.ts';
import { aConnection, failing, hanging } from '../testing/scripted-connection.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { openAiCompatible } from './open-ai-compatible.ts';

const HELLO = streaming(words('Hi') + DONE);

test('[MOD-1] a request asks for a stream and its usage, with the key in the header alone', async () => {
  const apiKey = 'sk-1234567890';
  const { ask, server } = await aChat([HELLO], { apiKey, headers: { 'X-Title': 'My app' } });
  await ask();
  const [seen] = server.requests;
  expect(seen).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
  expect(seen?.headers).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'x-title': 'My app',
  });
  expect(JSON.parse(seen?.body ?? '')).toEqual({
    model: 'small',
    messages: MESSAGES,
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('[MOD-1] tools go along in the form of the API, and parameters as they are', async () => {
  const parameters = { temperature: 0, model: 'another', messages: [], stream: false };
  const { ask, server } = await aChat([HELLO], { parameters });
  const schema = { type: 'object', properties: {} };
  await ask({ tools: [{ name: 'seat', description: 'Books a seat', parameters: schema }] });
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    temperature: 0,
    model: 'small',
    messages: MESSAGES,
    stream: true,
    stream_options: { include_usage: true },
    tools: [
      {
        type: 'function',
        function: { name: 'seat', description: 'Books a seat', parameters: schema },
      },
    ],
  });
});

test('[MOD-1] bounds of one answer go before those of all, under the name that the server knows', async () => {
  const sent = async (parameters: Readonly<Record<string, unknown>>) => {
    const { ask, server } = await aChat([HELLO], { parameters });
    const answerSchema = { type: 'object', properties: {} };
    await ask({ maxTokens: 80, temperature: 0, answerSchema, urgency: 'background' });
    return JSON.parse(server.requests[0]?.body ?? '');
  };
  const body = await sent({ max_tokens: 9, temperature: 1 });
  expect(body).toMatchObject({ max_tokens: 80, temperature: 0 });
  expect(body).toHaveProperty('response_format.json_schema.schema.type', 'object');
  expect(body).not.toHaveProperty('urgency');
  const newer = await sent({ max_completion_tokens: 9 });
  expect(newer).toMatchObject({ max_completion_tokens: 80 });
  expect(newer).not.toHaveProperty('max_tokens');
});

test('[MOD-4] a model says its window where it was told, and refuses one that is not one', async () => {
  const { model } = await aChat([HELLO], { contextWindow: 4_096 });
  expect(model.contextWindow).toBe(4_096);
  await expect(aChat([HELLO], { contextWindow: 0 })).rejects.toThrow(InvalidOptionError);
});

test('[MOD-1] an own authorization goes in place of the key', async () => {
  const { ask, server } = await aChat([HELLO], {
    apiKey: 'sk-1234567890',
    headers: { Authorization: 'Basic abc123' },
  });
  await ask();
  expect(server.requests[0]?.headers.authorization).toBe('Basic abc123');
});

test('[MOD-1] the answer is told piece by piece, and given whole with its usage', async () => {
  const usage = { prompt_tokens: 9, completion_tokens: 2 };
  const { ask, deltas } = await aChat([
    streaming(
      chunk({ reasoning_content: 'Hm' }),
      words('One '),
      words('two'),
      chunk({}, 'stop'),
      event({ choices: [], usage }),
      DONE,
    ),
  ]);
  expect(await ask()).toEqual({
    text: 'One two',
    thinking: 'Hm',
    toolCalls: [],
    finishReason: 'stop',
    usage: { inputTokens: 9, outputTokens: 2 },
    unreadable: 0,
  });
  expect(deltas.map(({ text }) => text).join('')).toBe('One two');
  expect(deltas.map(({ thinking }) => thinking).join('')).toBe('Hm');
});

test('[MOD-1] a piece is told before the next one is sent', async () => {
  const go = aPromise();
  const inTwo: Behaviour = async (response) => {
    response.write(words('One '));
    await go.promise;
    response.end(words('two') + DONE);
  };
  const { ask, firstDelta } = await aChat([inTwo]);
  const reply = ask();
  expect(await firstDelta).toEqual({ text: 'One ', thinking: '' });
  go.resolve();
  expect((await reply).text).toBe('One two');
});

test('[MOD-1] a call of a tool comes whole, with an id where the server gives none', async () => {
  const { ask } = await aChat([
    streaming(
      chunk({ tool_calls: [{ index: 0, function: { name: 'seat', arguments: '{"row"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':14}' } }] }),
      chunk({}, 'tool_calls'),
      DONE,
    ),
  ]);
  const { text, toolCalls, finishReason } = await ask();
  expect({ text, finishReason }).toEqual({ text: '', finishReason: 'tool_calls' });
  expect(toolCalls).toMatchObject([
    { type: 'function', function: { name: 'seat', arguments: '{"row":14}' } },
  ]);
  expect(toolCalls[0]?.id).toBe('seat');
});

test('[MOD-1] a server that does not stream is read all the same', async () => {
  const message = { role: 'assistant', content: 'Whole.' };
  const body = { choices: [{ message, finish_reason: 'stop' }], usage: { prompt_tokens: 3 } };
  const { ask, told } = await aChat([streaming(JSON.stringify(body, undefined, 2))]);
  expect(await ask()).toMatchObject({ text: 'Whole.', usage: { inputTokens: 3 } });
  expect(told()).toBe('Whole.');
});

test('[MOD-1] a server that refuses to report usage is asked without, and not any more after that', async () => {
  const { ask, server } = await aChat([
    refusing(400, 'unknown field stream_options'),
    HELLO,
    HELLO,
  ]);
  expect((await ask()).text).toBe('Hi');
  expect((await ask()).text).toBe('Hi');
  const wishes = server.requests.map(({ body }) => body.includes('stream_options'));
  expect(wishes).toEqual([true, false, false]);
});

test('[MOD-1] two answers at once do not mix', async () => {
  const go = aPromise();
  const slow: Behaviour = async (response) => {
    response.write(words('One '));
    await go.promise;
    response.end(words('two') + DONE);
  };
  const { ask, firstDelta } = await aChat([slow, HELLO]);
  const first = ask();
  await firstDelta;
  expect((await ask({ onDelta: () => undefined })).text).toBe('Hi');
  go.resolve();
  expect((await first).text).toBe('One two');
});

test('[MOD-3] an abort ends the request with its reason, and the server hears of it', async () => {
  const { ask, controller, firstDelta, server, deltas } = await aChat([stalling(words('One '))]);
  const reply = ask();
  await firstDelta;
  controller.abort(new Error('the person left'));
  await expect(reply).rejects.toThrow('the person left');
  await server.requests[0]?.closed;
  expect(deltas).toHaveLength(1);
});

test('[MOD-3] an abort before the request sends none; one before the answer ends it', async () => {
  const { ask, controller, server } = await aChat([() => undefined]);
  const request = server.nextRequest();
  const reply = ask();
  const { closed } = await request;
  controller.abort(new Error('enough'));
  await expect(reply).rejects.toThrow('enough');
  await closed;
  await expect(ask()).rejects.toThrow('enough');
  expect(server.requests).toHaveLength(1);
});

test('[MOD-3] an abort by the callback that is told ends the answer there', async () => {
  const { ask, controller, deltas } = await aChat([streaming(words('One '), words('two'), DONE)]);
  const onDelta = (): void => controller.abort(new Error('enough'));
  await expect(ask({ onDelta })).rejects.toThrow('enough');
  expect(deltas).toEqual([]);
});

test('[MOD-3] whatever a callback throws ends the request, and is thrown', async () => {
  const { ask, server } = await aChat([stalling(words('One '))]);
  const onDelta = (): void => {
    throw new RangeError('a fault of the app');
  };
  await expect(ask({ onDelta })).rejects.toThrow(RangeError);
  await server.requests[0]?.closed;
});

test('[MOD-3] a `fetch` that knows no signal is not waited for', async () => {
  const fetch = (): Promise<Response> => new Promise(() => undefined);
  const { ask, controller } = await aChat([], { fetch });
  const reply = ask();
  controller.abort(new Error('enough'));
  await expect(reply).rejects.toThrow('enough');
});

test('[MOD-3] a server that sends nothing at all is given up after the time that it has', async () => {
  const clock = aSimulatedClock();
  const { ask, server } = await aChat([() => undefined], { clock, timeoutMs: 60_000 });
  const request = server.nextRequest();
  const reply = thrownBy(ask());
  const { closed } = await request;
  clock.advance(60_000);
  expect(await reply).toMatchObject({
    code: 'MODEL_TIMED_OUT',
    failure: { timeoutMs: 60_000 },
    partial: EMPTY_REPLY,
  });
  await closed;
});

test('[MOD-3] a server that falls silent in the middle is given up, and what had arrived is kept', async () => {
  const clock = aSimulatedClock();
  const options = { clock, timeoutMs: 60_000 };
  const { ask, firstDelta } = await aChat([stalling(words('One '))], options);
  const reply = thrownBy(ask());
  await firstDelta;
  clock.advance(60_000);
  expect(await reply).toMatchObject({ code: 'MODEL_TIMED_OUT', partial: { text: 'One ' } });
});

test('[MOD-3] each piece begins the time again', async () => {
  const clock = aSimulatedClock();
  const [first, second] = [aPromise(), aPromise()];
  const slow: Behaviour = async (response) => {
    response.write(words('One '));
    await first.promise;
    clock.advance(50_000);
    response.write(words('two '));
    await second.promise;
    clock.advance(50_000);
    response.end(words('three') + DONE);
  };
  const { ask } = await aChat([slow], { clock, timeoutMs: 60_000 });
  const told = [first.resolve, second.resolve];
  const reply = await ask({ onDelta: () => told.shift()?.() });
  expect(reply.text).toBe('One two three');
});

test.each([
  ['comments', ': ping\n\n'],
  ['bytes without a line end', 'x'],
  ['half of an event', 'data: '],
  ['empty pieces', words('')],
  ['empty pieces of calls', chunk({ tool_calls: [] })],
  ['usage', event({ choices: [], usage: { prompt_tokens: 9 } })],
])(
  '[MOD-3] a server that keeps the line open with %s is given up all the same',
  async (_, sign) => {
    const clock = aSimulatedClock();
    const go = aPromise();
    const pinging: Behaviour = async (response) => {
      response.write(words('One '));
      await go.promise;
      while (!response.destroyed) {
        await new Promise((resolve) => response.write(sign, resolve));
        // Well below the limit, so that each sign would put it off.
        clock.advance(1_000);
      }
    };
    const options = { clock, timeoutMs: 60_000, silenceMs: 20_000 };
    const { ask, firstDelta, silences, server } = await aChat([pinging], options);
    const reply = thrownBy(ask());
    await firstDelta;
    go.resolve();
    expect(await reply).toMatchObject({ code: 'MODEL_TIMED_OUT', partial: { text: 'One ' } });
    expect(silences).toEqual([true, false]);
    await server.requests[0]?.closed;
  },
);

test('[MOD-3] calls that arrive byte by byte begin the time again', async () => {
  const clock = aSimulatedClock();
  const { ask } = await aChat(
    [
      async (response) => {
        response.write(words('So: '));
        await go.promise;
        for (const text of ['{"row"', ':14', '}']) {
          const heard = aPromise();
          onHeard = heard.resolve;
          clock.advance(25_000);
          response.write(
            chunk({ tool_calls: [{ index: 0, function: { name: 'seat', arguments: text } }] }),
          );
          await heard.promise;
        }
        response.end(DONE);
      },
    ],
    { clock, timeoutMs: 60_000, silenceMs: 20_000 },
  );
  const go = aPromise();
  let onHeard: (() => void) | undefined;
  const reply = await ask({
    onDelta: () => go.resolve(),
    onSilence: (isSilent) => !isSilent && onHeard?.(),
  });
  expect(reply.toolCalls).toMatchObject([{ function: { arguments: '{"row":14}' } }]);
});

test('[MOD-3] a server that said its last word and keeps the line open costs no answer', async () => {
  const clock = aSimulatedClock();
  const { ask, firstDelta } = await aChat([stalling(chunk({ content: 'Done.' }, 'stop'))], {
    clock,
  });
  const reply = ask();
  await firstDelta;
  clock.advance(5_000);
  expect((await reply).text).toBe('Done.');
});

test('[MOD-3] signs of life behind the last word put off its end no further', async () => {
  const clock = aSimulatedClock();
  const go = aPromise();
  const living: Behaviour = async (response) => {
    response.write(chunk({ content: 'Done.' }, 'stop'));
    await go.promise;
    for (let count = 0; count < 3 && !response.destroyed; count += 1) {
      clock.advance(2_000);
      await new Promise((resolve) => response.write(': still here\n\n', resolve));
    }
  };
  const { ask, server } = await aChat([living], { clock });
  const reply = await ask({ onDelta: () => go.resolve() });
  expect(reply.text).toBe('Done.');
  await server.requests[0]?.closed;
});

test('[MOD-3] behind [DONE] nothing is waited for', async () => {
  const { ask, server } = await aChat([stalling(words('Hi'), DONE)]);
  expect((await ask()).text).toBe('Hi');
  await server.requests[0]?.closed;
});

test('[MOD-3] silence is told, broken by the next sign of life, and ends nothing', async () => {
  const clock = aSimulatedClock();
  const go = aPromise();
  const slow: Behaviour = async (response) => {
    response.write(words('One '));
    await go.promise;
    response.end(`: still here\n\n${DONE}`);
  };
  const options = { clock, silenceMs: 20_000, timeoutMs: Number.POSITIVE_INFINITY };
  const { ask, firstDelta, silences } = await aChat([slow], options);
  const reply = ask();
  await firstDelta;
  clock.advance(20_000);
  expect(silences).toEqual([true]);
  clock.advance(3_600_000);
  go.resolve();
  expect((await reply).text).toBe('One ');
  expect(silences).toEqual([true, false]);
});

test('[MOD-3] after an abort no silence is told', async () => {
  const clock = aSimulatedClock();
  const { ask, controller, silences, firstDelta } = await aChat([stalling(words('One '))], {
    clock,
  });
  const reply = ask();
  await firstDelta;
  clock.advance(20_000);
  controller.abort(new Error('enough'));
  await expect(reply).rejects.toThrow('enough');
  clock.advance(600_000);
  expect(silences).toEqual([true]);
});

test('[MOD-3] an abort ends the search for a reason too', async () => {
  const probed = aPromise();
  const { fetch, clock } = aConnection([
    failing,
    (seen) => {
      probed.resolve();
      return hanging(seen);
    },
    hanging,
  ]);
  const controller = new AbortController();
  const model = openAiCompatible({ baseUrl: 'http://localhost:1/v1', model: 'a', fetch, clock });
  const reply = model.chat({ messages: MESSAGES, signal: controller.signal });
  await probed.promise;
  controller.abort(new Error('enough'));
  await expect(reply).rejects.toThrow('enough');
});

test('[MOD-1] a base that begins with / is below the page’s own origin', async () => {
  const server = await aLocalServer(HELLO);
  vi.stubGlobal('origin', new URL(server.baseUrl).origin);
  onTestFinished(() => void vi.unstubAllGlobals());
  const model = openAiCompatible({ baseUrl: '/v1', model: 'small' });
  expect((await model.chat({ messages: MESSAGES })).text).toBe('Hi');
});

test('[MOD-1] a base below the page’s own origin is refused where there is no page', async () => {
  const server = await aLocalServer(HELLO);
  expect(() => openAiCompatible({ baseUrl: '/v1', model: 'small' })).toThrow(InvalidOptionError);
  expect(server.requests).toEqual([]);
});

test.each([
  ['baseUrl', { baseUrl: 'ftp://x' }],
  ['baseUrl', { baseUrl: '' }],
  ['model', { model: ' ' }],
  ['apiKey', { apiKey: 'sk-two\nlines' }],
  ['apiKey', { apiKey: '' }],
  ['headers', { headers: { 'x-key': 'sk-two\nlines' } }],
  ['headers', { headers: { 'no name': 'a' } }],
  ['timeoutMs', { timeoutMs: 0 }],
  ['silenceMs', { silenceMs: Number.NaN }],
])('[MOD-1] %s is refused in %j, without the key', (option, given) => {
  const make = () => openAiCompatible({ baseUrl: 'http://localhost:1/v1', model: 'a', ...given });
  let thrown: unknown;
  try {
    make();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(InvalidOptionError);
  expect(thrown).toMatchObject({ option });
  expect(String(thrown)).not.toContain('sk-two');
});
