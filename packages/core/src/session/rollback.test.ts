import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { QuotaExceededStoreError } from '../ground/errors/store-errors.ts';
import { nextTask } from '../ground/platform/clock.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import {
  aHeldAnswer,
  aScriptedSummarizer,
  hangs,
  type SummaryAnswer,
  says,
} from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const replies = (count: number, tokens = 60): readonly OpenAiMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    role: 'assistant',
    content: `${index} ${'x'.repeat(tokens * 4)}`,
  }));
/** More than the budget holds. */
const tooMuch = [user('Book ZFA04Y.'), ...replies(20), user('Go.')];

function aSession(answer: SummaryAnswer, options: Partial<AgentMemoryOptions> = {}) {
  const disk = inMemoryStore();
  const store = { ...aScriptedStore(disk), name: 'disk', persistent: true };
  const summarizer = aScriptedSummarizer(answer);
  const clock = aSimulatedClock();
  const memory = createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    clock,
    store,
    summarizer,
    compaction: { prepareAt: 1 },
    ...options,
  });
  const events: MemoryEvent[] = [];
  memory.onEvent((event) => events.push(event));
  return {
    memory,
    store,
    disk,
    summarizer,
    clock,
    events,
    /** Everything that a compaction could have left a trace in, copied. */
    async traces() {
      const { compactions, entries, scratchpad } = memory.getState();
      return structuredClone({
        stored: await disk.load('trip'),
        commits: store.calls.filter((call) => call === 'commit').length,
        transcript: memory.entries(),
        plan: memory.plan(),
        compactions,
        entries,
        scratchpad,
      });
    },
  };
}

// ---- A compaction that does not come to its end

test.each(['assemble', 'compact'] as const)(
  '[CMP-7] an aborted %s leaves transcript, overlays and store as they were, to the byte',
  async (act) => {
    const { memory, summarizer, traces, events } = aSession(hangs);
    await memory.append(tooMuch);
    const before = await traces();
    const { signal, abort } = aSimulatedAbort();
    const acting = memory[act]({ signal });
    await summarizer.asked(1);
    abort(new Error('enough'));
    await expect(acting).rejects.toThrow('enough');
    expect(await traces()).toEqual(before);
    expect(memory.getState()).toMatchObject({ status: 'ready', error: undefined });
    expect(events.at(-1)?.type).not.toBe('compaction-start');
    expect(events.filter(({ type }) => type === 'compaction-error')).toHaveLength(1);
    expect(summarizer.signals[0]?.aborted).toBe(true);
  },
);

test('[CMP-7] nothing is changed while a summary is awaited, and a time-out is no half of a compaction', async () => {
  const { memory, summarizer, traces, clock } = aSession(hangs);
  await memory.append(tooMuch);
  const before = await traces();
  const assembling = memory.assemble();
  await summarizer.asked(1);
  expect(await traces()).toEqual(before);
  clock.advance(60_000);
  await assembling;
  // Writes reach the store in their order, so this one is stored behind the compaction.
  await memory.patchScratchpad({});
  const after = await traces();
  expect(memory.getState().compactions).toHaveLength(1);
  expect(after.stored?.compactions).toEqual(memory.getState().compactions);
  expect(after.transcript).toEqual(before.transcript);
});

test('[CMP-7] a compaction that settings overtook leaves only what the settings changed', async () => {
  const held = aHeldAnswer();
  const { memory, summarizer, disk } = aSession(held.answer);
  await memory.append(tooMuch);
  const compacting = memory.compact();
  await summarizer.asked(1);
  await memory.configure({ budget: fixedBudget(5_000) });
  const stored = await disk.load('trip');
  held.say('- too late');
  expect(await compacting).toBeUndefined();
  expect(await disk.load('trip')).toEqual(stored);
  expect(memory.getState().compactions).toEqual([]);
  expect(memory.plan().ranges).toEqual([]);
});

test('[CMP-7] an undo that settings overtook is refused in words and changes nothing', async () => {
  const { memory } = aSession(says('- fine'));
  await memory.append(tooMuch);
  await memory.assemble();
  await memory.configure({ budget: fixedBudget(900) });
  const plan = structuredClone(memory.plan());
  await expect(memory.undoCompaction()).rejects.toThrow(/not taken back, nothing was changed/);
  expect(memory.plan()).toEqual(plan);
});

test('[CMP-7] a counter that throws in the middle leaves all as it was', async () => {
  let isBroken = false;
  const { memory, traces, events } = aSession(says('- fine'), {
    tokenCounter: {
      ...simpleCounter,
      count(text) {
        if (isBroken && text.includes('earlier messages')) throw new Error('the counter broke');
        return simpleCounter.count(text);
      },
    },
  });
  await memory.append(tooMuch);
  const before = await traces();
  isBroken = true;
  await expect(memory.assemble()).rejects.toThrow('the counter broke');
  isBroken = false;
  expect(await traces()).toEqual(before);
  expect(events.filter(({ type }) => type === 'compaction-error')).toHaveLength(1);
  await memory.assemble();
  expect(memory.getState().compactions).toHaveLength(1);
});

test('[CMP-7] a disposed session lets go of its summariser at once, whatever the time limit', async () => {
  const { memory, summarizer, disk } = aSession(hangs, {
    compaction: { prepareAt: 1, summaryTimeoutMs: Number.POSITIVE_INFINITY },
  });
  await memory.append(tooMuch);
  const stored = await disk.load('trip');
  const assembling = memory.assemble();
  await summarizer.asked(1);
  await memory.dispose();
  await expect(assembling).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  expect(summarizer.signals[0]?.aborted).toBe(true);
  expect(await disk.load('trip')).toEqual(stored);
});

// ---- A commit that fails

test('[CMP-7] a commit that fails is reported, the view holds, and the next commit brings it along', async () => {
  const { memory, store, disk } = aSession(says('- fine'));
  await memory.append(tooMuch);
  const stored = await disk.load('trip');
  store.failAll(['commit'], new Error('the disk coughed'));
  const { plan } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  while (!memory.getState().error) await nextTask();
  expect(memory.getState().error).toMatchObject({ message: 'The store failed: the disk coughed' });
  expect(await disk.load('trip')).toEqual(stored);
  store.heal();
  await memory.append({ role: 'assistant', content: 'Done.' });
  const later = await disk.load('trip');
  expect(later?.compactions).toEqual(memory.getState().compactions);
  expect(later?.overlays.ranges.length).toBeGreaterThan(0);
  expect(later?.entries).toHaveLength(tooMuch.length + 1);
});

test('[CMP-14] of several compactions that could not be stored, every record is stored later', async () => {
  const { memory, store, disk } = aSession(says('- fine'));
  await memory.append(tooMuch);
  store.failNext('commit', new Error('the disk coughed'));
  await memory.assemble();
  const undone = memory.undoCompaction();
  store.failNext('commit', new Error('the disk coughed'));
  await undone;
  store.failNext('commit', new Error('the disk coughed'));
  await memory.compact();
  await memory.append({ role: 'assistant', content: 'Done.' });
  const { compactions } = memory.getState();
  expect(compactions).toHaveLength(3);
  const stored = await disk.load('trip');
  expect(stored?.compactions).toEqual(compactions);
  expect(stored?.entries).toHaveLength(tooMuch.length + 1);
});

test('[STO-4] a commit whose answer was lost is not stored twice', async () => {
  const { memory, store, disk } = aSession(says('- fine'));
  await memory.append(tooMuch);
  store.failNextAfterwards('commit', new Error('the answer was lost'));
  await memory.assemble();
  await memory.patchScratchpad({ objective: 'Book' });
  await memory.append(replies(1));
  const stored = await disk.load('trip');
  expect(stored?.compactions).toEqual(memory.getState().compactions);
  expect(stored?.entries.map(({ id }) => id)).toEqual(memory.entries().map(({ id }) => id));
});

test('[STO-2] while the disk is full compactions go on in memory, and all of it is stored when there is room', async () => {
  const { memory, store, disk } = aSession(says('- fine'));
  await memory.append(tooMuch);
  store.failAll(['commit'], new QuotaExceededStoreError());
  for (let runs = 0; runs < 3; runs += 1) {
    await memory.append([...replies(20), user('Go on.')]);
    const { plan } = await memory.assemble();
    expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  }
  expect(memory.getState().degraded).toMatchObject([{ code: 'STORE_WRITE_FAILED' }]);
  store.heal();
  await memory.append(user('Thanks.'));
  const stored = await disk.load('trip');
  expect(stored?.compactions).toEqual(memory.getState().compactions);
  expect(stored?.entries).toHaveLength(memory.entries().length);
});
