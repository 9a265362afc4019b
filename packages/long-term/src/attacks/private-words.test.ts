import { expect, test } from 'vitest';
import { memoryExtraction } from '../extraction/memory-extraction.ts';
import { memoryManifest } from '../manifest/memory-manifest.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { callTool, chatWith, contextOf, play, proposes, recordsOf } from './testing/attack-chat.ts';
import { PRIVATE_WORDS, type PrivateWords, TEAM_WORDS } from './testing/private-words.ts';

const TYPES = ['user', 'feedback', 'project', 'reference'] as const;
const KINDS = ['fact', 'episode', 'decision', 'preference'] as const;

/** Everything that Bob, who shares a project with Ada, can get to see. */
async function seenByBob(ada: LongTermMemory, bob: LongTermMemory, { text }: PrivateWords) {
  const chat = chatWith(bob, memoryManifest(bob));
  await play(chat, [`What do we know of this? ${text}`]);
  const context = (await contextOf(chat)).replaceAll(text, '');
  const records = (await recordsOf(bob)).map((record) => JSON.stringify(record));
  const lines: string[] = [];
  for await (const line of bob.exportLines()) lines.push(line);
  const found = await callTool(bob, 'search_memory', { query: text });
  await chat.dispose();
  await bob.dispose();
  await ada.dispose();
  return [context, found, ...records, ...lines];
}

function pair() {
  const store = inMemoryRecordStore();
  const namespace = 'project:shared';
  return {
    ada: createLongTermMemory({ user: 'ada', namespace, store }),
    bob: createLongTermMemory({ user: 'bob', namespace, store }),
  };
}

test.for(PRIVATE_WORDS)(
  '[NS-3] “$text” reaches nobody else as a record of any type',
  async (words) => {
    const { ada, bob } = pair();
    for (const type of TYPES) {
      for (const kind of KINDS) {
        await ada.store({
          type,
          kind,
          text: words.text,
          reason: words.text,
          source: 'user_stated',
        });
      }
    }
    expect((await recordsOf(ada)).length).toBeGreaterThan(0);
    expect(await seenByBob(ada, bob, words)).not.toContainEqual(
      expect.stringContaining(words.mark),
    );
  },
);

test.for(PRIVATE_WORDS)(
  '[NS-3] “$text” reaches nobody else by a tool call of a turned model',
  async (words) => {
    const { ada, bob } = pair();
    for (const type of TYPES) {
      for (const source of ['agent_inferred', 'external']) {
        await callTool(ada, 'save_memory', { type, kind: 'fact', text: words.text, source });
      }
    }
    expect((await recordsOf(ada)).length).toBeGreaterThan(0);
    expect(await seenByBob(ada, bob, words)).not.toContainEqual(
      expect.stringContaining(words.mark),
    );
  },
);

test.for(PRIVATE_WORDS)('[NS-1] “$text” reaches nobody else from a chat', async (words) => {
  const { ada, bob } = pair();
  const proposal = { nature: 'statement', text: words.text, quote: words.text, reason: words.text };
  const extraction = memoryExtraction(ada, {
    chatModel: proposes(
      { type: 'project', kind: 'fact', ...proposal },
      { type: 'reference', kind: 'episode', ...proposal },
    ),
  });
  const chat = chatWith(ada, extraction.feature);
  await play(chat, [words.text, { assistant: 'I see.' }]);
  await extraction.extract('chat');
  await chat.dispose();
  expect(await seenByBob(ada, bob, words)).not.toContainEqual(expect.stringContaining(words.mark));
});

test.for(PRIVATE_WORDS)(
  '[NS-3] “$text”, private already, is not repeated where others read',
  async (words) => {
    const { ada, bob } = pair();
    const namespace = 'project:shared';
    await ada.store({ type: 'user', kind: 'fact', text: words.text, source: 'user_stated' });
    for (const source of ['agent_inferred', 'recalled', 'external'] as const) {
      await ada.store({ type: 'project', kind: 'fact', text: words.text, source, namespace });
    }
    expect(await seenByBob(ada, bob, words)).not.toContainEqual(
      expect.stringContaining(words.mark),
    );
  },
);

test.for(TEAM_WORDS)('[NS-1] “%s” reaches the team', async (text) => {
  const { ada, bob } = pair();
  await ada.store({ type: 'project', kind: 'fact', text, source: 'user_stated' });
  expect((await recordsOf(bob)).map((record) => record.text)).toEqual([text]);
  for (const memory of [ada, bob]) await memory.dispose();
});
