import {
  type AgentMemory,
  createAgentMemory,
  inMemoryStore,
  type StoreNews,
  type Summarizer,
} from '@agent-memory/core';
import { aChange, anEntry } from '@agent-memory/core/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatNews, ChatOrder } from './testing/chatting-tab.ts';
import { ownDatabases } from './testing/own-databases.ts';

const { aDatabase, aStore, afterwards } = ownDatabases('several-tabs');

function aTab(
  databaseName: string,
  options: { readonly summarizer?: Summarizer; readonly contextWindow?: number } = {},
): AgentMemory {
  const store = aStore(databaseName);
  const memory = createAgentMemory({ id: 'chat', contextWindow: 16_000, store, ...options });
  afterwards(() => memory.dispose());
  return memory;
}

const textsOf = (memory: AgentMemory) =>
  memory.entries().map(({ message }) => {
    const [part] = message.parts;
    return part?.type === 'text' ? part.text : '';
  });

function aSummarizer(onAsked: () => void): Summarizer {
  return {
    name: 'counted',
    async summarize({ sources }) {
      onAsked();
      const [fromSeq, toSeq] = [sources[0]?.seq ?? 0, sources.at(-1)?.seq ?? 0];
      return { madeBy: 'counted', fromSeq, toSeq, text: '- The usual words stand here.' };
    },
  };
}

const user = (content: string) => ({ role: 'user' as const, content });

test('[NS-2] a store is told what the others commit to a session and that they delete it, and not of its own', async () => {
  const databaseName = aDatabase();
  const [one, other] = [aStore(databaseName), aStore(databaseName)];
  const heard: [string, StoreNews][] = [];
  const hearing = (who: string) => (news: StoreNews) => void heard.push([who, news]);
  one.watch?.('chat', hearing('one'));
  const stop = other.watch?.('chat', hearing('other'));
  other.watch?.('another', hearing('another'));
  await one.commit('chat', aChange({ entries: [anEntry()] }));
  await expect.poll(() => heard).toEqual([['other', { kind: 'changed' }]]);
  await other.commit('chat', aChange({ entries: [anEntry({ text: 'Erased' })], replaces: true }));
  await expect.poll(() => heard.slice(1)).toEqual([['one', { kind: 'changed', replaces: true }]]);
  stop?.();
  await one.delete('chat');
  await other.delete('chat');
  await expect.poll(() => heard.slice(2)).toEqual([['one', { kind: 'deleted' }]]);
});

test('[NS-2] each tab shows what the others have said', async () => {
  const databaseName = aDatabase();
  const tabs = [aTab(databaseName), aTab(databaseName), aTab(databaseName)];
  await Promise.all(tabs.map((tab) => tab.ready));
  for (const [index, tab] of tabs.entries()) {
    await tab.append(user(`From tab ${index}`));
    for (const each of tabs) await expect.poll(() => textsOf(each)).toHaveLength(index + 1);
  }
  expect(textsOf(tabs[0] as AgentMemory)).toEqual(['From tab 0', 'From tab 1', 'From tab 2']);
});

test('[NS-2] one of several tabs says that it leads, and the next one once that is closed or frozen', async () => {
  const databaseName = aDatabase();
  const [one, other, third] = [aTab(databaseName), aTab(databaseName), aTab(databaseName)];
  const leading = () => [one, other, third].map((tab) => tab.getState().store.leads);
  const changes: boolean[] = [];
  other.subscribe(() => {
    const { leads } = other.getState().store;
    if (leads !== (changes.at(-1) ?? false)) changes.push(leads);
  });
  expect(leading()).toEqual([false, false, false]);
  await one.ready;
  await expect.poll(leading).toEqual([true, false, false]);
  await other.ready;
  await third.ready;
  expect(leading()).toEqual([true, false, false]);
  await one.dispose();
  await expect.poll(leading).toEqual([false, true, false]);
  // All tabs of this test are in one document: they stand still together.
  document.dispatchEvent(new Event('freeze'));
  expect(leading()).toEqual([false, false, false]);
  document.dispatchEvent(new Event('resume'));
  await expect.poll(leading).toEqual([false, true, false]);
  expect(changes).toEqual([true, false, true]);
});

test('[NS-2] where no other tab can be every memory leads from the start', async () => {
  const options = { id: 'chat', contextWindow: 16_000 };
  for (const store of [undefined, inMemoryStore()]) {
    const memory = createAgentMemory({ ...options, ...(store && { store }) });
    expect(memory.getState().store.leads).toBe(true);
    await memory.ready;
    expect(memory.getState().store.leads).toBe(true);
    await memory.dispose();
  }
});

/** More rounds, and others, for a deeper search: VITE_TAB_ROUNDS=1000 VITE_TAB_SEED=7. */
const { VITE_TAB_ROUNDS = 12, VITE_TAB_SEED = 20261127 } = import.meta.env;
const [ROUNDS, SEED] = [Number(VITE_TAB_ROUNDS), Number(VITE_TAB_SEED)];

test(`[NS-2] whatever 12 tabs say at the same time, in ${ROUNDS} rounds, is in the store and in every tab (seed ${SEED})`, async () => {
  const databaseName = aDatabase();
  const tabs = Array.from({ length: 12 }, () => aTab(databaseName));
  await Promise.all(tabs.map((tab) => tab.ready));
  const acknowledged: string[] = [];
  const rounds = fc.sample(fc.subarray(tabs, { minLength: 4 }), { seed: SEED, numRuns: ROUNDS });
  for (const [round, speakers] of rounds.entries()) {
    await Promise.all(
      speakers.map(async (tab, index) => {
        const word = `Round ${round}, speaker ${index}`;
        await tab.append(user(word));
        acknowledged.push(word);
      }),
    );
  }
  const stored = await aStore(databaseName).load('chat');
  expect(stored?.entries).toHaveLength(acknowledged.length);
  for (const tab of tabs) {
    await expect.poll(() => textsOf(tab).toSorted()).toEqual(acknowledged.toSorted());
    expect(tab.getState()).toMatchObject({ status: 'ready', degraded: [], error: undefined });
  }
});

test('[NS-2] threads that write to one session at the same time lose no word, also where one is ended', async () => {
  const databaseName = aDatabase();
  const watching = aTab(databaseName);
  await watching.ready;
  const acknowledged: string[] = [];
  await Promise.all(
    [0, 1, 2, 3].map(async (thread) => {
      const tab = new Worker(new URL('./testing/chatting-tab.ts', import.meta.url), {
        type: 'module',
      });
      const words = Array.from({ length: 15 }, (_, n) => `Thread ${thread}, word ${n}`);
      await new Promise<void>((resolve, reject) => {
        tab.onerror = ({ message }) => reject(new Error(message));
        tab.onmessage = ({ data }: MessageEvent<ChatNews>) => {
          if (data.kind === 'stored') acknowledged.push(data.word);
          const isEnded = thread === 3 && acknowledged.length > 20;
          if (data.kind === 'done' || isEnded) resolve();
        };
        tab.postMessage({ databaseName, words } satisfies ChatOrder);
      });
      tab.terminate();
    }),
  );
  expect(acknowledged.length).toBeGreaterThan(44);
  await expect
    .poll(() => acknowledged.filter((word) => !textsOf(watching).includes(word)))
    .toEqual([]);
  // Each thread's words are in its own order.
  for (const thread of [0, 1, 2]) {
    const own = textsOf(watching).filter((text) => text.startsWith(`Thread ${thread},`));
    expect(own).toEqual(Array.from({ length: 15 }, (_, n) => `Thread ${thread}, word ${n}`));
  }
});

/** A tab that hears nothing of the others, as where the news of them are late. */
function aDeafTab(databaseName: string): AgentMemory {
  const store = new Proxy(aStore(databaseName), {
    get(target, name) {
      if (name === 'watch' || name === 'address') return undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const memory = createAgentMemory({ id: 'chat', contextWindow: 16_000, store });
  afterwards(() => memory.dispose());
  return memory;
}

test('[NS-2] notes and scratchpad of one tab do not replace what another one stored meanwhile, though it has not heard of that', async () => {
  const databaseName = aDatabase();
  const [one, other] = [aDeafTab(databaseName), aDeafTab(databaseName)];
  await one.append(user('Hello'));
  await other.ready;
  for (const step of ['1', '2', '3']) {
    await one.notes.set('one', step);
    await other.notes.set('other', step);
    await one.patchScratchpad({ objective: `Step ${step}` });
    await other.patchScratchpad({ currentStep: `Step ${step}` });
  }
  const stored = await aStore(databaseName).load('chat');
  expect(stored?.parts.get('agent-memory/notes')).toEqual({ one: '3', other: '3' });
  expect(stored?.scratchpad).toMatchObject({ objective: 'Step 3', currentStep: 'Step 3' });
  for (const tab of [one, other]) {
    expect(tab.getState()).toMatchObject({ degraded: [], error: undefined });
    expect(tab.getState().store.owed).toBe(0);
  }
});

test(`[NS-2] of notes that deaf tabs set at the same time each keeps its last (seed ${SEED})`, async () => {
  const databaseName = aDatabase();
  const tabs = Array.from({ length: 4 }, () => aDeafTab(databaseName));
  await tabs[0]?.append(user('Hello'));
  await Promise.all(tabs.map((tab) => tab.ready));
  const orders = fc.sample(fc.subarray([0, 1, 2, 3], { minLength: 2 }), {
    seed: SEED,
    numRuns: ROUNDS,
  });
  const last = new Map<string, string>();
  for (const [round, speakers] of orders.entries()) {
    await Promise.all(
      speakers.map(async (speaker) => {
        await tabs[speaker]?.notes.set(`tab ${speaker}`, `round ${round}`);
        last.set(`tab ${speaker}`, `round ${round}`);
      }),
    );
  }
  const stored = await aStore(databaseName).load('chat');
  expect(stored?.parts.get('agent-memory/notes')).toEqual(Object.fromEntries(last));
  for (const [speaker, tab] of tabs.entries()) {
    expect(tab.notes.get(`tab ${speaker}`)).toBe(last.get(`tab ${speaker}`));
  }
});

test('[NS-2] [CMP-1] of tabs that need a compaction at the same time one makes it, and the others take it over', async () => {
  const databaseName = aDatabase();
  let asked = 0;
  const summarizer = aSummarizer(() => {
    asked += 1;
  });
  const tabs = [0, 1, 2].map(() => aTab(databaseName, { summarizer, contextWindow: 6_000 }));
  const [first] = tabs;
  await Promise.all(tabs.map((tab) => tab.ready));
  await first?.append(
    Array.from({ length: 60 }, (_, n) => ({
      role: n % 2 ? ('assistant' as const) : ('user' as const),
      content: `Message ${n}: ${'the usual words stand here '.repeat(30)}`,
    })),
  );
  for (const tab of tabs) await expect.poll(() => tab.entries()).toHaveLength(60);
  await Promise.all(tabs.map((tab) => tab.assemble()));
  const stored = await aStore(databaseName).load('chat');
  expect(stored?.compactions).toHaveLength(1);
  expect(asked).toBe(1);
  for (const tab of tabs) {
    await expect
      .poll(() => tab.getState().compactions.map(({ id }) => id))
      .toEqual(stored?.compactions.map(({ id }) => id));
    expect(tab.plan().ranges).toEqual(first?.plan().ranges);
  }
});

test('[NS-2] [CMP-13] a summary is prepared ahead of need by the tab that leads, no matter who speaks, and by the next one when it closes', async () => {
  const databaseName = aDatabase();
  const asked: string[] = [];
  const tab = (name: string) =>
    aTab(databaseName, { summarizer: aSummarizer(() => asked.push(name)), contextWindow: 6_000 });
  const [leading, other] = [tab('leading'), tab('other')];
  await leading.ready;
  await expect.poll(() => leading.getState().store.leads).toBe(true);
  await other.ready;
  const speak = async (among: readonly AgentMemory[]) => {
    const question = user(`A question: ${'the usual words stand here '.repeat(10)}`);
    await other.append([question, { role: 'assistant', content: 'An answer.' }]);
    const { headId } = other.getState();
    for (const each of among) {
      await expect.poll(() => each.getState().headId).toBe(headId);
      await each.assemble();
    }
    return asked.length;
  };
  await expect.poll(() => speak([other, leading])).toBeGreaterThan(0);
  expect(asked).toEqual(['leading']);
  expect(other.getState().compactions).toEqual([]);
  await leading.dispose();
  await expect.poll(() => other.getState().store.leads).toBe(true);
  await expect.poll(() => speak([other])).toBeGreaterThan(1);
  expect(asked).toEqual(['leading', 'other']);
});

test('[NS-2] a session that was deleted by another tab is not started over by looking at it', async () => {
  const databaseName = aDatabase();
  const tab = aTab(databaseName);
  await tab.append(user('Hello'));
  await sessionCatalog(aStore(databaseName)).delete('chat');
  await tab.reload();
  expect(await aStore(databaseName).load('chat')).toBeUndefined();
});
