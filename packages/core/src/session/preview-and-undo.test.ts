import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aScriptedSummarizer } from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });

/** One call of a tool with its result. */
function read(index: number, words = 200): readonly OpenAiMessage[] {
  const id = `call-${index}`;
  const lines = Array.from(
    { length: words / 10 },
    (_, line) => `order_${index}${line} ${'x '.repeat(8)}`,
  );
  return [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id, type: 'function', function: { name: 'read', arguments: `{"n":${index}}` } },
      ],
    },
    { role: 'tool', tool_call_id: id, content: lines.join('\n') },
  ];
}

const someReads = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => read(from + index)).flat();

const conversation = [user('Book ZFA04Y.'), ...someReads(0, 6), user('And the hotel?')];

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  let ids = 0;
  return createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000, { high: 0.9, low: 0.4 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    createId: () => `id-${String(ids++).padStart(4, '0')}`,
    ...options,
  });
}

/** Without what tells one compaction from another that did the same: its id. */
function withoutIds(record: CompactionRecord): unknown {
  return { ...record, id: 'any' };
}

function withoutId(plan: ContextPlan): unknown {
  const text = JSON.stringify({ ...plan, cache: undefined });
  return JSON.parse(text.replaceAll(/(condensed-)?id-\d{4}/g, 'any'));
}

// ---- Preview

test('[CMP-12] a preview changes nothing: no state, no store, no summariser, no event', async () => {
  const summarizer = aScriptedSummarizer();
  const disk = inMemoryStore();
  const store = aScriptedStore(disk);
  const memory = aMemory({ summarizer, store, compaction: { prepareAt: 1 } });
  await memory.append(conversation);
  const state = memory.getState();
  const plan = memory.plan();
  const stored = await disk.load('trip');
  const { length } = store.calls;
  const events: MemoryEvent[] = [];
  memory.onEvent((event) => events.push(event));
  const preview = await memory.previewCompaction();
  expect(preview?.record.tokensAfter).toBeLessThan(preview?.record.tokensBefore ?? 0);
  expect(memory.getState()).toBe(state);
  expect(memory.plan()).toBe(plan);
  expect([events, summarizer.calls]).toEqual([[], 0]);
  expect(store.calls).toHaveLength(length);
  expect(await disk.load('trip')).toEqual(stored);
});

test('[CMP-12] done without a model, a compaction is just what its preview said, schedule and all', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  const preview = await memory.previewCompaction();
  const record = await memory.compact();
  if (!preview || !record) throw new Error('there was nothing to gain');
  expect(withoutIds(preview.record)).toEqual(withoutIds(record));
  expect(withoutId(preview.plan)).toEqual(withoutId(memory.plan()));
  const archived = await memory.archived();
  expect(preview.text).toBe(archived?.text);
  expect(preview.plan.totalTokens).toBe(record.tokensAfter);
});

test('[CMP-12] a second preview says the same, and one of a compacted session builds on what is there', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  const [one, other] = [await memory.previewCompaction(), await memory.previewCompaction()];
  expect(one && withoutIds(one.record)).toEqual(other && withoutIds(other.record));
  await memory.compact();
  await memory.append([...someReads(6, 5), user('Go.')]);
  const later = await memory.previewCompaction();
  const record = await memory.compact();
  expect(later && withoutIds(later.record)).toEqual(record && withoutIds(record));
});

test('[CMP-12] where nothing is to be gained there is nothing to preview', async () => {
  const memory = aMemory();
  await memory.append(user('Hi'));
  expect(await memory.previewCompaction()).toBeUndefined();
});

test('[CMP-12] a preview of a disposed session, or one that was aborted, is refused', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  const signal = { aborted: true, reason: new Error('enough') };
  const listeners = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const aborted = { ...signal, ...listeners };
  await expect(memory.previewCompaction({ signal: aborted })).rejects.toThrow('enough');
  await expect(memory.undoCompaction(undefined, { signal: aborted })).rejects.toThrow('enough');
  await memory.dispose();
  await expect(memory.previewCompaction()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  await expect(memory.undoCompaction()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  await expect(memory.archived()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
});

// ---- Undo

/** A session with two compactions behind it, the second on top of the first. */
async function withTwo(options: Partial<AgentMemoryOptions> = {}) {
  const memory = aMemory(options);
  await memory.append(conversation);
  const first = await memory.compact();
  const firstPlan = structuredClone(memory.plan());
  await memory.append([...someReads(6, 5), user('Go.')]);
  const second = await memory.compact();
  if (!first || !second) throw new Error('there was nothing to gain');
  return { memory, first, second, firstPlan };
}

/** Positions of the entries that are shown whole. */
function shownWhole({ items }: ContextPlan): readonly number[] {
  return items.flatMap(({ kind, seq, decision }) =>
    kind === 'entry' && decision.fate === 'sent' ? [seq ?? -1] : [],
  );
}

test('[CMP-12] undo of the only compaction shows everything again, as if nothing had been', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  const before = memory.plan();
  const record = await memory.compact();
  const undo = await memory.undoCompaction();
  expect(undo).toMatchObject({
    trigger: 'undo',
    undoes: record?.id,
    left: [],
    tokensAfter: before.totalTokens,
  });
  expect(memory.plan().items.map(({ message }) => message)).toEqual(
    before.items.map(({ message }) => message),
  );
  expect(memory.plan().ranges).toEqual([]);
  expect(await memory.archived()).toBeUndefined();
  expect(memory.getState().compactions).toEqual([record, undo]);
});

test('[CMP-12] undo gives the same messages back, what stands for earlier ones too, to the byte', async () => {
  const built = { onEarlier: 0, twice: 0 };
  await fc.assert(
    fc.asyncProperty(
      arbitraryConversation,
      fc.integer({ min: 8, max: 20 }),
      fc.integer({ min: 1_200, max: 2_000 }),
      fc.boolean(),
      async (messages, reads, tokens, isReloaded) => {
        const store = inMemoryStore();
        const createId = () => crypto.randomUUID();
        const budget = fixedBudget(tokens, { high: 0.8, low: 0.3 });
        let memory = aMemory({ budget, store, createId });
        for (const message of [...messages, ...someReads(0, reads)]) {
          await memory.append(message);
          await memory.assemble().catch(onlyOverflow);
        }
        const before = await memory.assemble().catch(onlyOverflow);
        const earlier = memory.getState().compactions.length;
        if (!before || before.plan.freeTokens < 200 || !(await memory.compact())) return;
        await memory.append([...read(reads), user('Go on.')]);
        const again = await memory.compact();
        if (isReloaded) {
          await memory.dispose();
          memory = aMemory({ budget, store, createId });
          await memory.ready;
        }
        if (again) await memory.undoCompaction();
        await memory.undoCompaction();
        const { length } = before.messages;
        const after = await memory.assemble();
        expect(after.messages.slice(0, length)).toEqual(before.messages);
        expect(after.messages).toHaveLength(length + 3);
        built.onEarlier += earlier > 0 ? 1 : 0;
        built.twice += again ? 1 : 0;
        await memory.dispose();
      },
    ),
    { seed: 12, numRuns: 50 },
  );
  expect(Math.min(built.onEarlier, built.twice)).toBeGreaterThan(0);
});

function onlyOverflow(error: unknown): undefined {
  if (AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW') return undefined;
  throw error;
}

test('[CMP-12] undo takes the newest back first, then the one before, then there is none', async () => {
  const { memory, first, second, firstPlan } = await withTwo();
  expect(await memory.undoCompaction()).toMatchObject({ undoes: second.id });
  const shown = shownWhole(memory.plan());
  expect(shown).toEqual(expect.arrayContaining([...shownWhole(firstPlan)]));
  expect(await memory.undoCompaction()).toMatchObject({ undoes: first.id });
  expect(shownWhole(memory.plan())).toEqual(memory.entries().map(({ seq }) => seq));
  await expect(memory.undoCompaction()).rejects.toMatchObject({
    code: 'UNDO_REFUSED',
    message: 'The compaction was not taken back, nothing was changed: there is nothing to undo.',
  });
});

test('[CMP-12] one by its id is taken back while a later one stays', async () => {
  const { memory, first, second } = await withTwo();
  const gone = (record: CompactionRecord) =>
    record.left.flatMap(({ fromSeq, toSeq }) =>
      Array.from({ length: toSeq - fromSeq }, (_, index) => fromSeq + index),
    );
  await memory.undoCompaction(first.id);
  const ranges = memory.plan().ranges.map(({ fromSeq, toSeq }) => [fromSeq, toSeq]);
  const stillGone = ranges.flatMap(([from = 0, to = 0]) =>
    Array.from({ length: to - from }, (_, index) => from + index),
  );
  expect(stillGone).toEqual(gone(second));
  const archived = await memory.archived();
  expect(archived?.coveredEntries).toBe(stillGone.length);
  // Text that came back speaks for itself: no value of it is kept for later.
  expect(
    archived?.values.every(
      ({ lastSeq }) => stillGone.includes(lastSeq) || !shownWhole(memory.plan()).includes(lastSeq),
    ),
  ).toBe(true);
});

test('[HIS-1] [CMP-12] the summary of a past call is the one of then, undone or not', async () => {
  const { memory, second } = await withTwo();
  await memory.assemble();
  const { call } = memory.history().findLast((record) => record.kind === 'context') ?? {};
  const then = await memory.archived();
  expect(then?.values.length).toBeGreaterThan(0);
  await memory.undoCompaction(second.id);
  await memory.assemble().catch(() => undefined);
  expect(await memory.archived()).not.toEqual(then);
  const past = await memory.archived({ call: call ?? 0 });
  expect({ ...past, values: [] }).toEqual({ ...then, values: [] });
  const sent = (archived: typeof then) => archived?.values.filter(({ state }) => state === 'sent');
  expect(sent(past)).toEqual(sent(then));
  expect(await memory.archived({ call: 1_000 })).toBeUndefined();
});

test('[CMP-12] the same one twice, an unknown one, an undo itself: each refused in words, nothing changed', async () => {
  const { memory, second } = await withTwo();
  const undo = await memory.undoCompaction();
  const state = memory.getState();
  for (const [id, why] of [
    [second.id, 'it was taken back already'],
    [undo.id, 'it was taken back already'],
    ['nowhere', 'no compaction of that id is known'],
  ] as const) {
    await expect(memory.undoCompaction(id)).rejects.toMatchObject({
      code: 'UNDO_REFUSED',
      message: `The compaction was not taken back, nothing was changed: ${why}.`,
    });
  }
  expect(memory.getState()).toBe(state);
});

test('[CMP-12] after other settings, one of before is of no effect and is not taken back', async () => {
  const { memory, second } = await withTwo();
  await memory.configure({ budget: fixedBudget(900) });
  await expect(memory.undoCompaction(second.id)).rejects.toThrow('under other settings');
  await expect(memory.undoCompaction()).rejects.toThrow('there is nothing to undo');
});

test('[CMP-12] an undo is stored: a reload shows the same context, and knows what was taken back', async () => {
  const store = inMemoryStore();
  const { memory, second } = await withTwo({ store });
  await memory.undoCompaction();
  const plan = memory.plan();
  await memory.dispose();
  const again = aMemory({ store });
  await again.ready;
  expect(JSON.stringify(again.plan())).toBe(JSON.stringify(plan));
  expect(again.plan().schedule.reason).toBe(plan.schedule.reason);
  await expect(again.undoCompaction(second.id)).rejects.toThrow('taken back already');
});

test('[CMP-12] after an undo nothing is compacted until the input budget is reached, then it is', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...someReads(0, 5), user('And the hotel?')]);
  await memory.compact();
  await memory.undoCompaction();
  const { plan } = await memory.assemble();
  expect(plan.schedule).toMatchObject({ state: 'wait', reason: 'HELD_AFTER_UNDO' });
  expect(plan.totalTokens).toBeGreaterThan(0.9 * 1_000 - 300);
  let index = 5;
  while (memory.plan().totalTokens <= 1_000) {
    await memory.assemble();
    expect(memory.getState().compactions).toHaveLength(2);
    await memory.append(read(index, 60));
    index += 1;
  }
  const after = await memory.assemble();
  expect(after.plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(memory.getState().compactions.at(-1)).toMatchObject({ reason: 'OVER_INPUT_BUDGET' });
});

test('[CMP-12] compacting by hand ends the hold, and what was taken back can leave again', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  const first = await memory.compact();
  await memory.undoCompaction();
  const again = await memory.compact();
  expect(again && first && [again.left, again.tokensAfter]).toEqual([
    first?.left,
    first?.tokensAfter,
  ]);
  expect(await memory.undoCompaction()).toMatchObject({ undoes: again?.id });
});

test('[CMP-12] an undo that puts the context over the budget is followed by a compaction, never by too much', async () => {
  const { memory } = await withTwo();
  await memory.undoCompaction();
  await memory.undoCompaction();
  expect(memory.plan().totalTokens).toBeGreaterThan(1_000);
  const { plan, messages } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(grammarFaults(messages)).toEqual([]);
});
