import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { createLongTermMemory } from './create-long-term-memory.ts';

const SAID = 'I am allergic to hazelnuts, please remember.';

async function aTalk() {
  const store = inMemoryStore();
  const session = createAgentMemory({ id: 'talk', contextWindow: 8192, store });
  await session.append({ id: 'said', role: 'user', content: SAID });
  await session.append({
    id: 'reply',
    role: 'assistant',
    content: 'Noted: you are allergic to hazelnuts.',
  });
  await session.patchScratchpad({ keyFacts: ['allergic to hazelnuts'] });
  await session.dispose();
  const memory = createLongTermMemory({ user: 'ada', sessions: sessionCatalog(store) });
  const outcome = await memory.store({
    type: 'user',
    kind: 'fact',
    text: 'Ada is allergic to hazelnuts.',
    value: 'hazelnuts',
    source: 'user_stated',
    evidence: [
      { sessionId: 'talk', entryId: 'said' },
      { sessionId: 'gone', entryId: 'other' },
    ],
  });
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return { store, memory, id: outcome.record.id };
}

test('[LTM-8] with its sources, an erased record leaves no word in the session it came from', async () => {
  const { store, memory, id } = await aTalk();
  const report = await memory.erase({ id }, { includeSources: true });
  expect(report).toEqual({
    recordIds: [id],
    sources: [{ sessionId: 'talk', entryId: 'said' }],
    missing: [{ sessionId: 'gone', entryId: 'other' }],
  });
  expect(JSON.stringify(await store.load('talk'))).not.toMatch(/hazelnut/);
  expect(await memory.record(id)).toBeUndefined();
});

test('[LTM-8] words that another message quotes without their full stop go too', async () => {
  const store = inMemoryStore();
  const session = createAgentMemory({ id: 'talk', contextWindow: 8192, store });
  await session.append([
    { id: 'said', role: 'user', content: 'Hi. I prefer the zebrawood armchair, please.' },
    { id: 'reply', role: 'assistant', content: 'You said “I prefer the zebrawood armchair”.' },
  ]);
  await session.dispose();
  const memory = createLongTermMemory({ user: 'ada', sessions: sessionCatalog(store) });
  await memory.store({
    type: 'user',
    kind: 'preference',
    text: 'I prefer the zebrawood armchair.',
    source: 'user_stated',
    evidence: [{ sessionId: 'talk', entryId: 'said' }],
  });
  await memory.erase({ everything: true }, { includeSources: true });
  expect(JSON.stringify(await store.load('talk'))).not.toContain('zebrawood');
});

test('[LTM-8] without its sources, the session stays word for word', async () => {
  const { store, memory, id } = await aTalk();
  expect(await memory.erase({ id })).toEqual({ recordIds: [id], sources: [], missing: [] });
  expect(JSON.stringify(await store.load('talk'))).toContain(SAID);
});

test('[LTM-8] where no sessions were given, nothing is erased and the error says what to give', async () => {
  const memory = createLongTermMemory();
  await memory.set('theme', 'dark');
  await expect(memory.erase({ everything: true }, { includeSources: true })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    option: 'sessions',
  });
  expect(await memory.get('theme')).toBe('dark');
});
