import { aiSdkUi } from '@agent-memory/formats';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { textOf } from '../message/message.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aSharedStore } from '../testing/shared-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions>): AgentMemory {
  const given = { id: 'trip', budget: fixedBudget(2_000), tokenCounter: simpleCounter };
  return createAgentMemory({ ...given, ...options });
}

const question = { role: 'user', content: 'Which seat?' } as const;
const answer = (content: string) => ({ role: 'assistant', content }) as const;
const draft = { isDraft: true } as const;
const textsOf = (memory: AgentMemory) => memory.entries().map(({ message }) => textOf(message));
const marksOf = (memory: AgentMemory) =>
  memory.entries().map(({ message }) => message.isInterrupted ?? false);

/** The texts of all drafts that a store holds. */
async function draftsIn(store: Pick<ReturnType<typeof inMemoryStore>, 'load'>): Promise<string> {
  const { parts } = (await store.load('trip')) ?? {};
  return JSON.stringify(
    [...(parts ?? [])].filter(([name]) => name.startsWith('agent-memory/draft')),
  );
}

/** A page whose answer streams; what came of it is on disk. */
async function aStream(said: string, options: Partial<AgentMemoryOptions> = {}) {
  const store = options.store ?? inMemoryStore();
  const memory = aMemory({ ...options, store });
  await memory.append(question);
  await memory.append(answer(said), draft);
  await expect.poll(() => draftsIn(store)).toContain(said);
  return { memory, store };
}

/** Locks of one origin: each is held by one at a time, and a page that ends lets go of its own. */
function someLocks() {
  const queues = new Map<string, (() => void)[]>();
  const letGo = (name: string) => {
    queues.get(name)?.shift();
    queues.get(name)?.[0]?.();
  };
  const locks = {
    async request(
      name: string,
      { ifAvailable }: { readonly ifAvailable?: true },
      held: (lock: unknown) => Promise<void>,
    ): Promise<void> {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (ifAvailable && queue.length > 0) return held(null);
      const turn = new Promise<void>((resolve) => queue.push(resolve));
      if (queue.length === 1) queue[0]?.();
      await turn;
      await held({ name });
      letGo(name);
    },
  };
  vi.stubGlobal('navigator', { locks });
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    /** The page that holds them has crashed. */
    crash: () => [...queues.keys()].filter((name) => name.includes('draft')).forEach(letGo),
  };
}

test('[STO-10] an answer whose page ended is there when the session is opened, and the model reads that it was cut off', async () => {
  const { store } = await aStream('Your seat is');
  const later = aMemory({ store });
  await later.ready;
  expect(textsOf(later)).toEqual(['Which seat?', 'Your seat is']);
  expect(marksOf(later)).toEqual([false, true]);
  await later.append({ role: 'user', content: 'Go on.' });
  expect(await draftsIn(store)).toBe('[]');
  const { messages, plan } = await later.assemble();
  expect(messages[1]).toEqual({
    role: 'assistant',
    content: 'Your seat is\n[The answer was interrupted here.]',
  });
  // The words that say so are counted.
  const { raw = 0, sent = 0 } = plan.items[1]?.decision.tokens ?? {};
  expect(sent).toBeGreaterThan(raw);
});

test('[STO-10] an answer that ends takes its draft with it, in one commit', async () => {
  const { memory, store } = await aStream('Your seat is');
  const commits = vi.spyOn(store, 'commit');
  await memory.append(answer('Your seat is 14C.'));
  expect(commits).toHaveBeenCalledOnce();
  expect(await draftsIn(store)).toBe('[]');
  const later = aMemory({ store });
  await later.ready;
  expect(textsOf(later)).toEqual(['Which seat?', 'Your seat is 14C.']);
  expect(marksOf(later)).toEqual([false, false]);
});

test('[STO-10] a draft is written at most once a second, with the newest of what has come', async () => {
  const clock = aSimulatedClock();
  const { memory, store } = await aStream('One', { clock });
  const commits = vi.spyOn(store, 'commit');
  for (const said of ['One two', 'One two three']) await memory.append(answer(said), draft);
  clock.advance(999);
  expect(commits).not.toHaveBeenCalled();
  clock.advance(1);
  await expect.poll(() => draftsIn(store)).toContain('One two three');
  expect(commits).toHaveBeenCalledOnce();
});

test('[STO-10] a draft of which nothing was written yet goes with its answer too', async () => {
  const clock = aSimulatedClock();
  const { memory, store } = await aStream('One', { clock });
  await memory.append(answer('One two'), draft);
  await memory.append(answer('One two three'));
  clock.advance(5_000);
  await memory.append(question);
  expect(await draftsIn(store)).toBe('[]');
});

test('[STO-10] an answer that says nothing yet is no draft', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await memory.append(question);
  await memory.append(answer(''), draft);
  await memory.messages();
  await memory.dispose();
  const later = aMemory({ store });
  await later.ready;
  expect(textsOf(later)).toEqual(['Which seat?']);
});

test('[STO-10] a call with a draft gives no entries, changes nothing that is shown, and is not counted', async () => {
  const { memory } = await aStream('Your seat is');
  const state = memory.getState();
  expect(await memory.append(answer('Your seat is 14'), draft)).toEqual([]);
  expect(memory.entries()).toHaveLength(1);
  expect(memory.getState()).toBe(state);
});

test('[STO-10] a visible list is a draft by what the conversation lacks of it', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  const message = (id: string, role: 'user' | 'assistant', text: string) =>
    ({ id, role, parts: [{ type: 'text', text }] }) as const;
  const asked = message('q', 'user', 'Which seat?');
  await memory.reconcile([asked], { format: aiSdkUi });
  const list = [asked, message('a', 'assistant', 'Your seat')];
  await memory.reconcile(list, { format: aiSdkUi, ...draft });
  await expect.poll(() => draftsIn(store)).toContain('Your seat');
  expect(await draftsIn(store)).not.toContain('Which seat?');
  const later = aMemory({ store });
  expect(await later.messages({ format: aiSdkUi })).toEqual(list);
  expect(later.entry('a')?.message.isInterrupted).toBe(true);
  // The list that a chat made of it is the same conversation.
  await later.reconcile([...list, message('q2', 'user', 'Go on.')], { format: aiSdkUi });
  expect(later.branches()).toHaveLength(1);
});

test('[STO-10] [NS-2] an answer that streams in another tab is not taken for an interrupted one, until that tab crashes', async () => {
  const { crash } = someLocks();
  const { inner, tab } = aSharedStore();
  const { memory } = await aStream('Your seat is', { store: tab() });
  const [other, third] = [aMemory({ store: tab() }), aMemory({ store: tab() })];
  await Promise.all([other.ready, third.ready]);
  expect(textsOf(other)).toEqual(['Which seat?']);
  const refreshes: string[] = [];
  other.onEvent(({ type }) => void refreshes.push(type));
  crash();
  await expect.poll(() => textsOf(other)).toEqual(['Which seat?', 'Your seat is']);
  await expect.poll(() => textsOf(third)).toEqual(['Which seat?', 'Your seat is']);
  expect(refreshes).toContain('session-refresh');
  expect((await inner.load('trip'))?.entries).toHaveLength(2);
  expect(marksOf(memory).length).toBeGreaterThan(0);
});

test('[STO-10] [NS-2] an answer that ends is stored before another tab could take its draft up', async () => {
  void someLocks();
  const { inner, tab } = aSharedStore();
  const { memory } = await aStream('Your seat is', { store: tab() });
  const other = aMemory({ store: tab() });
  await other.ready;
  await memory.append(answer('Your seat is 14C.'));
  await expect.poll(() => textsOf(other)).toEqual(['Which seat?', 'Your seat is 14C.']);
  expect(await draftsIn(inner)).toBe('[]');
});

test('[STO-10] [NS-2] what another tab said since stays, and the interrupted answer stands behind it', async () => {
  const { crash } = someLocks();
  const { tab } = aSharedStore();
  await aStream('Your seat is', { store: tab() });
  const other = aMemory({ store: tab() });
  await other.append({ role: 'user', content: 'And mine?' });
  crash();
  await expect.poll(() => textsOf(other)).toEqual(['Which seat?', 'And mine?', 'Your seat is']);
});

test('[STO-10] [MSG-5] where its question has left the conversation, the interrupted answer is a branch', async () => {
  const { crash } = someLocks();
  const { tab } = aSharedStore();
  await aStream('Your seat is', { store: tab() });
  const other = aMemory({ store: tab() });
  await other.append({ role: 'user', content: 'Which gate?' }, { after: null });
  crash();
  const ends = () =>
    other
      .branches()
      .map(
        ({ headId }) =>
          other.entry(headId)?.message.parts.map((part) => ('text' in part ? part.text : ''))[0],
      );
  await expect.poll(() => ends().toSorted()).toEqual(['Which gate?', 'Your seat is']);
  await expect.poll(() => textsOf(other)).toEqual(['Which gate?']);
});

test('[STO-10] a store that fails is given no drafts, and the answer that streams hears nothing of it', async () => {
  const disk = aScriptedStore(inMemoryStore());
  const memory = aMemory({ store: disk, clock: aSimulatedClock() });
  disk.failAll(['commit'], new StoreUnavailableError('The disk is gone.'));
  await memory.append(question);
  const commits = vi.spyOn(disk, 'commit');
  await memory.messages();
  expect(await memory.append(answer('Your seat is'), draft)).toEqual([]);
  await memory.messages();
  disk.heal();
  await memory.writeBack();
  await memory.append(answer('Your seat is 14C.'));
  expect(textsOf(memory)).toEqual(['Which seat?', 'Your seat is 14C.']);
  const given = commits.mock.calls.flatMap(([, { parts }]) => [...(parts?.keys() ?? [])]);
  expect(given.filter((name) => name.startsWith('agent-memory/draft'))).toEqual([]);
});

test('[STO-10] [STO-5] a draft is redacted, and deleted with its session', async () => {
  const redact = (text: string) => text.replaceAll('14C', '[seat]');
  const { memory, store } = await aStream('Your seat ', { redact });
  await memory.append(answer('Your seat is 14C.'));
  await memory.append(answer('I said 14C because'), draft);
  await expect.poll(() => draftsIn(store)).toContain('I said [seat] ');
  await memory.append(answer('I said 14C because of 14'), draft);
  await expect.poll(() => draftsIn(store)).toContain('I said [seat] because of "');
  const catalog = sessionCatalog(store);
  await memory.dispose();
  await catalog.delete('trip');
  const later = aMemory({ store });
  await later.ready;
  expect(textsOf(later)).toEqual([]);
});

test('[STO-10] [STO-5] with redact a draft keeps finished steps whole, and no part that is still arriving', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store, redact: (text) => text.replaceAll('sk-1234', '[key]') });
  await memory.append(question);
  const call = (id: string, input: string) => ({
    id,
    type: 'function' as const,
    function: { name: 'find', arguments: input },
  });
  const steps: readonly OpenAiMessage[] = [
    { role: 'assistant', content: 'Looking it up', tool_calls: [call('a', '{"key":"whole"}')] },
    { role: 'tool', tool_call_id: 'a', content: '14C' },
  ];
  await memory.append([...steps, answer('The key is sk-12')], draft);
  await expect.poll(() => draftsIn(store)).toContain('The key is "');
  const stored = await draftsIn(store);
  for (const whole of ['Looking it up', '\\"whole\\"', '"14C"']) expect(stored).toContain(whole);

  const calls = [call('b', '{"key":"sk-12')];
  const half = { role: 'assistant', content: 'Asking', tool_calls: calls } as const;
  await memory.append([...steps, half], draft);
  await expect.poll(() => draftsIn(store)).toContain('Asking');
  expect(await draftsIn(store)).not.toContain('sk-12');
});

test('[STO-10] [STO-5] with redact no draft is kept of a text without a blank', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store, redact: (text) => text });
  await memory.append(question);
  const commits = vi.spyOn(store, 'commit');
  await memory.append(answer('座席は14C'), draft);
  await memory.messages();
  await memory.append(answer('座席は14Cです。 以上'), draft);
  await expect.poll(() => draftsIn(store)).toContain('座席は14Cです。 "');
  expect(commits).toHaveBeenCalledTimes(1);
});

test('[STO-10] a session that ends in the middle of an answer has it when it is opened again in the same page', async () => {
  void someLocks();
  const { memory, store } = await aStream('Your seat is');
  await memory.dispose();
  const later = aMemory({ store });
  await later.ready;
  expect(marksOf(later)).toEqual([false, true]);
});

test('[STO-10] a draft that is damaged is left out', async () => {
  const { memory, store } = await aStream('Your seat is');
  await memory.dispose();
  const stored = await store.load('trip');
  const name = [...(stored?.parts.keys() ?? [])].find((one) => one.includes('draft')) ?? '';
  await store.commit('trip', { atMs: 0, parts: new Map([[name, { messages: [{}] }]]) });
  const later = aMemory({ store });
  await later.ready;
  expect(textsOf(later)).toEqual(['Which seat?']);
});
