import { extractiveSummarizer, InvalidOptionError, type Summarizer } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { openAiCompatible } from '../endpoint/open-ai-compatible.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { DONE, words } from '../testing/events.ts';
import {
  aLocalServer,
  type Behaviour,
  refusing,
  stalling,
  streaming,
} from '../testing/local-server.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import type { FallbackReport } from './chain.ts';
import { fallback } from './fallback.ts';

const says = (text: string): Behaviour => streaming(words(text), DONE);
const busy = refusing(503, 'busy');
const keyless = refusing(401, 'who?');

async function aModel(name: string, ...behaviours: readonly Behaviour[]) {
  const server = await aLocalServer(...behaviours);
  return { server, model: openAiCompatible({ baseUrl: server.baseUrl, model: name }) };
}

/** A chain of models at servers of their own, each with its behaviours. */
async function aChain(behaviours: Readonly<Record<string, readonly Behaviour[]>>) {
  const members = await Promise.all(
    Object.entries(behaviours).map(([name, each]) => aModel(name, ...each)),
  );
  const clock = aSimulatedClock();
  const reports: FallbackReport[] = [];
  const chain = fallback(
    members.map(({ model }) => model),
    { clock },
  );
  chain.subscribe(() => reports.push(chain.status));
  const ask = (request: Partial<ChatRequest> = {}) =>
    chain.chat({ messages: MESSAGES, ...request });
  const asked = () => members.map(({ server }) => server.requests.length);
  return { chain, ask, asked, clock, reports, servers: members.map(({ server }) => server) };
}

test('[MOD-1] the first model that answers is taken, and nobody else is asked', async () => {
  const { chain, ask, asked, reports } = await aChain({ near: [says('Hi')], far: [says('Ho')] });
  expect((await ask()).text).toBe('Hi');
  expect(asked()).toEqual([1, 0]);
  expect(chain.status).toEqual({ taken: 'near', passedOver: [] });
  expect(reports).toEqual([chain.status]);
  expect(chain.name).toBe('near → far');
});

test('[MOD-3] where one fails the next one answers, and the status says why', async () => {
  const { chain, ask, reports } = await aChain({ near: [busy], far: [says('Ho')] });
  expect((await ask()).text).toBe('Ho');
  expect(chain.status).toEqual({
    taken: 'far',
    passedOver: [
      {
        name: 'near',
        error: { code: 'MODEL_SERVER_FAULT', message: expect.stringContaining('“busy”') },
        wasAsked: true,
      },
    ],
  });
  expect(structuredClone(reports).at(-1)).toEqual(chain.status);
});

test('[MOD-3] where nobody answers the last error is thrown, and all of them are told', async () => {
  const { chain, ask } = await aChain({ near: [keyless], far: [busy] });
  expect((await thrownBy(ask())).code).toBe('MODEL_SERVER_FAULT');
  expect(chain.status.taken).toBeUndefined();
  expect(chain.status.passedOver.map(({ error }) => error.code)).toEqual([
    'MODEL_UNAUTHORIZED',
    'MODEL_SERVER_FAULT',
  ]);
});

test('[MOD-3] a failure that lasts is remembered for a minute, and then asked about again', async () => {
  const { chain, ask, asked, clock } = await aChain({
    near: [keyless, says('Hi')],
    far: [says('Ho')],
  });
  await ask();
  clock.advance(59_999);
  expect((await ask()).text).toBe('Ho');
  expect(asked()).toEqual([1, 2]);
  expect(chain.status.passedOver).toMatchObject([
    { name: 'near', error: { code: 'MODEL_UNAUTHORIZED' }, wasAsked: false },
  ]);
  clock.advance(1);
  expect((await ask()).text).toBe('Hi');
  expect(chain.status).toEqual({ taken: 'near', passedOver: [] });
});

test('[MOD-3] a failure that may pass is asked about each time', async () => {
  const { ask, asked } = await aChain({ near: [busy, says('Hi')], far: [says('Ho')] });
  expect((await ask()).text).toBe('Ho');
  expect((await ask()).text).toBe('Hi');
  expect(asked()).toEqual([2, 1]);
});

test.each([
  ['too long', refusing(413, '')],
  ['refused', refusing(400, 'bad')],
])('[MOD-3] a request that is %s says nothing of the next one', async (_, refused) => {
  const { ask, asked } = await aChain({ near: [refused, says('Hi')], far: [says('Ho')] });
  expect((await ask()).text).toBe('Ho');
  expect((await ask()).text).toBe('Hi');
  expect(asked()).toEqual([2, 1]);
});

test('[MOD-3] where all have failed for good, all are asked: there is nobody else', async () => {
  const { ask, asked } = await aChain({ near: [keyless, says('Hi')], far: [keyless] });
  await thrownBy(ask());
  expect((await ask()).text).toBe('Hi');
  expect(asked()).toEqual([2, 1]);
});

test('[MOD-3] an abort is passed on, and nobody else is asked', async () => {
  const { chain, ask, asked, servers } = await aChain({
    near: [stalling(words('Hel'))],
    far: [says('Ho')],
  });
  const controller = new AbortController();
  const arrived = servers[0]?.nextRequest();
  const asking = ask({ signal: controller.signal });
  await arrived;
  controller.abort(new Error('the user left'));
  await expect(asking).rejects.toThrow('the user left');
  await expect(ask({ signal: controller.signal })).rejects.toThrow('the user left');
  expect(asked()).toEqual([1, 0]);
  expect(chain.status.passedOver).toEqual([]);
});

test('[MOD-3] an answer that broke off after words were told is continued by nobody', async () => {
  const told: string[] = [];
  const { chain, ask, asked } = await aChain({
    near: [streaming(words('Hel'))],
    far: [says('Ho')],
  });
  const error = await thrownBy(ask({ onDelta: ({ text }) => told.push(text) }));
  expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', partial: { text: 'Hel' } });
  expect(told).toEqual(['Hel']);
  expect(asked()).toEqual([1, 0]);
  expect(chain.status).toMatchObject({ passedOver: [{ name: 'near' }] });
  expect(chain.status.taken).toBeUndefined();
});

test('[MOD-3] an error of the listener to the pieces asks no other model', async () => {
  const { ask, asked } = await aChain({ near: [says('Hi')], far: [says('Ho')] });
  const onDelta = (): void => {
    throw new Error('the page is gone');
  };
  await expect(ask({ onDelta })).rejects.toThrow('the page is gone');
  expect(asked()).toEqual([1, 0]);
});

test('[MOD-3] the model is told as taken when its first piece arrives, before its end', async () => {
  const { chain, ask } = await aChain({ near: [busy], far: [says('Ho')] });
  let taken: string | undefined;
  await ask({
    onDelta: () => {
      taken = chain.status.taken;
    },
  });
  expect(taken).toBe('far');
});

test('[DEV-1] who subscribes hears of each change until it ends', async () => {
  const { chain, ask } = await aChain({ near: [busy, says('Hi')], far: [says('Ho')] });
  const heard: unknown[] = [];
  const stop = chain.subscribe(() => heard.push(chain.status.taken));
  await ask();
  stop();
  await ask();
  expect(heard).toEqual([undefined, 'far']);
});

test('[MOD-4] the window of a chain is the smallest that is known', () => {
  const model = (contextWindow?: number): ChatModel => ({
    name: 'x',
    ...(contextWindow !== undefined && { contextWindow }),
    chat: () => Promise.reject(new Error('not asked')),
  });
  expect(fallback([model(8_192), model(), model(4_096)]).contextWindow).toBe(4_096);
  expect(fallback([model()]).contextWindow).toBeUndefined();
});

const REQUEST = {
  sources: [
    { seq: 1, role: 'user', text: 'Please rebook order ZFA04Y to 2026-05-20, if you can.' },
  ],
  maxTokens: 60,
  count: (text: string) => Math.ceil(text.length / 4),
} as const;

test('[MOD-1] summarisers make a chain as well; its summary says who wrote it', async () => {
  const failing: Summarizer = {
    name: 'failing',
    summarize: () => {
      throw new Error('no model');
    },
  };
  const chain = fallback([failing, extractiveSummarizer]);
  expect((await chain.summarize(REQUEST, {})).madeBy).toBe('extractive');
  expect(chain.status).toEqual({
    taken: 'extractive',
    passedOver: [{ name: 'failing', error: { message: 'no model' }, wasAsked: true }],
  });
});

test.each([
  ['an empty list', []],
  ['what is no list', 'small'],
  ['a mixed list', [extractiveSummarizer, { name: 'x', chat: () => undefined }]],
  ['what is neither', [{ name: 'x' }]],
])('[OBS-3] %s is refused', (_, members) => {
  expect(() => fallback(members as never)).toThrow(InvalidOptionError);
});

test.each([
  [{ clock: {} }, 'clock'],
  [{ onTaken: () => undefined }, 'fallback.onTaken'],
])('[OBS-3] for summarisers %j is refused', (options, option) => {
  const make = () => fallback([extractiveSummarizer], options as never);
  expect(make).toThrow(expect.objectContaining({ option }));
});

test('[MOD-3] the time that a chain may take follows that of its members', () => {
  const summarize = () => Promise.reject(new Error('It is not asked.'));
  const member = { name: 'slow', summarize, timeoutMs: 1_000 };
  const chain = fallback([member, extractiveSummarizer]);
  member.timeoutMs = 9_000;
  expect(chain.timeoutMs).toBe(9_000);
});
