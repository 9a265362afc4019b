import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import type { MemoryEvent } from '../events/memory-event.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { nextTask } from '../platform/next-task.ts';
import type { CompactionOptions } from '../state/compaction-options.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import {
  aHeldAnswer,
  aScriptedSummarizer,
  fails,
  hangs,
  type SummaryAnswer,
  says,
} from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const replies = (count: number, tokens = 56): readonly OpenAiMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    role: 'assistant',
    content: `${index} ${'x'.repeat(tokens * 4 - 2)}`,
  }));

/** Compacts above 900 of 1,000 tokens; prepares from 630 on. */
function aSession(
  answer: SummaryAnswer,
  compaction: CompactionOptions = {},
  own: Pick<Summarizer, 'timeoutMs'> = {},
) {
  const summarizer = Object.assign(aScriptedSummarizer(answer), own);
  const clock = aSimulatedClock();
  const store = inMemoryStore();
  const memory = createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000, { high: 0.9, low: 0.4 }),
    tokenCounter: simpleCounter,
    clock,
    store,
    summarizer,
    compaction,
  });
  const events: MemoryEvent[] = [];
  memory.onEvent((event) => events.push(event));
  return {
    memory,
    summarizer,
    clock,
    store,
    events,
    /** Grows to where a summary is prepared, and shows that nobody waits for it. */
    async grow() {
      await memory.append([user('Book ZFA04Y.'), ...replies(11), user('Go.')]);
      // A first context does not wait for the code that prepares; here it is there.
      await memory.previewCompaction();
      const { plan } = await memory.assemble();
      expect(plan.totalTokens).toBeGreaterThan(630);
      expect(plan.totalTokens).toBeLessThanOrEqual(900);
      expect(plan.schedule.state).toBe('wait');
    },
    /** Goes on until the next context has to be compacted. */
    async reachThreshold() {
      await memory.append([...replies(4), user('And now?')]);
      expect(memory.plan().schedule.state).toBe('act');
      const context = await memory.assemble();
      expect(grammarFaults(context.messages)).toEqual([]);
      expect(context.plan.totalTokens).toBeLessThanOrEqual(1_000);
      return context;
    },
    async prepared() {
      while (memory.getState().summary.status !== 'prepared') await nextTask();
    },
  };
}

test('[CMP-13] a summary is prepared ahead of the threshold and swapped in there, with no wait', async () => {
  const { memory, summarizer, events, grow, prepared, reachThreshold } = aSession(says('- ready'));
  await grow();
  await prepared();
  const { summary } = memory.getState();
  expect(summary).toMatchObject({ status: 'prepared', name: 'scripted' });
  summarizer.behave(hangs);
  const { messages } = await reachThreshold();
  expect(summarizer.calls).toBe(1);
  expect(JSON.stringify(messages)).toContain('- ready');
  const [record] = memory.getState().compactions;
  expect(record).toMatchObject({ wasPrepared: true, summariser: 'scripted', durationMs: 0 });
  const left = record?.left.reduce((sum, { fromSeq, toSeq }) => sum + toSeq - fromSeq, 0);
  expect(summary.status === 'prepared' && summary.coversEntries).toBe(left);
  expect(memory.getState().summary.status).toBe('idle');
  const states = events.flatMap((event) =>
    event.type === 'summary-update' ? [event.summary.status] : [],
  );
  expect(states).toEqual(['working', 'idle', 'prepared', 'idle']);
});

test('[CMP-13] preparing changes nothing but what is said of it: no overlay, no record, no commit', async () => {
  const { memory, store, grow, prepared } = aSession(says('- ready'));
  await grow();
  const plan = memory.plan();
  const stored = await store.load('trip');
  await prepared();
  expect(memory.plan()).toBe(plan);
  expect(await store.load('trip')).toEqual(stored);
  expect(memory.getState().compactions).toEqual([]);
});

test('[CMP-13] who reaches the threshold while it is being prepared waits for it and asks nobody else', async () => {
  const held = aHeldAnswer();
  const { memory, summarizer, grow, reachThreshold } = aSession(held.answer);
  await grow();
  await summarizer.asked(1);
  const reaching = reachThreshold();
  for (let turns = 0; turns < 5; turns += 1) await nextTask();
  expect(summarizer.calls).toBe(1);
  held.say('- just in time');
  expect(JSON.stringify((await reaching).messages)).toContain('just in time');
  expect(summarizer.calls).toBe(1);
  expect(memory.getState().compactions).toMatchObject([{ wasPrepared: true }]);
});

test('[CMP-13] a slow summariser has its own time ahead of need, however long that is', async () => {
  const held = aHeldAnswer();
  const session = aSession(held.answer, { summaryTimeoutMs: 5_000 }, { timeoutMs: 600_000 });
  await session.grow();
  await session.summarizer.asked(1);
  session.clock.advance(599_999);
  expect(session.memory.getState().summary.status).toBe('working');
  held.say('- slow but here');
  await session.prepared();
  expect(JSON.stringify((await session.reachThreshold()).messages)).toContain('slow but here');
  expect(session.memory.getState().degraded).toEqual([]);
});

test('[CMP-13] a context waits for a slow summariser no longer than for any other, and asks nobody again', async () => {
  const session = aSession(hangs, { summaryTimeoutMs: 5_000 }, { timeoutMs: 600_000 });
  await session.grow();
  await session.summarizer.asked(1);
  session.clock.advance(60_000);
  const reaching = session.reachThreshold();
  for (let turns = 0; turns < 5; turns += 1) await nextTask();
  session.clock.advance(4_999);
  expect(session.memory.getState().compactions).toEqual([]);
  session.clock.advance(1);
  await reaching;
  const { compactions, degraded, breaker } = session.memory.getState();
  expect(compactions).toMatchObject([{ summariser: 'extractive' }]);
  expect(degraded).toMatchObject([{ message: expect.stringContaining('within 5 s') }]);
  expect(breaker).toMatchObject({ failures: 1 });
  expect(session.summarizer.calls).toBe(1);
});

test('[CMP-13] where what was being prepared fails, who waited for it asks for another', async () => {
  const held = aHeldAnswer();
  const { memory, summarizer, grow, reachThreshold } = aSession(held.answer);
  await grow();
  await summarizer.asked(1);
  const reaching = reachThreshold();
  await nextTask();
  summarizer.behave(says('- the second try'));
  held.fail('no GPU');
  expect(JSON.stringify((await reaching).messages)).toContain('the second try');
  expect(summarizer.calls).toBe(2);
  expect(memory.getState().compactions[0]?.wasPrepared).toBeUndefined();
});

test('[CMP-13] compacting by hand takes the prepared summary, and a preview leaves it where it is', async () => {
  const { memory, summarizer, grow, prepared } = aSession(says('- ready'));
  await grow();
  await prepared();
  await memory.previewCompaction();
  expect(memory.getState().summary.status).toBe('prepared');
  expect(await memory.compact()).toMatchObject({ wasPrepared: true, trigger: 'manual' });
  expect(summarizer.calls).toBe(1);
});

test('[CMP-13] other settings discard it, and the state says so at once', async () => {
  const { memory, summarizer, grow, prepared, reachThreshold } = aSession(says('- of before'));
  await grow();
  await prepared();
  summarizer.behave(says('- of now'));
  await memory.configure({ budget: fixedBudget(960, { high: 0.9, low: 0.4 }) });
  expect(memory.getState().summary.status).toBe('idle');
  const text = JSON.stringify((await reachThreshold()).messages);
  expect(text).toContain('- of now');
  expect(text).not.toContain('- of before');
  expect(memory.getState().compactions[0]?.wasPrepared).toBeUndefined();
});

test('[CMP-13] settings that change while it is being prepared discard it when it comes', async () => {
  const held = aHeldAnswer();
  const { memory, summarizer, grow } = aSession(held.answer);
  await grow();
  await summarizer.asked(1);
  await memory.configure({ budget: fixedBudget(960, { high: 0.9, low: 0.4 }) });
  held.say('- of before');
  while (memory.getState().summary.status !== 'idle') await nextTask();
  await nextTask();
  expect(memory.getState().summary.status).toBe('idle');
});

test('[CMP-13] an undo in between discards it', async () => {
  const { memory, summarizer, grow, prepared, reachThreshold } = aSession(says('- first'));
  await grow();
  await prepared();
  await reachThreshold();
  await memory.append([...replies(3), user('Go on.')]);
  await memory.assemble();
  await prepared();
  expect(summarizer.calls).toBe(2);
  await memory.undoCompaction();
  expect(memory.getState().summary.status).toBe('idle');
  summarizer.behave(says('- after the undo'));
  const { plan } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(memory.getState().compactions.at(-1)?.wasPrepared).toBeUndefined();
});

test('[CMP-13] it is not used where more has to leave than it speaks of', async () => {
  const { memory, summarizer, grow, prepared } = aSession(says('- too little'));
  await grow();
  await prepared();
  summarizer.behave(says('- enough'));
  await memory.append(user(`Read this: ${'word '.repeat(580)}`));
  const { messages, plan } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(summarizer.calls).toBe(2);
  expect(JSON.stringify(messages)).not.toContain('- too little');
  expect(memory.getState().compactions[0]?.wasPrepared).toBeUndefined();
});

test('[CMP-13] disposed while preparing: the call is aborted and nothing is left running', async () => {
  const { memory, summarizer, clock, store, events, grow } = aSession(hangs);
  await grow();
  await summarizer.asked(1);
  const stored = await store.load('trip');
  await memory.dispose();
  expect(summarizer.signals.map(({ aborted }) => aborted)).toEqual([true]);
  const { length } = events;
  clock.advance(86_400_000);
  await nextTask();
  expect(events).toHaveLength(length);
  expect(memory.getState()).toMatchObject({ compactions: [], degraded: [] });
  expect(await store.load('trip')).toEqual(stored);
});

test.each([
  ['at 1', { prepareAt: 1 }],
  ['below where the context stands', { prepareAt: 0.99 }],
])('[CMP-13] with prepareAt %s nothing is prepared', async (_, compaction) => {
  const { summarizer, grow, reachThreshold } = aSession(says('- fine'), compaction);
  await grow();
  await nextTask();
  expect(summarizer.calls).toBe(0);
  await reachThreshold();
  expect(summarizer.calls).toBe(1);
});

test('[CMP-13] [CMP-6] failures in the background open the breaker, and no call is held up by them', async () => {
  const { memory, summarizer, grow, reachThreshold } = aSession(fails('no GPU'));
  await grow();
  for (let calls = 0; calls < 6; calls += 1) {
    await memory.assemble();
    await nextTask();
  }
  expect(summarizer.calls).toBe(3);
  expect(memory.getState().breaker.status).toBe('open');
  expect(memory.getState().degraded).toMatchObject([{ code: 'SUMMARIZER_FAILED' }]);
  await reachThreshold();
  expect(summarizer.calls).toBe(3);
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
});

test('[CMP-13] [CMP-6] one that hangs in the background is given up after the time limit', async () => {
  const { memory, summarizer, clock, grow } = aSession(hangs);
  await grow();
  await summarizer.asked(1);
  clock.advance(60_000);
  while (memory.getState().breaker.failures === 0) await nextTask();
  expect(memory.getState().breaker).toEqual({ status: 'closed', failures: 1 });
  expect(summarizer.signals[0]?.aborted).toBe(true);
});

test('[CMP-13] [CMP-6] prepared summaries that free too little count as failures as well', async () => {
  const rules = { minimumGain: 0.99 };
  const { memory, grow, prepared, reachThreshold } = aSession(says('- fine'), rules);
  await grow();
  await prepared();
  await reachThreshold();
  expect(memory.getState().compactions).toMatchObject([{ wasPrepared: true }]);
  expect(memory.getState().breaker).toEqual({ status: 'closed', failures: 1 });
});

test('[CMP-13] [CMP-6] after the cool-down one trial in the background, and nobody else asks meanwhile', async () => {
  const breaker = { failures: 1, coolDownMs: 1_000 };
  const { memory, summarizer, clock, grow, reachThreshold } = aSession(fails('no GPU'), {
    breaker,
  });
  await grow();
  while (memory.getState().breaker.status !== 'open') await nextTask();
  clock.advance(1_000);
  const held = aHeldAnswer();
  summarizer.behave(held.answer);
  await memory.assemble();
  await summarizer.asked(2);
  expect(memory.getState().breaker.status).toBe('half-open');
  await reachThreshold();
  expect(summarizer.calls).toBe(2);
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
  held.say('- overtaken');
  while (memory.getState().breaker.status === 'half-open') await nextTask();
  expect(memory.getState().breaker).toMatchObject({ status: 'open', failures: 1 });
});

test('[CMP-4] [CMP-13] a run with a summary of a model has no other one prepared', async () => {
  const { memory, summarizer, grow, prepared, reachThreshold } = aSession(says('- fine'));
  await grow();
  await prepared();
  await reachThreshold();
  for (let steps = 0; steps < 12; steps += 1) {
    await memory.append(replies(1));
    const { plan } = await memory.assemble();
    expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
    await nextTask();
  }
  expect(memory.getState().compactions.length).toBeGreaterThan(1);
  expect(summarizer.calls).toBe(1);
});
