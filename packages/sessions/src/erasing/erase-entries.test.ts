import { createAgentMemory, inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { sessionCatalog } from '../session-catalog.ts';

const SECRET = 'My door code is quince-4711.';

/** A session that was compacted, with its secret in a message, a summary, the scratchpad and a note. */
async function aLivedSession(store: MemoryStore) {
  const memory = createAgentMemory({ id: 'talk', contextWindow: 4096, store });
  await memory.append({ id: 'hello', role: 'user', content: 'Hello, I am Ada.' });
  await memory.append({ id: 'secret', role: 'user', content: SECRET });
  for (let turn = 0; turn < 40; turn += 1) {
    await memory.append({ role: 'user', content: `Tell me about topic ${turn}.` });
    await memory.append({ role: 'assistant', content: `Topic ${turn} is long. `.repeat(20) });
  }
  await memory.append({ id: 'echo', role: 'assistant', content: `You said: ${SECRET}` });
  await memory.patchScratchpad({ keyFacts: ['The door code is quince-4711.'] });
  await memory.notes.set('door', 'quince-4711');
  await memory.assemble();
  await memory.dispose();
}

async function everythingIn(store: MemoryStore): Promise<string> {
  const session = await store.load('talk');
  return JSON.stringify(session, (_, value) => (value instanceof Map ? [...value] : value));
}

test('[LTM-8] the words of erased messages are nowhere in the session any more', async () => {
  const store = inMemoryStore();
  await aLivedSession(store);
  expect(await everythingIn(store)).toContain('quince');
  const erased = await sessionCatalog(store).eraseEntries('talk', {
    entryIds: ['secret', 'unknown'],
    texts: [SECRET],
  });
  expect(erased).toEqual(['secret']);
  expect(await everythingIn(store)).not.toMatch(/quince/);
});

test('[LTM-8] a session goes on after messages of it were erased', async () => {
  const store = inMemoryStore();
  await aLivedSession(store);
  await sessionCatalog(store).eraseEntries('talk', { entryIds: ['secret'], texts: [SECRET] });
  const memory = createAgentMemory({ id: 'talk', contextWindow: 4096, store });
  await memory.ready;
  expect(memory.getState().degraded).toEqual([]);
  expect(memory.entries().map(({ id }) => id)).toContain('secret');
  await memory.append({ role: 'user', content: 'Go on.' });
  const { messages } = await memory.assemble();
  expect(JSON.stringify(messages)).toContain('Go on.');
  expect(JSON.stringify(messages)).not.toMatch(/quince/);
  await memory.dispose();
});

test('[LTM-8] what other messages say stays word for word', async () => {
  const store = inMemoryStore();
  await aLivedSession(store);
  const before = await store.load('talk');
  await sessionCatalog(store).eraseEntries('talk', { entryIds: ['secret'] });
  const after = await store.load('talk');
  const others = (session: typeof before) => session?.entries.filter(({ id }) => id !== 'secret');
  expect(others(after)).toEqual(others(before));
});

test('[LTM-8] a session that is not there is said to be unknown', async () => {
  const catalog = sessionCatalog(inMemoryStore());
  await expect(catalog.eraseEntries('none', { entryIds: ['a'] })).rejects.toMatchObject({
    code: 'UNKNOWN_SESSION',
  });
});

test('[LTM-8] a store that cannot rewrite messages is found out', async () => {
  const store = inMemoryStore();
  await aLivedSession(store);
  const older: MemoryStore = {
    name: 'older',
    persistent: false,
    load: (id, options) => store.load(id, options),
    commit: (id, { replaces: _, ...change }, options) => store.commit(id, change, options),
    list: (options) => store.list(options),
    delete: (id, options) => store.delete(id, options),
    close: () => store.close(),
  };
  await expect(
    sessionCatalog(older).eraseEntries('talk', { entryIds: ['secret'] }),
  ).rejects.toThrow('cannot erase messages');
});
