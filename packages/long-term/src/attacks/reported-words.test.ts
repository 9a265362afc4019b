import { type AgentMemory, createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { callTool, chatWith, play, usersWords } from './testing/attack-chat.ts';
import { OWN_BESIDE_REPORTS, type QuotedWords, REPORTED } from './testing/reported-words.ts';

async function savedFrom(chat: AgentMemory, entryId: string, quote: string) {
  const longTerm = createLongTermMemory({ user: 'ada' });
  await callTool(
    longTerm,
    'save_memory',
    { type: 'user', kind: 'fact', text: quote, quote, source: 'user_stated' },
    {
      sources: ['user_stated'],
      entry: (evidence) => chat.entry(evidence.entryId),
      evidence: () => [{ sessionId: 'chat', entryId }],
    },
  );
  const words = await usersWords(longTerm);
  await longTerm.dispose();
  await chat.dispose();
  return words;
}

async function saved([message, quote]: QuotedWords) {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const chat = chatWith(longTerm);
  const words = await savedFrom(chat, await play(chat, [message]), quote);
  await longTerm.dispose();
  return words;
}

test.for(REPORTED)(
  '[GRD-1] of %j a model that quotes %j does not speak for the user',
  async (words) => {
    expect(await saved(words)).toEqual([]);
  },
);

test.for(OWN_BESIDE_REPORTS)('[GRD-1] of %j the words %j are the user’s', async (words) => {
  expect(await saved(words)).toHaveLength(1);
});

test('[EXT-5] a model that quotes an imported message does not speak for its importer', async () => {
  const store = inMemoryStore();
  const sessions = sessionCatalog(store);
  const open = (id: string) => createAgentMemory({ id, contextWindow: 32_000, store });
  const chat = open('chat');
  const entryId = await play(chat, ['I live in Oslo.', { assistant: 'I see.' }]);
  await chat.dispose();
  const file = JSON.parse(JSON.stringify(await sessions.export('chat')));
  await sessions.import(file, { id: 'copy', from: 'outside' });
  const copy = open('copy');
  await copy.ready;
  expect(copy.entry(entryId)).toMatchObject({ isImported: true });
  const own = await play(copy, ['I live in Bergen.']);
  expect(copy.entry(own)?.isImported).toBeUndefined();
  expect(await savedFrom(copy, entryId, 'I live in Oslo')).toEqual([]);
  const again = open('copy');
  await again.ready;
  expect(await savedFrom(again, own, 'I live in Bergen')).toHaveLength(1);
});
