import { createAgentMemory } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retrievedRecords } from '../live/retrieved-records.ts';
import { memoryManifest } from '../manifest/memory-manifest.ts';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import { bareText } from '../records/bare-text.ts';
import { DAY_MS } from '../records/time.ts';
import { createRetrievalIndex } from '../retrieval/create-retrieval-index.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory, WriteOutcome } from './long-term-memory.ts';

const RUNS = { numRuns: 60, seed: 20261124 };

const DIVORCE = {
  type: 'user',
  kind: 'fact',
  subject: 'Ada',
  text: 'Ada is getting a divorce from Charles.',
  source: 'user_stated',
} as const;

function aMemory() {
  const clock = aSimulatedClock();
  const store = inMemoryRecordStore();
  const memory = createLongTermMemory({ store, clock, user: 'ada', utcOffsetMinutes: 0 });
  return { clock, store, memory };
}

function recordOf(outcome: WriteOutcome) {
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return outcome.record;
}

/** A memory with one record that is marked, and its id. */
async function aMarkedMemory(draft: MemoryDraft = DIVORCE) {
  const made = aMemory();
  const { id } = recordOf(await made.memory.store(draft));
  made.clock.advance(1000);
  await made.memory.mute(id);
  return { ...made, id };
}

test('[LTM-2] a record that is marked against recall is left out by rule, and listed as before', async () => {
  const { memory, id } = await aMarkedMemory();
  const { hits, cut } = await memory.retrieve({ text: 'divorce from Charles' });
  expect(hits).toEqual([]);
  expect(cut).toMatchObject([{ id, rule: 'MUTED' }]);
  expect(cut[0]?.score).toBeGreaterThan(0);
  const { items } = await memory.list();
  expect(items).toMatchObject([{ record: { id, muted: true, uses: 0 } }]);
  expect(await memory.mute(id)).toMatchObject({ kind: 'unchanged' });
  expect(await memory.unmute(id)).toMatchObject({ kind: 'changed', record: { pinned: false } });
  expect((await memory.retrieve({ text: 'divorce from Charles' })).hits).toHaveLength(1);
  expect((await memory.record(id))?.record).not.toHaveProperty('muted');
  const versions = await memory.history(id);
  expect(versions.map(({ muted }) => muted)).toEqual([undefined, true, undefined]);
});

test('[LTM-2] a pin and a mark against recall refuse each other, and say what to do first', async () => {
  const { memory, id } = await aMarkedMemory();
  for (const outcome of [
    await memory.pin(id),
    await memory.update(id, { pinned: true }),
    await memory.update(id, { text: 'Ada is divorced.', source: 'user_stated', pinned: true }),
  ]) {
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { rule: 'MUTED', recordId: id } });
  }
  await memory.store({ ...DIVORCE, pinned: true });
  expect((await memory.record(id))?.record).toMatchObject({ muted: true, pinned: false });
  await memory.unmute(id);
  await memory.pin(id);
  const refused = await memory.mute(id);
  expect(refused).toMatchObject({ kind: 'refused', refusal: { rule: 'PINNED', recordId: id } });
  if (refused.kind === 'refused') expect(refused.refusal.remedy).toMatch(/unpin/);
  expect((await memory.record(id))?.record).not.toHaveProperty('muted');
});

test('[LTM-5] the mark stays when the record is corrected, said again, or forgotten and said again', async () => {
  const { memory, id } = await aMarkedMemory();
  await memory.store({ ...DIVORCE, text: 'ada is getting a divorce from  Charles' });
  expect((await memory.record(id))?.record.muted).toBe(true);
  const corrected = recordOf(await memory.correct(id, 'Ada is divorced from Charles.'));
  expect(corrected).toMatchObject({ muted: true, supersedes: id });
  await memory.forget(corrected.id);
  const anew = recordOf(await memory.store({ ...DIVORCE, text: 'Ada is divorced from Charles.' }));
  expect(anew.muted).toBe(true);
  const asPreference = recordOf(
    await memory.store({ ...DIVORCE, kind: 'preference', text: 'Ada is divorced from Charles.' }),
  );
  expect(asPreference.muted).toBe(true);
  expect((await memory.retrieve({ text: 'Ada divorce Charles' })).hits).toEqual([]);
});

test('[LTM-6] a marked record does not end by itself, so that the mark stands when it is said again', async () => {
  const { memory, clock } = aMemory();
  const expiresAtMs = clock.nowMs() + DAY_MS;
  const { id } = recordOf(await memory.store({ ...DIVORCE, expiresAtMs }));
  await memory.mute(id);
  clock.advance(400 * DAY_MS);
  expect(await memory.cleanup()).toEqual({ ended: [], neverUsed: [] });
  expect((await memory.list()).items).toHaveLength(1);
  await memory.unmute(id);
  expect((await memory.cleanup()).ended).toEqual([id]);
});

test('[RET-4] marked records take no place of others: hits, tokens and duplicates are those without them', async () => {
  const { memory } = aMemory();
  const cities = ['Rome', 'Oslo', 'Bonn', 'Lima', 'Cork', 'Bern', 'Graz', 'Kyiv', 'Doha', 'Pisa'];
  const marked: string[] = [];
  for (const city of [...cities, ...cities.map((one) => `${one} again`)]) {
    const text = `The train ticket to ${city} train ticket.`;
    const { id } = recordOf(await memory.store({ ...DIVORCE, key: city, text }));
    await memory.mute(id);
    marked.push(id);
  }
  const open = {
    ...DIVORCE,
    key: 'open',
    text: 'A ticket for the train is in the blue drawer here.',
  };
  const { id } = recordOf(await memory.store(open));
  const { hits, cut } = await memory.retrieve({ text: 'train ticket', limit: 2, maxTokens: 20 });
  expect(hits.map(({ record }) => record.id)).toEqual([id]);
  expect(cut.every((one) => one.rule === 'MUTED' && marked.includes(one.id))).toBe(true);
  expect(cut.length).toBeGreaterThan(0);
});

test('[LTM-8] the mark travels with the file; no file takes it away, and one from outside sets none', async () => {
  const { memory, id } = await aMarkedMemory({ ...DIVORCE, id: 'news' });
  const lines: string[] = [];
  for await (const line of memory.exportLines()) lines.push(line);
  const restored = aMemory();
  await restored.memory.store({ ...DIVORCE, id: 'news' });
  await restored.memory.importLines(lines, { from: 'backup' });
  expect((await restored.memory.list()).items).toMatchObject([{ record: { muted: true } }]);

  const outside = aMemory();
  await outside.memory.importLines(lines, { from: 'outside' });
  const { items } = await outside.memory.list();
  expect(items).toHaveLength(1);
  expect(items[0]?.record).not.toHaveProperty('muted');

  const unmarked = lines.map((line) => {
    const filed = JSON.parse(line);
    if (filed.record === undefined) return line;
    const { muted: _, ...record } = filed.record;
    const later = { ...record, text: 'Ada left Charles.', revision: 9 };
    return JSON.stringify({
      record: { ...later, updatedAtMs: record.updatedAtMs + 1 },
      versions: [],
    });
  });
  expect((await memory.importLines(unmarked, { from: 'backup' })).imported).toBe(1);
  const known = await memory.record(id);
  expect(known?.record).toMatchObject({ text: 'Ada left Charles.', muted: true });
});

test('[RET-4] a context leaves a marked record out at once, and its decision says so', async () => {
  const { memory } = aMemory();
  const { id } = recordOf(await memory.store(DIVORCE));
  const other = recordOf(await memory.store({ ...DIVORCE, text: 'Charles likes tea.' }));
  const session = createAgentMemory({
    id: 'chat',
    contextWindow: 8_000,
    features: [retrievedRecords(memory), memoryManifest(memory)],
  });
  await session.append({ role: 'user', content: 'What about Charles and the divorce?' });
  expect(JSON.stringify((await session.assemble()).messages)).toContain('getting a divorce');
  await memory.mute(id);
  expect(JSON.stringify((await session.assemble()).messages)).not.toContain('getting a divorce');
  await session.append({ role: 'user', content: 'Charles and the divorce, once more?' });
  const { messages, plan } = await session.assemble();
  expect(JSON.stringify(messages)).not.toContain('getting a divorce');
  expect(JSON.stringify(messages)).toContain('likes tea');
  const parts = plan.items.flatMap(({ decision }) => decision.parts ?? []);
  expect(parts.find((part) => part.itemId === id)).toMatchObject({
    fate: 'not-selected',
    rule: 'RECORD_MUTED',
    sentence: 'Somebody marked it against recall: it is never put into a context.',
  });
  expect(parts.some((part) => part.itemId === other.id && part.rule === 'RECORD_RETRIEVED')).toBe(
    true,
  );
  await session.dispose();
});

const TEXTS = [
  'Ada lives in Paris.',
  'Ada lives in Rome.',
  'Ada drinks tea.',
  'Tea is cold.',
] as const;
const at = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('store' as const),
      text: fc.constantFrom(...TEXTS),
      kind: fc.constantFrom('fact' as const, 'preference' as const),
      source: fc.constantFrom('user_stated' as const, 'agent_inferred' as const),
      hasSubject: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('mute', 'unmute', 'pin', 'unpin', 'forget', 'verify', 'reject'),
      at,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      at,
      text: fc.constantFrom(...TEXTS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), at }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restore' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.nat({ max: 9 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const QUESTION = { role: 'user', content: 'Where does Ada live, and is there tea?' } as const;

/** A session whose contexts have what is found for a message. */
function aSession(memory: LongTermMemory) {
  return createAgentMemory({
    id: 'chat',
    contextWindow: 8_000,
    features: [retrievedRecords(memory)],
  });
}

/** The context of a session that begins now, with everything that is known. */
async function newContext(memory: LongTermMemory) {
  const features = [memoryManifest(memory)];
  const session = createAgentMemory({ id: 'new', contextWindow: 8_000, features });
  await session.append(QUESTION);
  const context = await session.assemble();
  await session.dispose();
  return context;
}

/** Every history begins with something known, and a mark. */
const BEGIN: readonly Step[] = [
  { do: 'store', text: 'Ada drinks tea.', kind: 'fact', source: 'user_stated', hasSubject: true },
  {
    do: 'store',
    text: 'Ada lives in Paris.',
    kind: 'fact',
    source: 'user_stated',
    hasSubject: true,
  },
  { do: 'mute', at: 0 },
];

async function carryOut(
  memory: LongTermMemory,
  clock: ReturnType<typeof aSimulatedClock>,
  one: Step,
) {
  if (one.do === 'wait') {
    clock.advance(one.days * DAY_MS);
    await memory.cleanup();
    return;
  }
  if (one.do === 'store') {
    const { text, kind, source, hasSubject } = one;
    const subject = hasSubject ? { subject: 'Ada' } : {};
    await memory.store({ type: 'user', kind, text, source, ...subject });
    return;
  }
  if (one.do === 'restore') {
    const lines: string[] = [];
    for await (const line of memory.exportLines()) lines.push(line);
    await memory.importLines(lines, { from: 'backup' });
    return;
  }
  const { items } = await memory.list();
  const id = items[one.at % Math.max(1, items.length)]?.record.id;
  if (id === undefined) return;
  if (one.do === 'correct') await memory.correct(id, one.text);
  else if (one.do === 'erase') await memory.erase({ id });
  else await memory[one.do](id);
}

test('[LTM-2] whatever was done, no recall and no context has a marked record, nor its words in another one', async () => {
  let marksSeen = 0;
  let recalled = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const clock = aSimulatedClock();
      const index = await createRetrievalIndex({ worker: false });
      const memory = createLongTermMemory({ clock, index, user: 'ada', utcOffsetMinutes: 0 });
      const session = aSession(memory);
      await session.append(QUESTION);
      for (const one of [...BEGIN, ...steps]) {
        await carryOut(memory, clock, one);
        const { items } = await memory.list();
        const marked = items.map(({ record }) => record).filter(({ muted }) => muted === true);
        marksSeen += marked.length;
        expect(marked.filter(({ pinned }) => pinned)).toEqual([]);
        const { hits } = await memory.retrieve({ text: 'Ada lives tea Paris Rome', limit: 10 });
        recalled += hits.length;
        const given = hits.map(({ record }) => bareText(record.text));
        const contexts = [await session.assemble(), await newContext(memory)];
        for (const { text } of marked) {
          expect(given).not.toContain(bareText(text));
          expect(JSON.stringify(contexts.map(({ messages }) => messages))).not.toContain(text);
        }
      }
      await session.dispose();
      await memory.dispose();
    }),
    RUNS,
  );
  expect(marksSeen).toBeGreaterThan(0);
  expect(recalled).toBeGreaterThan(0);
});
