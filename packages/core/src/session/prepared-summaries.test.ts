import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { extractiveSummarizer } from '../condense/extractive-summarizer.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import { NO_USES, type SummaryState, type SummaryUses } from '../condense/summary-state.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { nextTask } from '../ground/platform/clock.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import type { CompactionOptions } from '../state/settings.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
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
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { someCodes } from '../testing/some-codes.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
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
  expect(states).toEqual(['idle', 'working', 'idle', 'prepared', 'prepared', 'idle']);
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

test('[CMP-13] the second try has the time that the first one left: nobody waits twice', async () => {
  const held = aHeldAnswer();
  const session = aSession(held.answer, { summaryTimeoutMs: 5_000 }, { timeoutMs: 600_000 });
  const { memory, summarizer, clock } = session;
  await session.grow();
  await summarizer.asked(1);
  const compacting = memory.compact();
  await nextTask();
  clock.advance(4_000);
  summarizer.behave(hangs);
  held.fail('no GPU');
  await summarizer.asked(2);
  clock.advance(1_000);
  expect(await compacting).toMatchObject({
    summariser: 'extractive',
    summaryFailure: 'it did not answer within 1 s',
  });
});

test.each([
  ['a moment before its own', 0],
  ['while its own ends', 5],
])(
  '[CMP-13] [CMP-6] where the time of what is being prepared ends %s, a context asks nobody again',
  async (_, lateMs) => {
    const { memory, summarizer, clock, grow, reachThreshold } = aSession(hangs, {
      summaryTimeoutMs: 5_000,
    });
    await grow();
    await summarizer.asked(1);
    clock.advance(4);
    const started = vi.spyOn(clock, 'startTimer');
    const reaching = reachThreshold();
    while (!started.mock.calls.some(([, delayMs]) => delayMs === 5_000)) await nextTask();
    // The platform rings a timer when it comes to it.
    const nowMs = clock.nowMs;
    clock.nowMs = () => nowMs() + lateMs;
    clock.advance(4_996);
    await reaching;
    const { compactions, breaker } = memory.getState();
    expect(compactions).toMatchObject([{ summariser: 'extractive' }]);
    expect(compactions[0]).not.toHaveProperty('summaryFailure');
    expect(breaker).toMatchObject({ failures: 1 });
    expect(summarizer.calls).toBe(1);
  },
);

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

test('[CMP-13] where more has to leave than it speaks of, it is used and sentences extend it', async () => {
  const { memory, grow, prepared } = aSession(says('- too little'));
  await grow();
  await prepared();
  await memory.append([
    { role: 'assistant', content: 'The order ZFA04Y was moved to the hall in Ghent on 4 May.' },
    ...replies(2),
    user(`Read this: ${'word '.repeat(580)}`),
  ]);
  const { messages, plan } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(JSON.stringify(messages)).toContain('- too little');
  expect(JSON.stringify(messages)).toContain('was moved to the hall in Ghent');
  expect(memory.getState().compactions).toMatchObject([
    { wasPrepared: true, summariser: 'extractive', extends: 'scripted' },
  ]);
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
  for (let run = 0; run < 6; run += 1) {
    await memory.assemble();
    await nextTask();
    await memory.append(user('Go on.'));
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
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(1_000, { high: 0.9, low: 0.85 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    summarizer: aScriptedSummarizer(says('- fine')),
  });
  const replies = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      role: 'assistant' as const,
      content: someCodes(index),
    }));
  await memory.append([user('Book ZFA04Y.'), ...replies(36), user('Go.')]);
  await memory.previewCompaction();
  await memory.assemble();
  while (memory.getState().summary.status !== 'prepared') await nextTask();
  await memory.append([...replies(1), user('And now?')]);
  await memory.assemble();
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
  await memory.append(user('Go on.'));
  await memory.assemble();
  await summarizer.asked(2);
  expect(memory.getState().breaker.status).toBe('half-open');
  await reachThreshold();
  expect(summarizer.calls).toBe(2);
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
  held.say('- of what has left by now');
  while (memory.getState().breaker.status === 'half-open') await nextTask();
  expect(memory.getState().breaker).toMatchObject({ status: 'closed', failures: 0 });
  expect(memory.getState().summary.status).toBe('prepared');
});

test('[CMP-4] [CMP-13] a run asks a model once, however often it is compacted', async () => {
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
  // One in the run before, one in this.
  expect(summarizer.calls).toBe(2);
});

/** An agent's run: each step a call with its result, of 60 tokens. */
function aRun(answer: SummaryAnswer) {
  const session = aSession(answer, { prepareAt: 0.99 });
  const { memory } = session;
  let steps = 0;
  return {
    ...session,
    async step(result = 'x'.repeat(200)) {
      const id = `call-${steps++}`;
      const call = { id, type: 'function', function: { name: 'read', arguments: '{}' } } as const;
      await memory.append([
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content: `${id} ${result}` },
      ]);
      const context = await memory.assemble();
      expect(grammarFaults(context.messages)).toEqual([]);
      return JSON.stringify(context.messages);
    },
    compacted: () => memory.getState().compactions.length,
  };
}

test('[CMP-4] [CMP-13] in a run a model is asked once; its summary stands from the next compaction on, and sentences extend it', async () => {
  const { memory, summarizer, step, compacted, prepared } = aRun(says('- by the model'));
  await memory.append(user('Find it.'));
  while (compacted() < 1) await step();
  await prepared();
  while (compacted() < 2) await step();
  expect(await step('Error: the disk sda1 is full.')).toContain('- by the model');
  while (compacted() < 4) await step();
  const text = await step();
  expect(text).toContain('- by the model');
  expect(text).toContain('the disk sda1 is full');
  expect(summarizer.calls).toBe(1);
  expect(memory.getState().compactions).toMatchObject([
    { summariser: 'extractive' },
    { summariser: 'extractive', extends: 'scripted', wasPrepared: true },
    { summariser: 'extractive', extends: 'scripted' },
    { summariser: 'extractive', extends: 'scripted' },
  ]);
  const unused = { failed: 0, overtaken: 0, 'no-gain': 0 };
  expect(memory.getState().summary.uses).toEqual({ asked: 1, used: 1, unused });
});

test('[CMP-4] [CMP-13] a model that answers three compactions later still speaks of its messages; sentences speak of the rest', async () => {
  const held = aHeldAnswer();
  const { memory, summarizer, step, compacted, prepared } = aRun(held.answer);
  await memory.append(user('Find it.'));
  while (compacted() < 1) await step('Note: the first pages were read by Ada.');
  await summarizer.asked(1);
  while (compacted() < 2) await step();
  await step('Error: the disk sda1 is full.');
  while (compacted() < 3) await step();
  held.say('- late, by the model');
  await prepared();
  while (compacted() < 4) await step();
  const text = await step();
  expect(text).toContain('- late, by the model');
  expect(text).toContain('the disk sda1 is full');
  expect(summarizer.calls).toBe(1);
});

test('[CMP-4] a run whose summary by a model stands asks for no other one after a reload', async () => {
  const { memory, store, step, compacted, prepared } = aRun(says('- by the model'));
  await memory.append(user('Find it.'));
  while (compacted() < 1) await step();
  await prepared();
  while (compacted() < 2) await step();
  await memory.dispose();
  const summarizer = aScriptedSummarizer(says('- once more'));
  const again = createAgentMemory({
    ...{ id: 'trip', system: 'Answer briefly.', tokenCounter: simpleCounter, store, summarizer },
    budget: fixedBudget(1_000, { high: 0.9, low: 0.4 }),
  });
  await again.ready;
  const before = again.getState().compactions.length;
  while (again.getState().compactions.length < before + 2) {
    await again.append(replies(1));
    await again.assemble();
  }
  expect(summarizer.calls).toBe(0);
  const { messages } = await again.assemble();
  expect(JSON.stringify(messages)).toContain('- by the model');
});

test('[CMP-4] [MOD-4] sentences that a fallback adds leave the model its name', async () => {
  const behind: SummaryAnswer = (request) => extractiveSummarizer.summarize(request, {});
  const { memory, summarizer, step, compacted, prepared } = aRun(says('- by the model'));
  await memory.append(user('Find it.'));
  while (compacted() < 1) await step();
  await prepared();
  while (compacted() < 2) await step();
  summarizer.behave(behind);
  await memory.append(user('And the next one.'));
  while (compacted() < 4) await step();
  expect(memory.getState().compactions.slice(2)).toMatchObject([
    { extends: 'scripted' },
    { extends: 'scripted' },
  ]);
});

test('[CMP-13] the next run is summarised from the summary that stands, not from the start', async () => {
  const { memory, summarizer, step, compacted, prepared } = aRun(says('- by the model'));
  await memory.append(user('Find it.'));
  while (compacted() < 1) await step();
  await prepared();
  while (compacted() < 3) await step();
  await memory.append([{ role: 'assistant', content: 'Found.' }, user('And the next one.')]);
  while (summarizer.calls < 2) await step();
  expect(summarizer.requests[1]?.previous?.text).toContain('- by the model');
});

test.each<[keyof SummaryUses['unused'], SummaryAnswer]>([
  ['failed', fails('no GPU')],
  ['overtaken', says('- of before')],
])('[CMP-13] a summary that is asked for and not used is counted as %s', async (reason, answer) => {
  const { memory, grow } = aSession(answer);
  await grow();
  const isWritten = ({ status, uses }: SummaryState) =>
    status === 'prepared' || uses?.unused.failed === 1;
  while (!isWritten(memory.getState().summary)) await nextTask();
  await memory.configure({ budget: fixedBudget(960, { high: 0.9, low: 0.4 }) });
  const { uses } = memory.getState().summary;
  expect(uses).toMatchObject({ asked: 1, used: 0 });
  expect(uses?.unused[reason]).toBe(1);
});

test('[CMP-13] whatever happens in a session, each summary that was asked for is used, waits, or has a reason', async () => {
  const answers = fc.constantFrom(says('- fine'), fails('no GPU'));
  const acts = fc.array(
    fc.constantFrom(
      'step',
      'step',
      'step',
      'user',
      'undo',
      'budget',
      'compact',
      'abort',
      'overtake',
    ),
    {
      minLength: 20,
      maxLength: 60,
    },
  );
  await fc.assert(
    fc.asyncProperty(answers, acts, async (answer, list) => {
      const { memory, step } = aRun(answer);
      await memory.append(user('Find it.'));
      for (const [at, act] of list.entries()) {
        if (act === 'step') await step();
        else if (act === 'user') await memory.append(user(`Go on with ${at}.`));
        else if (act === 'compact') await memory.compact();
        else if (act === 'overtake') {
          const budget = fixedBudget(900 + at, { high: 0.9, low: 0.4 });
          await Promise.all([memory.compact(), memory.configure({ budget })]);
        } else if (act === 'abort') {
          const { signal, abort } = aSimulatedAbort();
          const compacting = memory.compact({ signal }).catch((error: Error) => error.message);
          await nextTask();
          abort(new Error('enough'));
          await compacting;
        } else if (act === 'budget') {
          await memory.configure({ budget: fixedBudget(900 + at, { high: 0.9, low: 0.4 }) });
        } else if (memory.getState().compactions.length > 0) {
          await memory.undoCompaction().catch((error: { code: string }) => {
            expect(error.code).toBe('UNDO_REFUSED');
          });
        }
      }
      while (memory.getState().summary.status === 'working') await nextTask();
      const { status, uses } = memory.getState().summary;
      const { asked, used, unused } = uses ?? NO_USES;
      const waiting = Number(status === 'prepared');
      const reasons = unused.failed + unused.overtaken + unused['no-gain'];
      expect(used + reasons + waiting).toBe(asked);
      await memory.dispose();
    }),
    { numRuns: 60 },
  );
});
