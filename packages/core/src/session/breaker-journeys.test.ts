import { expect, test } from 'vitest';
import type { BreakerState } from '../compaction/pacing/breaker.ts';
import type { Summary } from '../condense/summarizer.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import type { CompactionOptions } from '../state/settings.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import {
  aHeldAnswer,
  aScriptedSummarizer,
  fails,
  hangs,
  type SummaryAnswer,
  says,
  summaryOf,
} from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { someCodes } from '../testing/some-codes.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AssembledContext } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const BUDGET_TOKENS = 1_000;
const COOL_DOWN_MS = 300_000;

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const said = (content: string): OpenAiMessage => ({ role: 'assistant', content });
const reply = (tokens: number): OpenAiMessage => said('x'.repeat(tokens * 4));

/** A memory whose summariser behaves as told, on a clock that stands still. */
function aJourney(answer: SummaryAnswer, compaction: CompactionOptions = {}) {
  const summarizer = aScriptedSummarizer(answer);
  const clock = aSimulatedClock();
  const memory = createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(BUDGET_TOKENS),
    tokenCounter: simpleCounter,
    clock,
    summarizer,
    // Summaries written ahead of need have a journey of their own.
    compaction: { prepareAt: 1, ...compaction },
  });
  const events: MemoryEvent[] = [];
  memory.onEvent((event) => events.push(event));
  /** One more run: so much that the next context has to be compacted. */
  const appendRun = () =>
    memory.append([user('Next.'), ...Array.from({ length: 20 }, () => reply(60)), user('Go.')]);
  return {
    memory,
    summarizer,
    clock,
    events,
    appendRun,
    async run(): Promise<AssembledContext> {
      await appendRun();
      const context = await memory.assemble();
      expectSound(context);
      return context;
    },
    breakers: () =>
      events.flatMap((event): BreakerState[] =>
        event.type === 'breaker-update' ? [event.breaker] : [],
      ),
  };
}

function expectSound({ messages, plan }: AssembledContext): void {
  expect(grammarFaults(messages)).toEqual([]);
  expect(plan.totalTokens).toBeLessThanOrEqual(BUDGET_TOKENS);
  expect(messages[0]).toEqual({ role: 'system', content: 'Answer briefly.' });
}

const failures: readonly (readonly [string, SummaryAnswer])[] = [
  ['fails', fails('no GPU')],
  [
    'throws',
    () => {
      throw new Error('no worker');
    },
  ],
  ['answers nothing', says(' \n')],
  ['answers more than it got', (request) => says('y'.repeat(40_000))(request, {})],
  ['answers no object', () => Promise.resolve(undefined as never)],
  ['answers a number', () => Promise.resolve(7 as never)],
  ['answers a text that is none', () => Promise.resolve({ text: 12 } as never)],
  [
    'signs as the extractive one and answers no text',
    () => Promise.resolve({ madeBy: 'extractive', text: 5 } as never),
  ],
  [
    'signs as the extractive one and answers too much',
    () => Promise.resolve({ madeBy: 'extractive', text: 'y'.repeat(40_000) } as never),
  ],
  [
    'answers an object that cannot be read',
    () =>
      Promise.resolve({
        text: '- fine',
        get points(): never {
          throw new Error('out of reach');
        },
      } as never),
  ],
  ['gives no promise', () => undefined as never],
];

test.each(failures)(
  '[CMP-6] a summariser that %s is asked three times, then left alone, and compaction goes on',
  async (_, answer) => {
    const { memory, summarizer, run } = aJourney(answer);
    for (let failed = 1; failed <= 2; failed += 1) {
      await run();
      expect(memory.getState().breaker).toEqual({ status: 'closed', failures: failed });
    }
    const { plan } = await run();
    expect(memory.getState().breaker).toMatchObject({ status: 'open', failures: 3 });
    expect(plan.degraded).toMatchObject([{ code: 'SUMMARIZER_FAILED' }]);
    for (let more = 0; more < 4; more += 1) await run();
    expect(summarizer.calls).toBe(3);
    const { compactions } = memory.getState();
    expect(compactions).toHaveLength(7);
    expect(compactions.every(({ summariser }) => summariser === 'extractive')).toBe(true);
  },
);

test('[CMP-6] a summariser that hangs is given up after the time limit, and that is a failure', async () => {
  const { memory, summarizer, clock, appendRun } = aJourney(hangs, { summaryTimeoutMs: 5_000 });
  for (let failed = 1; failed <= 3; failed += 1) {
    await appendRun();
    const assembling = memory.assemble();
    await summarizer.asked(failed);
    expect(memory.getState().summary).toMatchObject({ status: 'working', name: 'scripted' });
    clock.advance(4_999);
    expect(memory.getState().status).toBe('compacting');
    clock.advance(1);
    expectSound(await assembling);
    expect(summarizer.signals[failed - 1]?.aborted).toBe(true);
    expect(memory.getState().breaker.failures).toBe(failed);
    expect(memory.getState().summary).toMatchObject({ status: 'idle', name: 'scripted' });
  }
  expect(memory.getState().breaker.status).toBe('open');
  expect(memory.plan().degraded).toMatchObject([
    { code: 'SUMMARIZER_FAILED', message: expect.stringContaining('within 5 s') },
  ]);
});

test('[CMP-6] a summary that freed less than a tenth of the context counts as a failure', async () => {
  const summarizer = aScriptedSummarizer(says('- fine'));
  const memory = createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(BUDGET_TOKENS, { high: 0.9, low: 0.88 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    summarizer,
    compaction: { prepareAt: 1 },
  });
  const texts = Array.from({ length: 38 }, (_, index) => someCodes(index));
  await memory.append([user('Next.'), ...texts.map(said), user('Go.')]);
  expectSound(await memory.assemble());
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'scripted' }]);
  expect(memory.getState().breaker).toEqual({ status: 'closed', failures: 1 });
});

test('[CMP-6] a success in between starts the count anew', async () => {
  const { memory, summarizer, run } = aJourney(fails('no GPU'));
  await run();
  await run();
  summarizer.behave(says('- fine'));
  await run();
  expect(memory.getState().breaker).toEqual({ status: 'closed', failures: 0 });
  expect(memory.getState().degraded).toEqual([]);
  summarizer.behave(fails('no GPU'));
  await run();
  expect(memory.getState().breaker).toEqual({ status: 'closed', failures: 1 });
});

test('[CMP-6] until the cool-down is over nobody asks, then once; success closes', async () => {
  const { memory, summarizer, clock, run, appendRun, breakers } = aJourney(fails('no GPU'));
  for (let runs = 0; runs < 3; runs += 1) await run();
  const openedAtMs = clock.nowMs();
  expect(memory.getState().breaker).toEqual({
    status: 'open',
    failures: 3,
    openedAtMs,
    retryAtMs: openedAtMs + COOL_DOWN_MS,
  });
  clock.advance(COOL_DOWN_MS - 1);
  await run();
  expect(summarizer.calls).toBe(3);
  clock.advance(1);
  const held = aHeldAnswer();
  summarizer.behave(held.answer);
  await appendRun();
  const three = [memory.assemble(), memory.assemble(), memory.assemble()];
  await summarizer.asked(4);
  expect(memory.getState().breaker).toEqual({ status: 'half-open', failures: 3 });
  held.say('- it works again');
  for (const context of await Promise.all(three)) expectSound(context);
  expect(summarizer.calls).toBe(4);
  expect(memory.getState().breaker).toEqual({ status: 'closed', failures: 0 });
  expect(breakers().map(({ status }) => status)).toEqual([
    'closed',
    'closed',
    'open',
    'half-open',
    'closed',
  ]);
});

test('[CMP-6] a trial that fails opens for another cool-down', async () => {
  const { memory, summarizer, clock, run } = aJourney(fails('no GPU'));
  for (let runs = 0; runs < 3; runs += 1) await run();
  clock.advance(COOL_DOWN_MS);
  await run();
  expect(summarizer.calls).toBe(4);
  const retryAtMs = clock.nowMs() + COOL_DOWN_MS;
  expect(memory.getState().breaker).toMatchObject({ status: 'open', failures: 4, retryAtMs });
  clock.advance(COOL_DOWN_MS - 1);
  await run();
  expect(summarizer.calls).toBe(4);
});

test('[CMP-6] a cool-down of Infinity is for good, and figures of one’s own are kept to', async () => {
  const breaker = { failures: 1, coolDownMs: Number.POSITIVE_INFINITY };
  const { memory, summarizer, clock, run } = aJourney(fails('no GPU'), { breaker });
  await run();
  clock.advance(10 * 365 * 86_400_000);
  await run();
  expect(summarizer.calls).toBe(1);
  expect(memory.getState().breaker).toMatchObject({ retryAtMs: Number.POSITIVE_INFINITY });
});

test('[CMP-6] an aborted call counts as nothing, also as a trial: the next one is the trial', async () => {
  const { memory, summarizer, clock, run, appendRun } = aJourney(fails('no GPU'));
  for (let runs = 0; runs < 3; runs += 1) await run();
  clock.advance(COOL_DOWN_MS);
  summarizer.behave(hangs);
  await appendRun();
  const { signal, abort } = aSimulatedAbort();
  const assembling = memory.assemble({ signal });
  await summarizer.asked(4);
  abort(new Error('enough'));
  await expect(assembling).rejects.toThrow('enough');
  expect(memory.getState().breaker).toMatchObject({ status: 'open', failures: 3 });
  summarizer.behave(says('- it works again'));
  expectSound(await memory.assemble());
  expect(summarizer.calls).toBe(5);
  expect(memory.getState().breaker.status).toBe('closed');
});

test('[RCT-4] a caller’s signal is let go of when its call is over', async () => {
  const { memory, appendRun } = aJourney(says('- fine'));
  const listening: (() => void)[] = [];
  const watched = {
    aborted: false,
    addEventListener: (_: 'abort', listener: () => void) => void listening.push(listener),
    removeEventListener: (_: 'abort', listener: () => void) => {
      listening.splice(listening.indexOf(listener), 1);
    },
  };
  await appendRun();
  await memory.assemble({ signal: watched });
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'scripted' }]);
  expect(listening).toEqual([]);
});

test('[CMP-6] a call that was overtaken by other settings counts as nothing', async () => {
  const { memory, summarizer, run, appendRun } = aJourney(fails('no GPU'));
  await run();
  await run();
  const held = aHeldAnswer();
  summarizer.behave(held.answer);
  await appendRun();
  const assembling = memory.assemble();
  await summarizer.asked(3);
  await memory.configure({ budget: fixedBudget(900) });
  summarizer.behave(fails('no GPU'));
  held.say('- too late');
  expectSound(await assembling);
  // The call under the new settings failed; the overtaken success has not closed the breaker before.
  expect(memory.getState().breaker).toMatchObject({ status: 'open', failures: 3 });
});

test('[CMP-6] a counter that breaks while a trial is judged leaves no trial behind that never ends', async () => {
  let isBroken = false;
  const summarizer = aScriptedSummarizer(fails('no GPU'));
  const clock = aSimulatedClock();
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(BUDGET_TOKENS),
    tokenCounter: {
      ...simpleCounter,
      count(text) {
        if (isBroken && text.includes('earlier messages')) throw new Error('the counter broke');
        return simpleCounter.count(text);
      },
    },
    clock,
    summarizer,
    compaction: { prepareAt: 1, breaker: { failures: 1 } },
  });
  const appendRun = () =>
    memory.append([user('Next.'), ...Array.from({ length: 20 }, () => reply(60)), user('Go.')]);
  await appendRun();
  await memory.assemble();
  clock.advance(COOL_DOWN_MS);
  summarizer.behave(says('- it works again'));
  await appendRun();
  isBroken = true;
  await expect(memory.assemble()).rejects.toThrow('the counter broke');
  expect(memory.getState()).toMatchObject({ status: 'ready', breaker: { status: 'open' } });
  isBroken = false;
  await memory.assemble();
  expect(summarizer.calls).toBe(3);
  expect(memory.getState().breaker.status).toBe('closed');
});

// ---- Answers that look like summaries

test.each<[string, (summary: Summary) => unknown]>([
  ['points that are no list', (summary) => ({ ...summary, points: 5 })],
  ['points of another shape', (summary) => ({ ...summary, points: [{ words: 'x' }, null] })],
  ['no range', ({ text, madeBy }) => ({ text, madeBy })],
  ['a name of its own', (summary) => ({ ...summary, madeBy: 'Llama 3.2 1B' })],
  ['no name', ({ madeBy: _, ...summary }) => summary],
  ['a lead that is no text', (summary) => ({ ...summary, lead: 9, points: [] })],
])(
  '[MOD-3] an answer with %s is used for its text, and never stands in the way later',
  async (problem, spoil) => {
    const { memory, summarizer, run } = aJourney((request) =>
      Promise.resolve(spoil(summaryOf(request, '- ZFA04Y is booked')) as Summary),
    );
    await run();
    expect(JSON.stringify((await memory.assemble()).messages)).toContain('ZFA04Y is booked');
    const summariser = problem === 'a name of its own' ? 'Llama 3.2 1B' : 'scripted';
    expect(memory.getState().compactions).toMatchObject([{ summariser }]);
    summarizer.behave(fails('no GPU'));
    for (let runs = 0; runs < 3; runs += 1) await run();
    expect(memory.getState().compactions).toHaveLength(4);
  },
);

test('[STO-4] an answer with a part that no store can keep does not keep the session from being stored', async () => {
  const { inMemoryStore } = await import('../store/in-memory-store.ts');
  const store = inMemoryStore();
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(BUDGET_TOKENS),
    tokenCounter: simpleCounter,
    store,
    summarizer: aScriptedSummarizer((request) =>
      Promise.resolve({ ...summaryOf(request, '- fine'), retry: () => undefined } as Summary),
    ),
  });
  await memory.append([user('Book.'), ...Array.from({ length: 20 }, () => reply(60)), user('Go.')]);
  await memory.assemble();
  await memory.append(user('And then?'));
  expect(memory.getState().error).toBeUndefined();
  expect((await store.load('trip'))?.compactions).toHaveLength(1);
});

// ---- Once a run, and in the middle of one only over the budget

/** A session in the middle of a run that grows step by step. */
function aLongRun() {
  const summarizer = aScriptedSummarizer();
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(BUDGET_TOKENS, { high: 0.6, low: 0.3 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    summarizer,
    compaction: { prepareAt: 1 },
  });
  let calls = 0;
  return {
    memory,
    summarizer,
    /** One call of a tool and its result, then the next context. */
    async step(tokens: number) {
      const id = `call-${calls++}`;
      const call = { id, type: 'function', function: { name: 'read', arguments: '{}' } } as const;
      await memory.append([
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content: `${id} ${'z '.repeat(tokens * 2)}` },
      ]);
      return memory.assemble();
    },
  };
}

test('[CMP-4] in the middle of a run nobody waits for the summariser, and it is asked once', async () => {
  const { memory, summarizer, step } = aLongRun();
  summarizer.behave(hangs);
  await memory.append(user('Find it.'));
  for (let steps = 0; steps < 12; steps += 1) expectWithin(await step(50));
  const { compactions } = memory.getState();
  expect(compactions.length).toBeGreaterThan(0);
  expect(summarizer.calls).toBe(1);
});

test('[CMP-4] over the input budget it is asked in the middle of a run, once in that run', async () => {
  const { memory, summarizer, step } = aLongRun();
  await memory.append(user('Find it.'));
  await step(250);
  await step(250);
  for (let steps = 0; steps < 8; steps += 1) expectWithin(await step(700));
  const overs = memory
    .getState()
    .compactions.filter(({ reason }) => reason === 'OVER_INPUT_BUDGET');
  expect(overs.length).toBeGreaterThan(1);
  expect(summarizer.calls).toBe(1);
  await memory.append(user('And the next one.'));
  for (let steps = 0; steps < 8; steps += 1) expectWithin(await step(700));
  expect(summarizer.calls).toBe(2);
});

test('[CMP-4] a summariser that signs with another name is asked once a run all the same', async () => {
  const { memory, summarizer, step } = aLongRun();
  summarizer.behave((request) =>
    Promise.resolve({ ...summaryOf(request, '- fine'), madeBy: 'Llama 3.2 1B' }),
  );
  await memory.append(user('Find it.'));
  for (let steps = 0; steps < 10; steps += 1) expectWithin(await step(700));
  expect(summarizer.calls).toBe(1);
});

function expectWithin({ messages, plan }: AssembledContext): void {
  expect(grammarFaults(messages)).toEqual([]);
  expect(plan.totalTokens).toBeLessThanOrEqual(BUDGET_TOKENS);
}

// ---- What the outside sees

test('[OBS-1] summary updates say working and idle, and only while somebody listens', async () => {
  const { events, run } = aJourney(says('- fine'));
  await run();
  const states = events.flatMap((event) =>
    event.type === 'summary-update' ? [event.summary] : [],
  );
  expect(states.map(({ status }) => status)).toEqual(['idle', 'working', 'idle', 'idle']);
  expect(states.at(-1)?.uses).toMatchObject({ asked: 1, used: 1 });
  expect(structuredClone(events)).toEqual(events);
});
