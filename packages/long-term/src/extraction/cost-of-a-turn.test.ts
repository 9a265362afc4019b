import {
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
  type MemoryStore,
} from '@agent-memory/core';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { memoryExtraction } from './memory-extraction.ts';
import { answers, says } from './testing/chat-with-extraction.ts';

/** A memory with extraction, and a count of the entries that extraction is given. */
function aCountedChat(store: MemoryStore) {
  const extraction = memoryExtraction(createLongTermMemory({ user: 'ada' }));
  const given = { entries: 0, loads: 0 };
  const counted: MemoryStore = {
    name: store.name,
    persistent: store.persistent,
    async load(id, options) {
      given.loads += 1;
      return store.load(id, options);
    },
    commit: (id, change, options) => store.commit(id, change, options),
    list: (options) => store.list(options),
    delete: (id, options) => store.delete(id, options),
    close: () => store.close(),
  };
  const memory = createAgentMemory({
    id: 'chat',
    budget: fixedBudget(100_000),
    store: counted,
    features: [
      {
        name: extraction.feature.name,
        attach: (host) =>
          extraction.feature.attach({
            ...host,
            entries(from, to) {
              const entries = host.entries(from, to);
              given.entries += entries.length;
              return entries;
            },
          }),
      },
    ],
  });
  return { memory, extraction, given };
}

test('[EXT-1] a turn costs what is new in it, and not what the session holds', async () => {
  const { memory, extraction, given } = aCountedChat(inMemoryStore());
  await memory.ready;
  const perTurn: { entries: number; loads: number }[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    const before = { ...given };
    await memory.append(says(turn % 3 === 0 ? `I prefer seat ${turn}.` : `How far is ${turn}?`));
    await memory.append(answers(`That is ${turn}.`));
    await extraction.settled();
    perTurn.push({ entries: given.entries - before.entries, loads: given.loads - before.loads });
  }
  expect(extraction.log('chat')).toHaveLength(30);
  expect(perTurn.slice(27)).toEqual(perTurn.slice(3, 6));
});
