import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { StoreCorruptError } from '../ground/errors/store-errors.ts';
import { nextTask } from '../ground/platform/clock.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import {
  aNewestFirstStore,
  type NewestFirstStore,
  newestPart,
} from '../testing/newest-first-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { openedTranscript } from '../transcript/transcript-at.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const RUNS = { numRuns: 100, seed: 20261126 };

const memories: AgentMemory[] = [];
afterEach(() => Promise.all(memories.splice(0).map((memory) => memory.dispose())));

const clock = aSimulatedClock();

function opened(store: AgentMemoryOptions['store'], options: object = {}): AgentMemory {
  let ids = 0;
  const memory = createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(600),
    tokenCounter: simpleCounter,
    clock,
    createId: () => `${memories.length}-${ids++}`,
    ...(store && { store }),
    ...options,
  });
  memories.push(memory);
  return memory;
}

const user = (content: string) => ({ role: 'user', content }) as const;
const answer = (content: string) => ({ role: 'assistant', content }) as const;
const questionOf = (index: number) =>
  user(`Question ${index}: which train leaves at ${index % 24}:15, and from where?`);
const turn = (index: number) => [
  { id: `m-${2 * index}`, ...questionOf(index) },
  {
    id: `m-${2 * index + 1}`,
    ...answer(`Answer ${index}: the one to Lyon, platform ${index % 9}.`),
  },
];

/** A stored session of sixty turns, opened newest first; compacted unless a budget says otherwise. */
async function aStoredSession(options: object = {}): Promise<NewestFirstStore> {
  const disk = inMemoryStore();
  const writer = opened(disk, { createId: countedIds('old'), ...options });
  for (let index = 0; index < 60; index += 1) {
    await writer.append(turn(index));
    await writer.assemble();
  }
  await writer.dispose();
  return aNewestFirstStore(disk, 4);
}

function countedIds(name: string): () => string {
  let ids = 0;
  return () => `${name}-${ids++}`;
}

test('[STO-9] a session is ready with its newest messages, and says how many are still to come', async () => {
  const store = await aStoredSession();
  const letOlder = store.holdOlder();
  const events: unknown[] = [];
  const memory = opened(store);
  memory.onEvent((event) => events.push(event));
  // The messages of its context are read ahead.
  letOlder();
  await memory.ready;
  const before = memory.getState();
  expect(before).toMatchObject({ status: 'ready', entries: 120 });
  expect(before.unloaded).toBeGreaterThan(50);
  expect(memory.entries().length).toBe(120 - before.unloaded);
  expect(memory.entries().at(-1)?.id).toBe('m-119');
  await memory.loadOlder();
  expect(memory.getState().unloaded).toBe(0);
  expect(memory.entries().map(({ seq }) => seq)).toEqual(
    Array.from({ length: 120 }, (_, at) => at),
  );
  expect(events).toContainEqual(expect.objectContaining({ type: 'entries-load', entries: 120 }));
});

test('[STO-9] the page has its turn between reading a session and the first context', async () => {
  const store = inMemoryStore();
  const before = createAgentMemory({ id: 'turn', contextWindow: 16_000, store });
  await before.append({ role: 'user', content: 'Hello' });
  await before.dispose();
  const order: string[] = [];
  const load = store.load.bind(store);
  vi.spyOn(store, 'load').mockImplementation(async (...call) => {
    const stored = await load(...call);
    void nextTask().then(() => order.push('page'));
    return stored;
  });
  const memory = opened(store, { id: 'turn' });
  await memory.ready;
  order.push('ready');
  await nextTask();
  expect(order).toEqual(['page', 'ready']);
});

test('[STO-9] the rest is read in the background, by itself', async () => {
  const memory = opened(await aStoredSession());
  await memory.ready;
  expect(memory.getState().unloaded).toBeGreaterThan(0);
  clock.advance(1_000);
  await expect.poll(() => memory.getState().unloaded).toBe(0);
});

test('[STO-9] a context of what is there, and a new message, wait for nothing older', async () => {
  const store = await aStoredSession();
  const whole = await opened(aNewestFirstStore(store, Infinity)).assemble();
  const memory = opened(store);
  await memory.ready;
  store.holdOlder();
  const { messages, plan } = await memory.assemble();
  expect(messages).toEqual(whole.messages);
  expect(plan).toMatchObject({ totalTokens: whole.plan.totalTokens, transcriptLength: 120 });
  expect(plan.isPartial).toBeUndefined();
  const [entry] = await memory.append(user('And the next one?'));
  expect(entry).toMatchObject({ seq: 120, unitStart: 120, parentId: 'm-119' });
  expect((await store.load('trip'))?.entries).toHaveLength(121);
});

test('[STO-9] a plan of more than is there says that it is a part, and a context waits for the whole', async () => {
  const budget = fixedBudget(100_000);
  const store = await aStoredSession();
  // With other settings everything is in the view again.
  const memory = opened(store, { budget });
  await memory.ready;
  const whole = await opened(aNewestFirstStore(store, Infinity), { budget }).assemble();
  const { isPartial, items } = memory.plan();
  expect(isPartial).toBe(true);
  expect(items.length).toBeLessThan(60);
  const { messages, plan } = await memory.assemble();
  expect(messages).toEqual(whole.messages);
  expect(plan.isPartial).toBeUndefined();
});

test('[STO-9] what cannot be read is tried again, said, and never taken for the whole', async () => {
  const store = await aStoredSession();
  const memory = opened(store);
  await memory.ready;
  store.failOlder(new StoreUnavailableError('The disk is gone.'));
  const refused = expect(memory.loadOlder()).rejects.toThrow('The disk is gone.');
  for (let pause = 0; pause < 3; pause += 1) {
    await expect.poll(() => store.places.length).toBeGreaterThan(pause);
    await settled();
    clock.advance(5_000);
  }
  await refused;
  const { degraded, entries, unloaded } = memory.getState();
  expect(degraded).toMatchObject([{ code: 'OLDER_UNREAD' }]);
  expect(entries).toBe(120);
  expect(unloaded).toBeGreaterThan(0);
  await memory.append(user('Still there?'));
  expect((await store.load('trip'))?.entries).toHaveLength(121);
  store.failOlder(undefined);
  await memory.loadOlder();
  expect(memory.getState()).toMatchObject({ degraded: [], entries: 121, unloaded: 0 });
});

test('[STO-9] older messages of which one is damaged come as the store repairs them', async () => {
  const store = await aStoredSession();
  const memory = opened(store);
  await memory.ready;
  store.failOlder(new StoreCorruptError('trip', 'the message at position 9 is damaged.'));
  await memory.loadOlder();
  expect(memory.entries()).toHaveLength(120);
});

test('[STO-9] a session whose context is made of a damaged message is opened as the store repairs it', async () => {
  const store = await aStoredSession();
  store.failOlder(new StoreCorruptError('trip', 'the message at position 113 is damaged.'));
  const memory = opened(store);
  await memory.ready;
  expect(memory.getState()).toMatchObject({ entries: 120, unloaded: 0, degraded: [] });
});

test('[STO-9] older messages of another session are refused', async () => {
  const store = await aStoredSession();
  const other = opened(undefined, { createId: countedIds('other') });
  for (let index = 0; index < 60; index += 1) {
    await other.append([questionOf(index), answer('Nobody knows.')]);
  }
  const memory = opened({
    ...store,
    load: async (id, options) => {
      const stored = await store.load(id, options);
      return options?.newest ? stored : stored && { ...stored, entries: other.entries() };
    },
    loadEntries: async (id, places) =>
      places.to > 110
        ? ((await store.loadEntries?.(id, places)) ?? [])
        : other.entries({ fromSeq: places.from, toSeq: places.to }),
  });
  await memory.ready;
  const refused = expect(memory.loadOlder()).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  for (let pause = 0; pause < 3; pause += 1) {
    await settled();
    clock.advance(5_000);
  }
  await refused;
  expect(memory.getState().unloaded).toBeGreaterThan(0);
  expect(memory.getState().degraded).toMatchObject([{ code: 'OLDER_UNREAD' }]);
});

test('[MSG-5] a message whose id stands among the older ones is known', async () => {
  const memory = opened(await aStoredSession());
  await memory.ready;
  await memory.append({ id: 'm-40', ...questionOf(20) });
  expect(memory.getState().entries).toBe(120);
});

test('[STO-9] calls that need older messages wait for them', async () => {
  const after = async (act: (memory: AgentMemory) => Promise<unknown>) => {
    const memory = opened(await aStoredSession());
    await memory.ready;
    expect(memory.getState().unloaded).toBeGreaterThan(0);
    await act(memory);
    expect(memory.getState().unloaded).toBe(0);
  };
  await after(async (memory) => expect(await memory.messages()).toHaveLength(120));
  await after((memory) => memory.configure({ budget: fixedBudget(900) }));
  await after((memory) => memory.archived());
  await after((memory) => memory.stateAt(3));
  await after((memory) => memory.previewCompaction());
  await after((memory) => memory.reconcile([{ id: 'm-119', ...answer('So be it.') }]));
  await after((memory) => memory.moveHead('m-30'));
});

test('[STO-9] a session with a feature that reads messages is loaded whole, one without at once', async () => {
  const store = await aStoredSession();
  const feature = (readsNewestOnly: boolean) => ({
    features: [{ name: 'reader', attach: () => ({ readsNewestOnly }) }],
  });
  const reading = opened(store, feature(false));
  await reading.ready;
  expect(reading.getState().unloaded).toBe(0);
  const other = opened(store, feature(true));
  await other.ready;
  expect(other.getState().unloaded).toBeGreaterThan(0);
});

test('[STO-5] nothing is stored before all that was said tells what to redact', async () => {
  const store = await aStoredSession();
  const memory = opened(store, { redact: (text: string) => text.replaceAll('Lyon', '[city]') });
  await memory.ready;
  const letOlder = store.holdOlder();
  const appended = memory.append(user('Is Lyon far?'));
  await settled();
  expect((await store.load('trip'))?.entries).toHaveLength(120);
  letOlder();
  await appended;
  expect((await store.load('trip'))?.entries.at(-1)?.message.parts).toMatchObject([
    { text: 'Is [city] far?' },
  ]);
});

test('[STO-2] a store that fails before the rest was read continues in memory, with all of it', async () => {
  const store = await aStoredSession();
  let isFailing = false;
  const memory = opened({
    ...store,
    persistent: true,
    commit: (...call) =>
      isFailing ? Promise.reject(new StoreUnavailableError('Full.')) : store.commit(...call),
  });
  await memory.ready;
  isFailing = true;
  await memory.append(user('One.'));
  expect(memory.getState().store.persistent).toBe(false);
  await memory.loadOlder();
  isFailing = false;
  await memory.append(user('Two.'));
  expect(memory.entries()).toHaveLength(122);
  expect((await store.load('trip'))?.entries).toEqual(memory.entries());
});

test('[STO-9] what a plan rests on is the same of the newest part as of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryConversation,
      fc.integer({ min: 1, max: 12 }),
      async (said, newest) => {
        const disk = inMemoryStore();
        const writer = opened(disk, { budget: fixedBudget(100_000) });
        await writer.append(said);
        const stored = await disk.load('trip');
        if (!stored) return;
        const { entries } = stored;
        const part = newestPart(stored, newest);
        const headId = entries.at(-1)?.id ?? null;
        const isPartial = part.entriesFrom !== undefined;
        const whole = openedTranscript({ entries, headId });
        const opening = openedTranscript({
          entries: part.entries,
          headId,
          ...(isPartial && { isPartial }),
        });
        expect({ ...opening, log: undefined }).toEqual({ ...whole, log: undefined });
        const leading = part.entries.findIndex(({ seq }, at) => seq !== at);
        if (isPartial) opening.log.fill(leading, entries.slice(leading, part.entriesFrom));
        expect(opening.log.unloaded).toBe(0);
        expect(opening.log.slice(0, opening.length)).toEqual(whole.log.slice(0, whole.length));
      },
    ),
    RUNS,
  );
});

type Command =
  | { readonly kind: 'say'; readonly said: readonly OpenAiMessage[] }
  | { readonly kind: 'assemble' | 'compact' | 'undo' | 'older' | 'pad' | 'tight' | 'wide' }
  | { readonly kind: 'move'; readonly share: number };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('say' as const), said: arbitraryConversation }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'assemble',
        'assemble',
        'compact',
        'undo',
        'older',
        'pad',
        'tight',
        'wide',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  },
);

/** Everything that is seen of a session, figures of time and chance apart. */
async function act(memory: AgentMemory, wanted: Command): Promise<unknown> {
  switch (wanted.kind) {
    case 'say':
      return memory.append(wanted.said);
    case 'assemble':
      return outcomeOf(memory.assemble());
    case 'compact':
      return outcomeOf(memory.compact());
    case 'undo':
      return outcomeOf(memory.undoCompaction());
    case 'older':
      return memory.loadOlder();
    case 'pad':
      return memory.patchScratchpad({ objective: 'Lyon' });
    case 'tight':
      return memory.configure({ budget: fixedBudget(400) });
    case 'wide':
      return memory.configure({ budget: fixedBudget(5_000) });
    case 'move': {
      await memory.loadOlder();
      const entries = memory.entries();
      const at = Math.floor(entries.length * wanted.share);
      return memory.moveHead(entries[at]?.id ?? null);
    }
    default:
      return wanted satisfies never;
  }
}

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: Error) => error.message);
}

test('[STO-9] a session opened newest first continues as one that was opened whole', async () => {
  const life = fc.tuple(
    fc.array(arbitraryConversation, { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 1, max: 12 }),
    fc.array(command, { maxLength: 8 }),
  );
  await fc.assert(
    fc.asyncProperty(life, async ([before, newest, commands]) => {
      const lives = await Promise.all(
        [newest, Infinity].map(async (first) => {
          const disk = inMemoryStore();
          const writer = opened(disk, { createId: countedIds('old') });
          for (const said of before) {
            await writer.append(said);
            await outcomeOf(writer.assemble());
          }
          await writer.dispose();
          const store = aNewestFirstStore(disk, first);
          const memory = opened(store, { createId: countedIds('new') });
          await memory.ready;
          const seen: unknown[] = [];
          for (const wanted of commands) seen.push(await act(memory, wanted));
          await memory.loadOlder();
          const { compactions, ...state } = memory.getState();
          seen.push(memory.plan(), memory.entries(), memory.history(), state, compactions);
          await memory.dispose();
          seen.push(await disk.load('trip'));
          return seen;
        }),
      );
      expect(lives[0]).toEqual(lives[1]);
    }),
    RUNS,
  );
});

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
