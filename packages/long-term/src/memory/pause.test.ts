import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { signOut } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { memoryExtraction } from '../extraction/memory-extraction.ts';
import { aModel, answers, says, textsIn } from '../extraction/testing/chat-with-extraction.ts';
import { retrievedRecords } from '../live/retrieved-records.ts';
import { memoryManifest } from '../manifest/memory-manifest.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { memoryTools } from '../tools/memory-tools.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';

const AISLE = {
  type: 'user',
  kind: 'preference',
  source: 'user_stated',
  text: 'I prefer an aisle seat.',
} as const;

function aMemory(store = inMemoryRecordStore()) {
  const clock = aSimulatedClock();
  const longTerm = createLongTermMemory({ user: 'ada', store, clock, sweepEveryMs: 0 });
  return { clock, store, longTerm };
}

async function linesOf(longTerm: LongTermMemory): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of longTerm.exportLines()) lines.push(line);
  return lines;
}

test('[LTM-12] while memory is paused nothing new is recorded and nothing is given out, in every tab', async () => {
  const { store, longTerm } = aMemory();
  const other = aMemory(store).longTerm;
  await longTerm.store(AISLE);
  await longTerm.pause();
  for (const memory of [longTerm, other]) {
    expect(await memory.isPaused()).toBe(true);
    const refused = { kind: 'refused', refusal: { rule: 'PAUSED' } };
    expect(await memory.set('city', 'Lyon')).toMatchObject(refused);
    expect(await memory.store({ ...AISLE, text: 'I like tea.' })).toMatchObject(refused);
    expect(
      await memory.summarizeSession({ sessionId: 'chat', text: 'Ada asked about trains.' }),
    ).toMatchObject(refused);
    expect(await memory.retrieve({ text: 'aisle seat' })).toEqual({
      hits: [],
      cut: [],
      degraded: [expect.stringMatching(/^Memory is paused/u)],
    });
    expect(await memory.startOf({ task: 'Book a seat' })).toEqual({ strategies: [], episodes: [] });
  }
  const [save, search] = memoryTools(other);
  const context = { signal: new AbortController().signal };
  const draft = {
    type: 'user',
    kind: 'preference',
    source: 'agent_inferred',
    text: 'Ada likes tea.',
  };
  expect(String(await save.execute(draft, context))).toContain('PAUSED');
  expect(String(await search.execute({ query: 'seat' }, context))).not.toContain('aisle');
  await other.resume();
  expect(await longTerm.isPaused()).toBe(false);
  expect((await longTerm.retrieve({ text: 'aisle seat' })).hits).toHaveLength(1);
  expect(await longTerm.set('city', 'Lyon')).toMatchObject({ kind: 'stored' });
});

test('[LTM-12] while memory is paused its user lists, corrects, forgets, erases and exports as ever', async () => {
  const { longTerm } = aMemory();
  const stored = await longTerm.store(AISLE);
  await longTerm.set('city', 'Lyon');
  await longTerm.set('name', 'Ada');
  await longTerm.pause();
  if (stored.kind === 'refused') throw new Error(stored.refusal.sentence);
  await longTerm.correct(stored.record.id, 'I prefer a window seat.');
  await longTerm.forget({ key: 'city' });
  await longTerm.erase({ key: 'name' });
  expect(await textsIn(longTerm)).toEqual(['I prefer a window seat.']);
  expect((await linesOf(longTerm)).join()).toContain('window seat');
});

test('[LTM-12] the pause itself is in no list, log, namespace or file, and no memory can be led to it', async () => {
  const { longTerm, store } = aMemory();
  await longTerm.pause();
  await longTerm.pause();
  await longTerm.resume();
  await longTerm.pause();
  const lasting = { fromMs: expect.any(Number) };
  expect(await longTerm.pauses()).toEqual([{ ...lasting, toMs: expect.any(Number) }, lasting]);
  expect(await textsIn(longTerm)).toEqual([]);
  expect(await longTerm.namespaces()).toEqual([]);
  expect((await longTerm.audit()).items).toEqual([]);
  expect((await linesOf(longTerm)).join()).not.toContain('pause');
  expect(() => createLongTermMemory({ store, alsoRead: ['pause:user:ada'] })).toThrow('pauses');
  const bob = createLongTermMemory({ user: 'bob', store, sweepEveryMs: 0 });
  expect(await bob.isPaused()).toBe(false);
});

test('[LTM-12] [LTM-8] a pause outlives the erasing of everything; who leaves takes what is over of it along', async () => {
  const { longTerm, store } = aMemory();
  await longTerm.set('city', 'Lyon');
  await longTerm.pause();
  await longTerm.erase({ everything: true });
  expect(await longTerm.isPaused()).toBe(true);
  await signOut('ada', { stores: [], longTerm: [longTerm], remove: true });
  expect(await store.namespaces()).toEqual([]);
});

test('[LTM-12] a context has nothing of a memory that was paused since the last one, and has it again after', async () => {
  const { longTerm } = aMemory();
  await longTerm.store(AISLE);
  const memory = createAgentMemory({
    id: 'chat',
    budget: fixedBudget(20_000),
    features: [retrievedRecords(longTerm), memoryManifest(longTerm)],
  });
  await memory.append({ role: 'user', content: 'Which aisle seat do I prefer?' });
  const context = async () => JSON.stringify((await memory.assemble()).messages);
  const known = 'I prefer an aisle seat.';
  expect((await context()).split(known)).toHaveLength(3);
  await longTerm.pause();
  expect(await context()).not.toContain(known);
  await longTerm.resume();
  expect((await context()).split(known)).toHaveLength(3);
  await memory.dispose();
});

test.each(['patterns', 'a model'])(
  '[LTM-12] [EXT-1] %s never read what is said while memory is paused, also where the answer comes after the pause',
  async (reader) => {
    const { longTerm, clock } = aMemory();
    const { model, requests } = aModel([]);
    const extraction = memoryExtraction(
      longTerm,
      reader === 'patterns' ? {} : { chatModel: model },
    );
    const features = [extraction.feature];
    const memory = createAgentMemory({ id: 'chat', clock, budget: fixedBudget(20_000), features });
    await longTerm.pause();
    clock.advance(1000);
    await memory.append(says('I prefer quagga rugs.'));
    clock.advance(1000);
    await longTerm.resume();
    clock.advance(1000);
    await memory.append(answers('Good to know.'));
    await extraction.settled();
    expect(extraction.log('chat')).toMatchObject([{ entries: 2, taken: [] }]);
    await memory.append([says('I prefer zebrawood chairs.'), answers('Noted.')]);
    await extraction.settled();
    const heard = [...(await textsIn(longTerm)), JSON.stringify(requests)].join();
    expect(heard).toContain('zebrawood');
    expect(heard).not.toContain('quagga');
    await memory.dispose();
  },
);
