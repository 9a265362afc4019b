import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { memoryExtraction } from '../extraction/memory-extraction.ts';
import { retrievedRecords } from '../live/retrieved-records.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { callTool, chatWith, contextOf, play, proposes } from './testing/attack-chat.ts';
import { ERASED_TEXTS, VARIATIONS } from './testing/erased-words.ts';

const namespace = 'project:shared';
const MARK = /zündel/iu;

async function linesOf(longTerm: LongTermMemory): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of longTerm.exportLines()) lines.push(line);
  return lines;
}

async function readable(longTerm: LongTermMemory): Promise<string> {
  const chat = chatWith(longTerm);
  await play(chat, ['Whom does Ada see on Tuesday, and whom does she owe money?']);
  const seen = [
    await contextOf(chat),
    await callTool(longTerm, 'search_memory', { query: 'Ada Tuesday owes euros doctor' }),
    JSON.stringify(await longTerm.asOf(Date.now())),
    JSON.stringify((await longTerm.list({}, { limit: 100 })).items),
    JSON.stringify((await longTerm.audit({ limit: 500 })).items),
    JSON.stringify(await longTerm.quarantine.list()),
    ...(await linesOf(longTerm)),
  ];
  await chat.dispose();
  return seen.join('\n').replaceAll('\u200b', '').normalize('NFKC');
}

const cases = ERASED_TEXTS.flatMap((text) =>
  Object.entries(VARIATIONS).map(([how, vary]) => ({ text, how, again: vary(text) })),
);

test.for(cases)(
  '[LTM-8] “$text” stays erased when it comes again $how',
  async ({ text, again }) => {
    const longTerm = createLongTermMemory({ user: 'ada', namespace, store: inMemoryRecordStore() });
    await longTerm.store({ type: 'user', kind: 'fact', text, source: 'user_stated' });
    const backup = await linesOf(longTerm);
    expect(await readable(longTerm)).toMatch(MARK);
    await longTerm.erase({ everything: true });
    const inFile = JSON.stringify(again).slice(1, -1);
    const forged = backup.map((line) => line.replaceAll(text, () => inFile).replace('"m-', '"m-1'));
    for (const lines of [backup, forged]) {
      await longTerm.importLines(lines);
      await longTerm.importLines(lines, { from: 'backup' });
    }
    for (const type of ['user', 'feedback', 'project', 'reference'] as const) {
      for (const source of ['agent_inferred', 'recalled', 'external', 'user_stated'] as const) {
        await longTerm.store({ type, kind: 'fact', text: again, source });
        await longTerm.store({ type, kind: 'fact', text: again, source, namespace });
      }
      await callTool(longTerm, 'save_memory', { type, kind: 'fact', text: again });
    }
    const extraction = memoryExtraction(longTerm, {
      chatModel: proposes({
        type: 'user',
        kind: 'fact',
        nature: 'statement',
        text: again,
        quote: again,
      }),
    });
    const chat = chatWith(longTerm, extraction.feature);
    await play(chat, [again, { assistant: 'I see.' }]);
    await extraction.extract('chat');
    await chat.dispose();
    expect(await readable(longTerm)).not.toMatch(MARK);
    await longTerm.dispose();
  },
);

test('[LTM-8] what was erased with its sources is in no file of the session and in no later context', async () => {
  const store = inMemoryStore();
  const sessions = sessionCatalog(store);
  const longTerm = createLongTermMemory({ user: 'ada', sessions });
  const extraction = memoryExtraction(longTerm);
  const open = () =>
    createAgentMemory({
      id: 'chat',
      contextWindow: 32_000,
      store,
      features: [retrievedRecords(longTerm), extraction.feature],
    });
  const chat = open();
  await play(chat, [
    'I live in Zündelheim.',
    { assistant: 'Noted: Zündelheim.' },
    'Where do I live?',
  ]);
  await extraction.extract('chat');
  await chat.assemble();
  await chat.dispose();
  const { items } = await longTerm.list();
  expect(items.length).toBeGreaterThan(0);
  for (const { record } of items) await longTerm.erase({ id: record.id }, { includeSources: true });
  expect(JSON.stringify(await sessions.export('chat'))).not.toContain('I live in Zündelheim');
  const again = open();
  await again.ready;
  expect(await contextOf(again)).not.toContain('I live in Zündelheim');
  await extraction.extract('chat');
  expect((await longTerm.list()).items).toEqual([]);
  await again.dispose();
});
