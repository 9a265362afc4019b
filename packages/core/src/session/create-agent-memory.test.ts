import { expect, test } from 'vitest';
import { tokenBudget } from '../compaction/policies/eviction-policy.ts';
import { extractiveSummarizer } from '../condense/extractive-summarizer.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { ContextOverflowError } from '../ground/errors/context-overflow-error.ts';
import {
  InvalidMessageError,
  InvalidOptionError,
  SessionClosedError,
} from '../ground/errors/errors.ts';
import { QuotaExceededStoreError, StoreCorruptError } from '../ground/errors/store-errors.ts';
import { nextTask } from '../ground/platform/clock.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { aChange, someEntries } from '../testing/builders.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { createBudget, fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const reply = (tokens: number): OpenAiMessage => ({
  role: 'assistant',
  content: 'x'.repeat(tokens * 4),
});

/** More than the budget holds: the next context needs a compaction that summarises. */
const tooMuch = [user('Book ZFA04Y.'), ...Array.from({ length: 20 }, () => reply(60)), user('Go.')];

/** A store that outlives the page and is not called like the fallback. */
function aDisk(inner: MemoryStore = inMemoryStore()) {
  return { ...aScriptedStore(inner), name: 'disk', persistent: true };
}

/** A summariser that waits until it is told what to answer, and counts its calls. */
function aHeldSummarizer() {
  const held: { answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const summarizer: Summarizer = {
    name: 'held',
    summarize: ({ sources }) =>
      new Promise((resolve, reject) => {
        const [fromSeq, toSeq] = [sources[0]?.seq ?? 0, sources.at(-1)?.seq ?? 0];
        held.push({
          answer: (text) => resolve({ madeBy: 'held', fromSeq, toSeq, text }),
          fail: reject,
        });
      }),
  };
  return {
    summarizer,
    get calls() {
      return held.length;
    },
    /** Resolves when the summariser was asked for the `count`th time. */
    async asked(count = 1) {
      while (held.length < count) await nextTask();
    },
    answer: (text: string) => held.at(-1)?.answer(text),
    fail: (error: Error) => held.at(-1)?.fail(error),
  };
}

function neverAnswers(): void {
  // A store that hangs.
}

function summarizerOf(summarize: Summarizer['summarize']): Summarizer {
  return { name: 'scripted', summarize };
}

// ---- Making one

test('[RCT-2] making a memory touches no store, no clock, no counter and no summariser', () => {
  const touched = (): never => {
    throw new Error('touched');
  };
  const untouchable = { load: touched, commit: touched, list: touched, delete: touched };
  const memory = createAgentMemory({
    id: 'trip',
    contextWindow: 128_000,
    system: 'x',
    tools: [{ name: 'find' }],
    store: { name: 'disk', persistent: true, close: touched, ...untouchable },
    clock: { nowMs: touched },
    createId: touched,
    tokenCounter: { encoding: 'e', source: 'counted', count: touched },
    summarizer: summarizerOf(touched),
    policy: { name: 'untouched', choose: touched },
  });
  expect(memory.getState()).toMatchObject({ status: 'hydrating', entries: 0, plan: undefined });
});

test('[PAD-1] a pad that was handed out cannot be changed, and no session begins with another one’s', async () => {
  const first = aMemory();
  const pad = first.getState().scratchpad;
  expect(() => pad.keyFacts.push('card 4111')).toThrow(TypeError);
  await first.patchScratchpad({ keyFacts: ['card 4111'] });
  expect(() => first.getState().scratchpad.keyFacts.push('more')).toThrow(TypeError);
  expect(aMemory({ id: 'other' }).getState().scratchpad.keyFacts).toEqual([]);
});

test.each([
  ['a system text that is no text', { system: 5 }, 'system'],
  ['tools that are no list', { tools: 'x' }, 'tools'],
  ['a counter that cannot count', { tokenCounter: () => 5 }, 'tokenCounter'],
  ['a store without calls', { store: {} }, 'store'],
  ['a store that is a name', { store: 'abc' }, 'store'],
  ['a store that is a number', { store: 5 }, 'store'],
  ['a policy that is only a name', { policy: 'x' }, 'policy'],
  ['a policy without a name', { policy: { choose: () => [] } }, 'policy'],
  ['a budget that is a number', { budget: 5 }, 'budget'],
  [
    'a ready budget with a hole in it',
    { budget: { ...fixedBudget(10), inputTokens: Number.NaN } },
    'budget',
  ],
])('[BUD-1] %s is refused by name', (_, options, option) => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
  expect(() => aMemory(options as never)).toThrow(refusal);
});

test('[STO-1] a store that lacks a call is refused with the name of the call', () => {
  const { load, list } = inMemoryStore();
  const options = { store: { name: 'disk', persistent: true, load, list } };
  expect(() => aMemory(options as never)).toThrow('Option `store` must have a function `commit`.');
});

test('[RCT-2] a listener that is no function is refused at once', () => {
  const memory = aMemory();
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option: 'listener' });
  expect(() => memory.onEvent(5 as never)).toThrow(refusal);
  expect(() => memory.subscribe(null as never)).toThrow(refusal);
});

test('[BUD-1] settings are checked like options, and a budget is taken in either form', async () => {
  const memory = aMemory();
  await expect(memory.configure({ budget: {} as never })).rejects.toThrow(InvalidOptionError);
  await expect(memory.configure({ policy: 'x' as never })).rejects.toThrow(InvalidOptionError);
  await expect(memory.configure(null as never)).rejects.toThrow(InvalidOptionError);
  await memory.configure({ budget: { contextWindow: 20_000 } });
  expect(memory.getState().budget.inputTokens).toBe(14_654);
  const refusal = memory.assemble({ format: 'other' as never });
  await expect(refusal).rejects.toMatchObject({ code: 'INVALID_OPTION', option: 'format' });
});

test('[BUD-3] what is appended while a context is assembled is reckoned with', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...Array.from({ length: 14 }, () => reply(62))]);
  await memory.assemble();
  const assembling = memory.assemble();
  const appending = memory.append(user('y'.repeat(600)));
  const { plan } = await assembling;
  await appending;
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
});

test('[CMP-8] a plan and a budget that were handed out cannot be changed', async () => {
  const memory = aMemory();
  await memory.append(user('Book ZFA04Y.'));
  const { plan } = await memory.assemble();
  expect(() => (plan.items as unknown[]).pop()).toThrow(TypeError);
  expect(() => Object.assign(plan.budget, { inputTokens: 1 })).toThrow(TypeError);
});

test('[RCT-4] an append to a store that hangs is let go when it is aborted', async () => {
  const abort = aSimulatedAbort();
  const memory = aMemory({ store: { ...aDisk(), commit: () => new Promise<never>(neverAnswers) } });
  const appending = memory.append(user('Hi'), { signal: abort.signal });
  await nextTask();
  abort.abort(new Error('enough'));
  await expect(appending).rejects.toThrow('enough');
});

test('[BUD-1] an empty id and a missing or impossible window are refused', () => {
  for (const id of ['', 'x'.repeat(201)]) {
    expect(() => createAgentMemory({ id, contextWindow: 128_000 })).toThrow(InvalidOptionError);
  }
  // @ts-expect-error: a caller without types may leave the window out
  expect(() => createAgentMemory({ id: 'trip' })).toThrow(/`contextWindow` is missing/);
  expect(() => createAgentMemory({ id: 'trip', contextWindow: 0 })).toThrow(
    /leaves no room for input: 0 window/,
  );
});

test('[BUD-6] a small window works by default, before and after `configure`', async () => {
  const memory = createAgentMemory({ id: 'small', contextWindow: 4_096 });
  expect(memory.getState().budget.inputTokens).toBe(2_880);
  await memory.configure({ budget: { contextWindow: 2_048 } });
  expect(memory.getState().budget.inputTokens).toBe(1_440);
  const tools = [{ name: 'find', description: 'Finds a parcel.' }];
  const withTools = createAgentMemory({ id: 'tools', contextWindow: 4_096, tools });
  expect(withTools.getState().budget.inputTokens).toBe(1_920);
});

test('[BUD-2] a summariser is asked from 0.85 on in whatever form the budget is given', async () => {
  const summarizer = extractiveSummarizer;
  const given = [
    { contextWindow: 50_000 },
    { budget: { contextWindow: 50_000 } },
    { budget: createBudget({ contextWindow: 50_000 }) },
  ];
  for (const options of given) {
    const memory = createAgentMemory({ id: 'marks', summarizer, ...options });
    const { highTokens, inputTokens } = memory.plan().budget;
    expect(highTokens).toBe(Math.floor(0.85 * inputTokens));
    await memory.configure({ budget: { contextWindow: 20_000 } });
    expect(memory.plan().budget.highTokens).toBe(Math.floor(0.85 * 14_654));
  }
});

test('[MSG-1] its functions may be taken off it', async () => {
  const { append, assemble, getState } = aMemory();
  await append(user('Hi'));
  expect((await assemble()).messages).toEqual([
    { role: 'system', content: 'Answer briefly.' },
    user('Hi'),
  ]);
  expect(getState().status).toBe('ready');
});

// ---- Appending

test('[MSG-5] an id that is there already is not appended again, and gives the first entry', async () => {
  const memory = aMemory();
  const [first] = await memory.append({ ...user('Hi'), id: 'm-1' });
  const [again] = await memory.append({ ...user('Hi'), id: 'm-1' });
  expect(again).toEqual(first);
  expect(memory.entries()).toMatchObject([{ id: 'm-1' }]);
  expect(memory.getState().degraded).toEqual([]);
});

test('[STO-4] a repeated message is acknowledged only when the first one is stored', async () => {
  const inner = inMemoryStore();
  let store: () => void = () => undefined;
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const order: string[] = [];
  const slow: MemoryStore = {
    name: 'disk',
    persistent: true,
    load: (id) => inner.load(id),
    list: () => inner.list(),
    delete: (id) => inner.delete(id),
    close: () => inner.close(),
    async commit(id, change) {
      await stored;
      order.push('stored');
      await inner.commit(id, change);
    },
  };
  const memory = aMemory({ store: slow });
  const message = { ...user('Hi'), id: 'm-1' };
  const first = memory.append(message);
  const again = memory.append(message).then(() => order.push('acknowledged'));
  await nextTask();
  store();
  await Promise.all([first, again]);
  expect(order).toEqual(['stored', 'acknowledged']);
});

test('[MSG-3] of several messages with one bad none is appended', async () => {
  const memory = aMemory();
  const bad = { role: 'user', content: 5 } as never;
  const refused = memory.append([user('Hi'), bad, user('Bye')]);
  await expect(refused).rejects.toThrow(InvalidMessageError);
  await expect(refused).rejects.toMatchObject({ field: 'messages.1.content' });
  await memory.ready;
  expect(memory.entries()).toEqual([]);
});

test.each([5, ''])('[MSG-3] an id of %j is refused', async (id) => {
  const refused = aMemory().append({ ...user('Hi'), id } as never);
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_MESSAGE', field: 'id' });
});

test('[MSG-3] what no store can keep is refused before anything is appended', async () => {
  const memory = aMemory({ store: aDisk() });
  const bad = { role: 'user', content: [{ type: 'run', run: () => 1 }] } as never;
  await expect(memory.append(bad)).rejects.toMatchObject({ code: 'INVALID_MESSAGE' });
  await memory.append(user('Hi'));
  expect(memory.entries()).toHaveLength(1);
  expect(memory.getState().error).toBeUndefined();
});

test('[RCT-4] an append that was aborted before it began appends nothing', async () => {
  const memory = aMemory();
  const { signal, abort } = aSimulatedAbort();
  const appending = memory.append(user('Hi'), { signal });
  abort(new Error('enough'));
  await expect(appending).rejects.toThrow('enough');
  await memory.ready;
  expect(memory.entries()).toEqual([]);
});

test('[MSG-5] originals are read by position, and a range outside is empty', async () => {
  const memory = aMemory();
  await memory.append([user('a'), user('b'), user('c')]);
  const seqs = (range: Parameters<AgentMemory['entries']>[0]) =>
    memory.entries(range).map((entry) => entry.seq);
  expect(seqs({ fromSeq: 1 })).toEqual([1, 2]);
  expect(seqs({ toSeq: 2 })).toEqual([0, 1]);
  expect(seqs({ fromSeq: -5, toSeq: 99 })).toEqual([0, 1, 2]);
  expect(seqs({ toSeq: -1 })).toEqual([]);
});

// ---- Assembling and compacting

test('[BUD-3] a protected part over the budget is refused with the sizes of the largest', async () => {
  const memory = aMemory({ budget: fixedBudget(200) });
  await memory.append([user('Find.'), reply(20), user('y'.repeat(1_200))]);
  const refused = await memory.assemble().catch((error: unknown) => error);
  if (!(refused instanceof ContextOverflowError)) throw new Error('not refused');
  expect(refused.code).toBe('CONTEXT_OVERFLOW');
  expect(refused.overByTokens).toBe(refused.neededTokens - 200);
  expect(refused.largest[0]).toEqual({ itemId: 'message #2 (user)', tokens: 304 });
  expect(refused.message).toContain('Largest: message #2 (user) (304)');
  expect(memory.entries()).toHaveLength(3);
});

test('[CMP-1] what no longer fits leaves, the originals stay, and the record says what was done', async () => {
  const memory = aMemory();
  await memory.append(tooMuch);
  const { plan } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(memory.entries()).toHaveLength(tooMuch.length);
  expect(memory.getState().compactions).toMatchObject([
    { trigger: 'auto', inputTokens: 1_000, epoch: 0, summariser: 'extractive' },
  ]);
});

test('[CMP-2] compacting by hand what is small gives nothing', async () => {
  const memory = aMemory();
  await memory.append(user('Hi'));
  await expect(memory.compact()).resolves.toBeUndefined();
});

test('[CMP-14] compacting by hand is recorded as such', async () => {
  const memory = aMemory();
  await memory.append([...tooMuch.slice(0, 12), user('Go.')]);
  const record = await memory.compact();
  expect(record).toMatchObject({ trigger: 'manual' });
  expect(memory.getState().compactions).toEqual([record]);
});

test('[RCT-4] two assemblies at once share one compaction', async () => {
  const held = aHeldSummarizer();
  const memory = aMemory({ summarizer: held.summarizer });
  await memory.append(tooMuch);
  const both = Promise.all([memory.assemble(), memory.assemble(), memory.assemble()]);
  await held.asked();
  await nextTask();
  expect(held.calls).toBe(1);
  held.answer('- ZFA04Y is to be booked');
  const [one, other] = await both;
  expect(one.plan).toBe(other.plan);
  expect(held.calls).toBe(1);
});

test('[CMP-7] who waited for a compaction that failed starts one of its own, once', async () => {
  const held = aHeldSummarizer();
  const memory = aMemory({ summarizer: held.summarizer });
  await memory.append(tooMuch);
  const { signal, abort } = aSimulatedAbort();
  const aborted = memory.assemble({ signal });
  await held.asked();
  const waiting = Promise.all([memory.assemble(), memory.assemble()]);
  await nextTask();
  abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  await held.asked(2);
  await nextTask();
  expect(held.calls).toBe(2);
  held.answer('- a summary');
  await waiting;
  expect(memory.getState().compactions).toHaveLength(1);
});

test('[CMP-7] aborting a summariser that hangs leaves all as before', async () => {
  const held = aHeldSummarizer();
  const store = aDisk();
  const memory = aMemory({ summarizer: held.summarizer, store });
  await memory.append(tooMuch);
  const before = memory.plan();
  const stored = await store.load('trip');
  for (const act of [memory.assemble, memory.compact]) {
    const { signal, abort } = aSimulatedAbort();
    const calls = held.calls;
    const waiting = act({ signal });
    await held.asked(calls + 1);
    expect(memory.getState().status).toBe('compacting');
    abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(memory.plan()).toBe(before);
    expect(memory.getState()).toMatchObject({ status: 'ready', compactions: [], degraded: [] });
    expect(await store.load('trip')).toEqual(stored);
  }
});

test.each<[string, Summarizer['summarize'], RegExp]>([
  ['fails', () => Promise.reject(new Error('no GPU')), /no GPU/],
  [
    'throws',
    () => {
      throw new Error('no worker');
    },
    /no worker/,
  ],
  [
    'answers nothing',
    () => Promise.resolve({ madeBy: 'scripted', fromSeq: 1, toSeq: 2, text: ' \n' }),
    /it answered nothing/,
  ],
  [
    'answers too much',
    () => Promise.resolve({ madeBy: 'scripted', fromSeq: 1, toSeq: 2, text: 'x'.repeat(9_000) }),
    /it answered 2250 tokens where \d+ were allowed/,
  ],
  ['answers nonsense', () => Promise.resolve(undefined as never), /it answered nothing/],
])(
  '[MOD-3] where the summariser %s, an extractive summary stands in and it is told',
  async (_, summarize, reason) => {
    const memory = aMemory({ summarizer: summarizerOf(summarize) });
    await memory.append(tooMuch);
    const { plan } = await memory.assemble();
    expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
    expect(plan.degraded).toMatchObject([
      { code: 'SUMMARIZER_FAILED', message: expect.stringMatching(reason) },
    ]);
    expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
  },
);

test('[MOD-3] a summariser that works again is no longer reported', async () => {
  let works = false;
  const memory = aMemory({
    summarizer: summarizerOf(() => {
      if (!works) return Promise.reject(new Error('no GPU'));
      return Promise.resolve({ madeBy: 'scripted', fromSeq: 1, toSeq: 2, text: '- fine' });
    }),
  });
  await memory.append(tooMuch);
  await memory.assemble();
  expect(memory.getState().degraded).toHaveLength(1);
  works = true;
  await memory.append(tooMuch);
  await memory.assemble();
  expect(memory.getState().degraded).toEqual([]);
});

test('[CMP-7] what is appended while a compaction runs is in the context that follows', async () => {
  const held = aHeldSummarizer();
  const memory = aMemory({ summarizer: held.summarizer });
  await memory.append(tooMuch);
  const assembling = memory.assemble();
  await held.asked();
  await memory.append(user('One more thing.'));
  held.answer('- a summary');
  const { messages, plan } = await assembling;
  expect(messages.at(-1)).toEqual(user('One more thing.'));
  expect(plan.transcriptLength).toBe(tooMuch.length + 1);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
});

test('[CMP-8] settings that change while a compaction runs win, and the context is made under them', async () => {
  const held = aHeldSummarizer();
  const memory = aMemory({ summarizer: held.summarizer });
  await memory.append(tooMuch);
  const assembling = memory.assemble();
  await held.asked();
  await memory.configure({ budget: fixedBudget(800) });
  held.answer('- made under the old settings');
  await held.asked(2);
  held.answer('- made under the new settings');
  const { messages, plan } = await assembling;
  expect(plan.totalTokens).toBeLessThanOrEqual(800);
  expect(JSON.stringify(messages)).toContain('made under the new settings');
  expect(memory.getState().compactions).toMatchObject([{ epoch: 1, inputTokens: 800 }]);
});

test('[BUD-2] a memory with a summariser of its own compacts at 0.85, without one when it is full', () => {
  const contextWindow = 20_000;
  const { summarizer } = aHeldSummarizer();
  const ofModel = createAgentMemory({ id: 'trip', contextWindow, summarizer }).getState().budget;
  const modelFree = createAgentMemory({ id: 'trip', contextWindow }).getState().budget;
  expect(ofModel.highTokens).toBe(Math.floor(0.85 * ofModel.inputTokens));
  expect(modelFree.highTokens).toBe(modelFree.inputTokens);
});

test('[PAD-3] a change of the scratchpad says how full it is, and whether more was kept than is sent', async () => {
  const memory = aMemory({ budget: fixedBudget(1_000) });
  const small = await memory.patchScratchpad({ objective: 'Book ZFA04Y.' });
  expect(small).toMatchObject({ roomTokens: 100 });
  expect(small.tokens).toBeLessThan(40);
  const large = await memory.patchScratchpad({ objective: 'Book a train. '.repeat(100) });
  expect(large.tokens).toBeGreaterThan(large.roomTokens);
  expect(memory.getState().scratchpad.objective).toHaveLength(1_400);
  expect(memory.plan().degraded).toMatchObject([{ code: 'LIVE_OVER_SHARE' }]);
});

test('[BUD-3] the scratchpad is whole in a context that was compacted to make room for it', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...Array.from({ length: 14 }, () => reply(62))]);
  await memory.append(user('Go.'));
  await memory.patchScratchpad({ objective: 'z'.repeat(240) });
  const { messages, plan } = await memory.assemble();
  expect(memory.getState().compactions).toHaveLength(1);
  expect(plan.items.at(-1)?.decision.rule).toBe('LIVE_STATE');
  expect(JSON.stringify(messages)).toContain('z'.repeat(240));
});

test('[CMP-14] the first compaction under other settings is recorded as the one of a new epoch', async () => {
  const memory = aMemory();
  await memory.append(tooMuch);
  await memory.assemble();
  await memory.configure({ budget: fixedBudget(800) });
  await memory.assemble();
  const { compactions } = memory.getState();
  expect(compactions.map(({ trigger, epoch }) => ({ trigger, epoch }))).toEqual([
    { trigger: 'auto', epoch: 0 },
    { trigger: 'epoch', epoch: 1 },
  ]);
});

test('[CMP-8] what a caller does to the messages it was given changes no later context', async () => {
  const memory = aMemory();
  await memory.append(user('Book ZFA04Y.'));
  const { messages } = await memory.assemble();
  expect(() => Object.assign(messages[1] ?? {}, { content: 'forged' })).toThrow(TypeError);
  const again = await memory.assemble();
  expect(again.messages[1]).toEqual(user('Book ZFA04Y.'));
});

test('[CMP-8] other settings start a new epoch: everything is decided again', async () => {
  const memory = aMemory();
  await memory.append(tooMuch);
  await memory.assemble();
  await memory.configure({ budget: fixedBudget(5_000) });
  const { plan } = await memory.assemble();
  expect(plan.epoch).toBe(1);
  expect(plan.ranges).toEqual([]);
  await memory.configure({ policy: { ...tokenBudget(), name: 'my own' } });
  expect(memory.plan().epoch).toBe(2);
});

// ---- Storing

test('[STO-4] [CMP-8] a stored session comes back identical, its next context to the byte', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await memory.append(tooMuch);
  await memory.patchScratchpad({ objective: 'Book the trip', keyFacts: ['two people'] });
  const before = await memory.assemble();
  const { compactions, scratchpad } = memory.getState();
  const entries = memory.entries();
  await memory.dispose();

  const again = aMemory({ store });
  await again.ready;
  expect(again.entries()).toEqual(entries);
  expect(again.getState()).toMatchObject({ status: 'ready', compactions, scratchpad });
  const after = await again.assemble();
  expect(JSON.stringify(after.messages)).toBe(JSON.stringify(before.messages));
  expect(JSON.stringify(after.plan)).toBe(JSON.stringify(before.plan));
  expect(again.getState().compactions).toEqual(compactions);
});

test('[HIS-3] [CMP-8] coming back with the same settings leaves no record and no other epoch', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await memory.append(user('Hi'));
  const { plan } = await memory.assemble();
  await memory.dispose();

  const again = aMemory({ store });
  await again.ready;
  expect(again.history().map(({ kind }) => kind)).toEqual(['context']);
  expect((await again.assemble()).plan.epoch).toBe(plan.epoch);
});

test('[HIS-3] [CMP-8] settings that changed before the first compaction are a record of the next opening', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await memory.append(user('Hi'));
  await memory.dispose();

  const again = aMemory({ store, budget: fixedBudget(900) });
  await again.ready;
  expect(again.history()).toMatchObject([{ kind: 'settings', epoch: 1, inputTokens: 900 }]);
});

test('[HIS-3] [CMP-8] a stored session that never said its settings takes those it is opened with', async () => {
  const store = inMemoryStore();
  await store.commit('trip', aChange({ entries: someEntries(0, 1) }));
  const memory = aMemory({ store });
  await memory.append(user('Hi'));
  expect(memory.history()).toEqual([]);
  await memory.dispose();

  const again = aMemory({ store, budget: fixedBudget(900) });
  await again.ready;
  expect(again.history()).toMatchObject([{ kind: 'settings', epoch: 1 }]);
});

test('[TOK-3] coming back recounts and commits nothing that was counted before', async () => {
  const store = aDisk();
  const memory = aMemory({ store });
  await memory.append([user('Hi'), { role: 'user', content: [{ type: 'audio' } as never] }]);
  await memory.dispose();
  const commits = store.calls.filter((call) => call === 'commit').length;
  const again = aMemory({ store });
  await again.ready;
  await nextTask();
  await again.dispose();
  expect(store.calls.filter((call) => call === 'commit')).toHaveLength(commits);
});

test('[TOK-2] coming back is told when exact counts are in, and then nothing is estimated', async () => {
  const store = aDisk();
  const options = {
    id: 'trip',
    system: 'Answer briefly.',
    store,
    contextWindow: 20_000,
    model: 'gpt-4o',
  };
  const exactCounts = (memory: AgentMemory, entries: number) =>
    new Promise<void>((resolve) => {
      memory.onEvent((event) => {
        if (event.type === 'tokens-update' && event.entries === entries) resolve();
      });
    });
  const first = createAgentMemory(options);
  const counted = exactCounts(first, 1);
  await first.append(user('Book ZFA04Y.'));
  await counted;
  await first.dispose();

  const again = createAgentMemory(options);
  const countedAgain = exactCounts(again, 0);
  await again.ready;
  await countedAgain;
  expect(again.plan().tokenSource).toBe('counted');
});

test('[RCT-1] after a change only what changed is another object in the state', async () => {
  const memory = aMemory({ store: aDisk() });
  await memory.append(tooMuch);
  await memory.assemble();
  const before = memory.getState();
  await memory.append(reply(1));
  const after = memory.getState();
  const fields = Object.keys(before) as (keyof typeof before)[];
  expect(fields.filter((field) => before[field] !== after[field])).toEqual(['entries', 'headId']);
  expect(after).toMatchObject({
    summary: { status: 'idle', name: 'extractive' },
    store: { name: 'disk', persistent: true },
  });
});

test('[STO-2] a store that cannot be written to is reported, and the conversation continues', async () => {
  const store = aDisk();
  store.failAll(['commit'], new QuotaExceededStoreError());
  const memory = aMemory({ store });
  await memory.append(user('Hi'));
  const { plan } = await memory.assemble();
  expect(plan.degraded).toMatchObject([{ code: 'STORE_WRITE_FAILED' }]);
  expect(memory.getState().store).toEqual({
    name: 'memory',
    persistent: false,
    owed: 1,
    leads: true,
  });
  store.heal();
  await memory.append(user('Hello?'));
  expect(memory.getState()).toMatchObject({
    degraded: [],
    store: { name: 'disk', persistent: true },
  });
  expect((await store.load('trip'))?.entries).toHaveLength(2);
});

test('[NS-2] a session that lost to another writer continues behind its words, and loses none of its own', async () => {
  const store = inMemoryStore();
  const [mine, theirs] = [aMemory({ store }), aMemory({ store })];
  await Promise.all([mine.ready, theirs.ready]);
  await Promise.all([mine.append(user('Mine: cancel.')), theirs.append(user('Theirs: buy.'))]);
  await theirs.append(tooMuch);
  await theirs.assemble();
  await theirs.dispose();
  const stored = await store.load('trip');
  expect(stored?.entries.slice(0, 2).map((entry) => entry.message.parts)).toEqual([
    [{ type: 'text', text: 'Mine: cancel.' }],
    [{ type: 'text', text: 'Theirs: buy.' }],
  ]);
  expect(stored?.compactions).toHaveLength(1);
  expect(stored?.overlays.condensed).toBeDefined();
});

test('[STO-4] what one commit failed to store comes with the next, and a retry says so', async () => {
  const inner = inMemoryStore();
  const store = aDisk(inner);
  const memory = aMemory({ store });
  await memory.append({ ...user('Book ZFA04Y.'), id: 'first' });
  store.failNext('commit', new Error('the disk coughed'));
  await expect(memory.append({ ...user('To Oslo.'), id: 'second' })).rejects.toThrow('coughed');
  await memory.append({ ...user('To Oslo.'), id: 'second' });
  expect((await inner.load('trip'))?.entries.map((entry) => entry.id)).toEqual(['first', 'second']);
  store.failNext('commit', new Error('the disk coughed'));
  await expect(memory.patchScratchpad({ objective: 'Oslo' })).rejects.toThrow('coughed');
  await memory.append({ ...user('By train.'), id: 'third' });
  const stored = await inner.load('trip');
  expect(stored?.entries).toHaveLength(3);
  expect(stored?.scratchpad).toMatchObject({ objective: 'Oslo' });
});

test('[OBS-1] a compaction that was dropped has an end that says why', async () => {
  const held = aHeldSummarizer();
  const memory = aMemory({ summarizer: held.summarizer });
  await memory.append(tooMuch);
  const messages: string[] = [];
  memory.onEvent((event) => event.type === 'compaction-error' && messages.push(event.message));
  const context = memory.assemble();
  await held.asked();
  await memory.configure({ budget: fixedBudget(5_000) });
  held.answer('- a summary');
  await context;
  expect(messages).toEqual([
    'Compaction dropped, nothing was changed: the settings or the branch changed meanwhile.',
  ]);
});

test('[STO-2] a session that cannot be read is left as it is, and the error is shown until cleared', async () => {
  const store = aDisk();
  store.failAll(['load'], new StoreCorruptError('trip', 'an entry is missing.'));
  const memory = aMemory({ store });
  await memory.append(user('Hi'));
  expect(memory.getState()).toMatchObject({ status: 'error', error: { code: 'STORE_CORRUPT' } });
  expect(store.calls).not.toContain('commit');
  memory.clearError();
  expect(memory.getState().status).toBe('ready');
  expect((await memory.assemble()).plan.degraded).toMatchObject([{ code: 'STORE_UNAVAILABLE' }]);
});

test('[PAD-1] a stored scratchpad of another shape is not used and reported', async () => {
  const store = inMemoryStore();
  await store.commit('trip', { atMs: 1, scratchpad: { value: { old: true } } });
  const memory = aMemory({ store });
  await memory.ready;
  expect(memory.getState().scratchpad.objective).toBe('');
  expect(memory.getState().degraded).toMatchObject([{ code: 'SCRATCHPAD_OUTDATED' }]);
});

// ---- Scratchpad

test('[PAD-1] a patch that does not fit the schema leaves the old pad', async () => {
  const memory = aMemory();
  await memory.patchScratchpad({ objective: 'Book' });
  const refused = memory.patchScratchpad({ keyFacts: 'many' as never });
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_SCRATCHPAD' });
  expect(memory.getState().scratchpad.objective).toBe('Book');
});

// ---- Being watched

test('[RCT-3] the state is the same object until something changes', async () => {
  const memory = aMemory();
  const before = memory.getState();
  expect(memory.getState()).toBe(before);
  await memory.append(user('Hi'));
  const after = memory.getState();
  expect(after).not.toBe(before);
  expect(memory.getState()).toBe(after);
  await memory.append([]);
  memory.plan();
  memory.entries();
  expect(memory.getState()).toBe(after);
});

test('[RCT-3] an unrelated trouble does not make every append another state', async () => {
  const store = inMemoryStore();
  await store.commit('trip', { atMs: 1, scratchpad: { value: { old: true } } });
  const memory = aMemory({ store });
  await memory.ready;
  let calls = 0;
  memory.subscribe(() => {
    calls += 1;
  });
  await memory.append(user('Hi'));
  await nextTask();
  expect(calls).toBe(1);
});

test('[RCT-3] every change of state is called back, that of the plan too', async () => {
  const memory = aMemory();
  await memory.append(user('Hi'));
  const plans: unknown[] = [];
  const stop = memory.subscribe(() => plans.push(memory.getState().plan));
  const { plan } = await memory.assemble();
  expect(plans.at(-1)).toBe(plan);
  stop();
  await memory.append(user('Hi'));
  expect(plans).toHaveLength(1);
});

test('[OBS-1] events tell what happened while somebody listens', async () => {
  const clock = aSimulatedClock();
  const memory = aMemory({ clock });
  await memory.append(user('unheard'));
  const events: MemoryEvent[] = [];
  const stop = memory.onEvent((event) => events.push(event));
  await memory.append(tooMuch.slice(1));
  await memory.assemble();
  stop();
  await memory.append(user('unheard'));
  expect(new Set(events.map((event) => event.type))).toEqual(
    new Set(['entry-append', 'compaction-start', 'compaction-end', 'plan-create']),
  );
  expect(events.every((event) => event.version === 1 && event.sessionId === 'trip')).toBe(true);
  expect(events.filter((event) => event.type === 'entry-append')).toHaveLength(tooMuch.length - 1);
  expect(structuredClone(events)).toEqual(events);
});

test('[OBS-1] the clock is not asked for events that nobody hears', async () => {
  let asked = 0;
  const clock = {
    nowMs() {
      asked += 1;
      return 1;
    },
  };
  const appended = async (memory: AgentMemory) => {
    await memory.append([user('a'), user('b'), user('c')]);
    return asked;
  };
  const unheard = await appended(aMemory({ clock, createId: ids() }));
  asked = 0;
  const heard = aMemory({ clock, createId: ids() });
  heard.onEvent(() => undefined);
  expect((await appended(heard)) - unheard).toBe(4);
});

function ids(): () => string {
  let count = 0;
  return () => `id-${count++}`;
}

test('[OBS-1] a listener that throws stops neither the session nor the other listeners', async () => {
  const unhandled: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => unhandled.push(error));
  try {
    const memory = aMemory();
    const heard: string[] = [];
    memory.subscribe(() => {
      throw new Error('a fault of the page');
    });
    memory.subscribe(() => heard.push('state'));
    memory.onEvent(() => {
      throw new Error('a fault of the tools');
    });
    memory.onEvent((event) => heard.push(event.type));
    await memory.append(user('Hi'));
    await nextTask();
    expect(heard).toEqual(expect.arrayContaining(['state', 'entry-append']));
    expect(memory.entries()).toHaveLength(1);
    expect(unhandled.map(String)).toContain('Error: a fault of the page');
    expect(unhandled.map(String)).toContain('Error: a fault of the tools');
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
});

// ---- Ending

test('[RCT-2] after it was disposed every call that would do something is refused', async () => {
  const memory = aMemory();
  await memory.append(user('Hi'));
  await memory.dispose();
  await memory.dispose();
  for (const act of [
    () => memory.append(user('Hi')),
    () => memory.assemble(),
    () => memory.compact(),
    () => memory.patchScratchpad({ objective: 'x' }),
    () => memory.configure({ budget: fixedBudget(500) }),
  ]) {
    await expect(act()).rejects.toThrow(SessionClosedError);
  }
  expect(memory.entries()).toHaveLength(1);
});

test('[STO-4] what was acknowledged is stored when dispose resolves, and the store stays open', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  void memory.append(user('Hi'));
  await memory.ready;
  await nextTask();
  await memory.dispose();
  expect((await store.load('trip'))?.entries).toHaveLength(1);
});

test('[CMP-7] a summary that comes after dispose changes nothing', async () => {
  const held = aHeldSummarizer();
  const store = aDisk();
  const memory = aMemory({ summarizer: held.summarizer, store });
  await memory.append(tooMuch);
  const assembling = memory.assemble();
  await held.asked();
  await memory.dispose();
  const stored = await store.load('trip');
  held.answer('- too late');
  await expect(assembling).rejects.toThrow(SessionClosedError);
  await nextTask();
  expect(await store.load('trip')).toEqual(stored);
});
