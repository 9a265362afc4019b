import {
  type AgentMemory,
  type ContextPlan,
  createAgentMemory,
  estimatingCounter,
  fixedBudget,
  type MemoryFeature,
  type PlanItem,
} from '@agent-memory/core';
import { openAi } from '@agent-memory/core/formats';
import { summaries } from '@agent-memory/core/internal';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOOKING_NUMBER, timeSession } from '../testing/time-session.ts';
import { happenings, spokenValue, ToldSession } from '../testing/told-session.ts';
import type { TracedCalls, TracedPlace } from './call-facts.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { memorySource } from './memory-source.ts';
import { indexOfPhrase, messageText } from './message-text.ts';
import { tracePhrase } from './trace-phrase.ts';

const SEED = 20_261_124;
const { signal } = new AbortController();
const ORDER = ['message', 'shortened', 'summary', 'archive', 'live', 'system'] as const;
const TIERS = ['working', 'archive', 'live', 'system'] as const;

function formOf({ kind, tier, decision }: PlanItem): TracedPlace['where'] {
  if (kind === 'entry' || kind === 'repair') {
    return ['trimmed', 'evicted'].includes(decision.fate) ? 'shortened' : 'message';
  }
  if (kind === 'condensed') return 'summary';
  return tier === 'working' ? 'message' : tier;
}

/** Looks through the whole plan of one call. */
function placeIn(plan: ContextPlan | undefined, phrase: string): TracedPlace {
  const holding = (plan?.items ?? []).filter(
    ({ message }) => indexOfPhrase(messageText(message), phrase) >= 0,
  );
  const where = ORDER.find((form) => holding.some((item) => formOf(item) === form)) ?? 'absent';
  const alike = holding.filter((item) => formOf(item) === where);
  const tier = TIERS.find((one) => alike.some((item) => item.tier === one));
  return { where, ...(tier && { tier }) };
}

async function everyCall(memory: AgentMemory, phrase: string): Promise<readonly unknown[]> {
  const calls = await memorySource(memory).calls(1);
  return Promise.all(
    calls.map(async ({ call }) => ({ call, ...placeIn(await memory.stateAt(call), phrase) })),
  );
}

function oneByOne(stretches: readonly TracedCalls[]): readonly unknown[] {
  return stretches.flatMap(({ fromCall, toCall, ...place }) =>
    Array.from({ length: toCall - fromCall + 1 }, (_, at) => ({ call: fromCall + at, ...place })),
  );
}

test(`[DEV-13] a phrase is traced as if each call's whole plan were searched`, async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const session = new ToldSession();
      await session.tell(all);
      const { memory } = session;
      const phrases = [0, 1, 2].map(spokenValue);
      for (const phrase of [...phrases, '12:', 'you help', 'No result', 'nowhere at all']) {
        const { calls } = await tracePhrase(memory, phrase, signal);
        expect(oneByOne(calls)).toEqual(await everyCall(memory, phrase));
        const isJoined = calls.every(
          ({ where, tier }, at) => where !== calls[at - 1]?.where || tier !== calls[at - 1]?.tier,
        );
        expect(isJoined).toBe(true);
      }
    }),
    { seed: SEED, numRuns: 30 },
  );
});

/** Every text in what goes to the provider. */
function textsIn(sent: unknown): readonly string[] {
  if (typeof sent === 'string') return [sent];
  return sent === null || typeof sent !== 'object' ? [] : Object.values(sent).flatMap(textsIn);
}

/** Asks the panel for every value of a session and compares with what went to the provider last. */
async function answersTold(memory: AgentMemory): Promise<readonly string[]> {
  const source = memorySource(memory);
  const { plan } = memory.getState();
  if (!plan || plan.isRefused) return [];
  const sent = textsIn(openAi.render(plan));
  const values = memory
    .entries()
    .flatMap(({ message }) => summaries.findValues(messageText(message)));
  const told: string[] = [];
  for (const value of new Set(values.map(({ text }) => text))) {
    const trace = await source.trace(value, { signal });
    const { fate, sentence } = trace.answer;
    const isSent = sent.some((text) => text.includes(value));
    expect({ value, fate, isSent: fate.startsWith('in-') }).toEqual({ value, fate, isSent });
    if (!isSent) told.push(sentence);
  }
  return told;
}

test('[HIS-4] [DEV-13] a value is said to be in the context exactly where its characters were sent', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const session = new ToldSession();
      await session.tell(all);
      await answersTold(session.memory);
    }),
    { seed: SEED, numRuns: 30 },
  );
});

test('[HIS-4] [DEV-13] of hundreds of values each that has no room is told so, and which were replaced', async () => {
  const memory = createAgentMemory({
    id: 'many-values',
    budget: fixedBudget(2_000),
    tokenCounter: estimatingCounter,
  });
  await memory.append({ role: 'user', content: 'Which orders are late?' });
  for (let page = 0; page < 24; page += 1) {
    const id = `call-${page}`;
    const called = { name: 'read_orders', arguments: JSON.stringify({ page: page % 12 }) };
    const orders = Array.from({ length: 14 }, (_, at) => `order ORD-${page}-${at} "Box ${at}"`);
    await memory.append([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: called }],
      },
      { role: 'tool', tool_call_id: id, content: orders.join('\n') },
    ]);
    await memory.assemble();
  }
  const told = await answersTold(memory);
  expect(told.length).toBeGreaterThan(150);
  const isOf = (words: string) => told.filter((reason) => reason.includes(words)).length;
  const replaced = isOf('Replaced: ');
  const noRoom = isOf('Lost. ');
  expect(Math.min(replaced, noRoom)).toBeGreaterThan(10);
  expect(replaced + noRoom + isOf('Cut: ')).toBe(told.length);
});

test('[DEV-13] a value is found as JSON writes it, and not in another case', async () => {
  const memory = createAgentMemory({ id: 'forms', budget: fixedBudget(900) });
  const called = { name: 'note', arguments: JSON.stringify({ text: 'Say "Hi"', code: 'Ab-12' }) };
  await memory.append([
    { role: 'user', content: 'Note it, and that AB-12 is another one.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'n', type: 'function', function: called }],
    },
    { role: 'tool', tool_call_id: 'n', content: 'Done.' },
  ]);
  await memory.assemble();
  const seqsOf = async (phrase: string) => (await tracePhrase(memory, phrase, signal)).seqs;
  expect(await seqsOf('Say "Hi"')).toEqual([1]);
  expect(await seqsOf('Ab-12')).toEqual([1]);
  expect(await seqsOf('ab-12')).toEqual([0, 1]);
});

const known: MemoryFeature = {
  name: 'known-facts',
  attach: () => ({
    archiveSections: [
      {
        id: 'known',
        kind: 'notes',
        share: 0.2,
        lead: 'Known from before',
        revision: () => 1,
        render: () => ({ text: 'Ada lives in Lyon.' }),
      },
    ],
  }),
};

/** A session whose last context holds a phrase in each place that there is. */
async function everyPlace(): Promise<AgentMemory> {
  const memory = createAgentMemory({
    id: 'every-place',
    system: 'You help Ada.',
    budget: fixedBudget(900),
    tokenCounter: estimatingCounter,
    features: [known],
  });
  await memory.notes.set('page', 'The page shows Porto.');
  const call = { name: 'find', arguments: '{"query":"trains"}' };
  for (const message of [
    { role: 'user', content: 'Find a train.' },
    {
      role: 'assistant',
      content: `The booking is PAY-9417. ${'It is to be paid soon. '.repeat(60)}`,
    },
    ...Array.from({ length: 8 }, (_, turn) => ({
      role: 'user' as const,
      content: `${turn}: ${'And what is next? '.repeat(12)}`,
    })),
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call-1', type: 'function', function: call }],
    },
    {
      role: 'tool',
      tool_call_id: 'call-1',
      content: `Express 4711 to Faro. ${'A later train. '.repeat(300)}`,
    },
    { role: 'user', content: 'Book that one.' },
  ] as const) {
    await memory.append(message);
    await memory.assemble();
  }
  return memory;
}

test.each([
  ['Find a train', 'message', 'archive'],
  ['Express 4711', 'shortened', 'working'],
  ['PAY-9417', 'summary', 'archive'],
  ['lives in Lyon', 'archive', 'archive'],
  ['shows Porto', 'live', 'live'],
  ['help Ada', 'system', 'system'],
  ['nowhere at all', 'absent', undefined],
])('[DEV-13] traces %j to the place "%s"', async (phrase, where, tier) => {
  const memory = await everyPlace();
  const { calls } = await tracePhrase(memory, phrase, signal);
  expect(oneByOne(calls)).toEqual(await everyCall(memory, phrase));
  expect(calls.at(-1)).toMatchObject({ where, ...(tier && { tier }) });
});

test('[DEV-13] tells where a value was first said, how often, and where it is now', async () => {
  const memory = await timeSession();
  const trace = await memorySource(memory).trace(BOOKING_NUMBER.toLowerCase(), { signal });
  expect(trace).toMatchObject({ seqs: [0], messages: 1 });
  const { items } = memory.getState().plan ?? { items: [] };
  expect(trace.itemIds).toEqual(
    items.filter((item) => messageText(item.message).includes(BOOKING_NUMBER)).map(({ id }) => id),
  );
  expect(trace.calls.at(0)).toMatchObject({ fromCall: 1, where: 'message' });
  expect(trace.calls.at(-1)?.toCall).toBe(60);
});

/** A memory of which one asks how often a past was worked out. */
function counted(memory: AgentMemory): InspectableMemory & { readonly asked: () => number } {
  let asked = 0;
  return {
    ...memory,
    stateAt: (call, options) => {
      asked += 1;
      return memory.stateAt(call, options);
    },
    asked: () => asked,
  };
}

test('[DEV-13] works a past out once for all calls between two changes', async () => {
  const memory = counted(await timeSession());
  await tracePhrase(memory, 'Porto', signal);
  const changes = memory.history().filter(({ kind }) => !['context', 'usage'].includes(kind));
  expect(memory.asked()).toBeLessThanOrEqual(changes.length + 1);
});

test('[DEV-13] a blank phrase is nowhere', async () => {
  const trace = await tracePhrase(await timeSession(), ' ', signal);
  expect(trace).toEqual({
    phrase: ' ',
    seqs: [],
    messages: 0,
    itemIds: [],
    answer: expect.objectContaining({ fate: 'never-said' }),
    calls: [{ fromCall: 1, toCall: 60, where: 'absent' }],
  });
});

test('[DEV-13] a trace that is aborted ends with the reason, and asks for no more pasts', async () => {
  const memory = counted(await timeSession());
  const abort = new AbortController();
  const early = new AbortController();
  early.abort(new Error('Never mind.'));
  await expect(tracePhrase(memory, 'Porto', early.signal)).rejects.toThrow('Never mind.');
  expect(memory.asked()).toBe(0);
  const aborting: InspectableMemory = {
    ...memory,
    stateAt: (call, options) => {
      abort.abort(new Error('Enough.'));
      return memory.stateAt(call, { ...options, signal });
    },
  };
  await expect(tracePhrase(aborting, 'Porto', abort.signal)).rejects.toThrow('Enough.');
  expect(memory.asked()).toBe(1);
});
