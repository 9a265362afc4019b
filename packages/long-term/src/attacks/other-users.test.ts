import { expect, test } from 'vitest';
import { memoryManifest } from '../manifest/memory-manifest.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { callTool, chatWith, contextOf, play, recordsOf } from './testing/attack-chat.ts';
import { MEDDLING, OTHERS_WORDS, type OthersWords } from './testing/other-users-words.ts';

const namespace = 'project:shared';

function pair() {
  const store = inMemoryRecordStore();
  return {
    ada: createLongTermMemory({ user: 'ada', namespace, store }),
    eve: createLongTermMemory({ user: 'eve', namespace, store }),
  };
}

async function plant(eve: LongTermMemory, { text }: OthersWords) {
  for (const source of ['user_stated', 'tool_verified', 'agent_inferred', 'external'] as const) {
    for (const type of ['project', 'reference'] as const) {
      await eve.store({ type, kind: 'fact', text: `${text}`, source, namespace });
    }
  }
}

async function readByAda({ text, mark }: OthersWords) {
  const { ada, eve } = pair();
  await plant(eve, { text, mark });
  const chat = chatWith(ada, memoryManifest(ada));
  await play(chat, ['What do we know about the plan?']);
  const context = await contextOf(chat);
  const found = JSON.parse(await callTool(ada, 'search_memory', { query: `plan ${mark}` })).text;
  const known = (await ada.list({}, { limit: 100 })).items;
  await chat.dispose();
  await ada.dispose();
  await eve.dispose();
  return { context, found: String(found), known };
}

const linesWith = (text: string, mark: string) =>
  text.split('\n').filter((line) => line.includes(mark));

test.for(OTHERS_WORDS)(
  '[NS-3] “$text” by another user stands as their claim and nowhere else',
  async (words) => {
    const { context, found, known } = await readByAda(words);
    for (const line of [...linesWith(context, words.mark), ...linesWith(found, words.mark)]) {
      expect(line).toMatch(/said by eve|eve('s agent)? says/u);
      expect(line).not.toMatch(/^\s*- \((fact|decision); user stated/u);
    }
    for (const { saidBy, confidence } of known) {
      expect(saidBy).toBe('eve');
      expect(confidence).toBeLessThanOrEqual(0.3);
    }
  },
);

test.for(OTHERS_WORDS.filter(({ isOrder }) => isOrder))(
  '[GRD-1] “$text” by another user gives the reader’s agent no order',
  async (words) => {
    const { context, found } = await readByAda(words);
    expect(context).not.toContain(words.mark);
    expect(found).not.toContain(words.mark);
  },
);

async function meddle(eve: LongTermMemory, how: (typeof MEDDLING)[number], id: string) {
  const lie = {
    type: 'project',
    kind: 'decision',
    text: 'The budget is 9 euros.',
    reason: 'Eve',
    namespace,
  } as const;
  const stated = { ...lie, source: 'user_correction' } as const;
  const tricks = {
    update: () => eve.update(id, { text: 'The budget is 9 euros.' }),
    correct: () => eve.correct(id, 'The budget is 9 euros.'),
    forget: () => eve.forget(id),
    reject: () => eve.reject(id),
    verify: () => eve.verify(id),
    pin: () => eve.pin(id),
    mute: () => eve.mute(id),
    erase: () => eve.erase({ id }),
    eraseNamespace: () => eve.erase({ namespace }),
    eraseEverything: () => eve.erase({ everything: true }),
    supersede: () => eve.store({ ...stated, supersedes: id }),
    sameId: () => eve.store({ ...stated, id }),
    sameKey: () => eve.store({ ...stated, key: 'budget', value: 9 }),
    set: () => eve.set('budget', 9, stated),
    newerValue: () => eve.store({ ...stated, subject: 'budget' }),
    toolForget: () => callTool(eve, 'forget_memory', { id }, { confirm: () => true }),
    toolCorrect: () =>
      callTool(
        eve,
        'save_memory',
        { type: 'project', kind: 'fact', text: 'The budget is 9 euros.', corrects: id },
        { confirm: () => true },
      ),
    import: () => imported(eve, id, {}),
    importEnded: () => imported(eve, id, { ended: { reason: 'forgotten', atMs: 5 } }),
  };
  await tricks[how]().catch(String);
}

async function imported(eve: LongTermMemory, id: string, more: object) {
  const lines: string[] = [];
  for await (const line of eve.exportLines()) lines.push(line);
  const forged = lines.map((line) => {
    const parsed = JSON.parse(line);
    if (parsed.record === undefined) return line;
    const record = { ...parsed.record, id, revision: 99, text: 'The budget is 9 euros.', ...more };
    return JSON.stringify({ ...parsed, record });
  });
  await eve.importLines(forged, { from: 'backup' });
  return eve.importLines(forged);
}

test.for(MEDDLING)('[NS-3] %s by another user leaves a record as it is', async (how) => {
  const { ada, eve } = pair();
  const outcome = await ada.store({
    type: 'project',
    kind: 'fact',
    text: 'The budget is 500 euros.',
    subject: 'budget',
    key: 'budget',
    value: 500,
    source: 'user_stated',
    namespace,
  });
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  const { id } = outcome.record;
  await meddle(eve, how, id);
  const after = await ada.record(id);
  expect(after?.record).toEqual(outcome.record);
  expect((await recordsOf(ada)).map(({ id: listed }) => listed)).toContain(id);
  expect(await ada.get('budget', { namespace })).toBe(500);
  await ada.dispose();
  await eve.dispose();
});
