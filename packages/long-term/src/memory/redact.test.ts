import { expect, test } from 'vitest';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';

const FACT = { type: 'user', kind: 'fact', source: 'user_stated' } as const;
const NUMBER = '4711-0815';
const redact = (text: string) => text.replaceAll(NUMBER, '[number]').replaceAll('4711', '[part]');

async function linesOf(memory: LongTermMemory): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.exportLines()) lines.push(line);
  return lines;
}

/** All that a store has of records. */
async function heldBy(store: ReturnType<typeof inMemoryRecordStore>): Promise<string> {
  const { puts } = await store.changesSince(0);
  const versions = await store.versions(puts.map(({ id }) => id));
  return JSON.stringify([puts, [...versions.values()]]);
}

test('[STO-5] nothing that redact takes out of a record reaches the store, whichever call brings it', async () => {
  const store = inMemoryRecordStore();
  const memory = createLongTermMemory({ user: 'ada', store, redact });
  const outcome = await memory.store({
    ...FACT,
    ...{ text: `The locker is ${NUMBER}.`, subject: `locker ${NUMBER}`, aliases: [NUMBER] },
    metadata: { label: { of: [NUMBER, 4711] } },
  });
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  const { id } = outcome.record;
  await memory.set('locker', { number: NUMBER });
  await memory.update(id, { metadata: { again: NUMBER } });
  await memory.correct(id, `The locker is ${NUMBER} now.`);
  await memory.summarizeSession({ sessionId: 'trip', text: `We opened ${NUMBER}.` });
  const elsewhere = createLongTermMemory({ user: 'ada' });
  await elsewhere.store({ ...FACT, text: `The gate is ${NUMBER}.` });
  await memory.importLines(await linesOf(elsewhere), { from: 'backup' });
  const held = await heldBy(store);
  expect(held.match(/\[number\]/g)?.length).toBeGreaterThan(6);
  expect(held).not.toContain('4711');
  const { hits } = await memory.retrieve({ text: NUMBER });
  expect(JSON.stringify(hits)).not.toContain('4711');
});

test('[STO-5] what is said again meets the record that was redacted', async () => {
  const memory = createLongTermMemory({ user: 'ada', redact });
  await memory.store({ ...FACT, text: `The locker is ${NUMBER}.` });
  await memory.store({ ...FACT, text: `The locker is ${NUMBER}.` });
  expect((await memory.list()).items).toHaveLength(1);
});

test('[STO-5] an export passes records through redact that were stored without it', async () => {
  const store = inMemoryRecordStore();
  const before = createLongTermMemory({ user: 'ada', store });
  const outcome = await before.store({ ...FACT, text: `The locker is ${NUMBER}.` });
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  await before.correct(outcome.record.id, `The locker was ${NUMBER}.`);
  const lines = await linesOf(createLongTermMemory({ user: 'ada', store, redact }));
  expect(lines.join()).toContain('The locker was [number].');
  expect(lines.join()).not.toContain('4711');
});

test('[STO-5] where redact fails nothing is stored, and the call says so', async () => {
  const failing = () => {
    throw new Error('out of order');
  };
  const memory = createLongTermMemory({ user: 'ada', redact: failing });
  const storing = memory.store({ ...FACT, text: 'Ada keeps bees.' });
  await expect(storing).rejects.toMatchObject({ code: 'REDACTION_FAILED' });
  expect((await memory.list()).items).toEqual([]);
});
