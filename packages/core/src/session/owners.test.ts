import { expect, test } from 'vitest';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { storeWith } from '../store/page-sessions.ts';
import { createAgentMemory } from './create-agent-memory.ts';

function aMemoryOf(user: string | undefined, store: MemoryStore) {
  const owner = user === undefined ? {} : { user };
  return createAgentMemory({ id: 'support', contextWindow: 128_000, store, ...owner });
}

const said = { role: 'user', content: 'My account is 4711.' } as const;

test('[NS-1] a session is of the user who began it, who finds it again', async () => {
  const store = inMemoryStore();
  const memory = aMemoryOf('ada', store);
  await memory.append(said);
  await memory.dispose();
  expect(await store.list()).toMatchObject([{ id: 'support', user: 'ada' }]);
  const again = aMemoryOf('ada', store);
  await again.append({ role: 'user', content: 'Are you there?' });
  expect(again.entries()).toHaveLength(2);
  await again.dispose();
});

test.each([
  ['ada', 'bob'],
  ['ada', undefined],
  [undefined, 'bob'],
])(
  '[NS-1] a session of %s is not opened for %s, and nothing of it is shown or changed',
  async (owner, other) => {
    const store = inMemoryStore();
    const memory = aMemoryOf(owner, store);
    await memory.append(said);
    await memory.dispose();
    const before = await store.load('support');
    const theirs = aMemoryOf(other, store);
    await theirs.ready;
    const refusal = { code: 'SESSION_OF_OTHER_USER' };
    expect(theirs.getState()).toMatchObject({ status: 'error', error: refusal, entries: 0 });
    expect(theirs.getState().degraded).toEqual([]);
    await expect(theirs.append(said)).rejects.toMatchObject(refusal);
    await expect(theirs.assemble()).rejects.toThrow('belongs to another user');
    expect(theirs.entries()).toEqual([]);
    await theirs.dispose();
    expect(await store.load('support')).toEqual(before);
    const again = aMemoryOf(owner, store);
    await again.ready;
    expect(again.entries()).toHaveLength(1);
    await again.dispose();
  },
);

test('[NS-1] what a store could not take waits in the page for its user alone', async () => {
  const disk = inMemoryStore();
  let isFailing = true;
  const store = storeWith(disk, {
    async commit(...change: Parameters<MemoryStore['commit']>) {
      if (isFailing) throw new StoreUnavailableError('The disk is gone.');
      return disk.commit(...change);
    },
  });
  const memory = aMemoryOf('ada', store);
  await memory.append(said);
  await memory.dispose();
  const theirs = aMemoryOf('bob', store);
  await expect(theirs.append(said)).rejects.toMatchObject({ code: 'SESSION_OF_OTHER_USER' });
  await theirs.dispose();
  isFailing = false;
  const again = aMemoryOf('ada', store);
  await again.ready;
  expect(again.entries()).toHaveLength(1);
  await again.dispose();
  expect(await disk.list()).toMatchObject([{ user: 'ada', entries: 1 }]);
});

test('[NS-1] of two users who begin one id at once the first has it, and the other is refused', async () => {
  const store = inMemoryStore();
  const [ada, bob] = [aMemoryOf('ada', store), aMemoryOf('bob', store)];
  await Promise.all([ada.ready, bob.ready]);
  await ada.append(said);
  await expect(bob.append(said)).rejects.toMatchObject({ code: 'SESSION_OF_OTHER_USER' });
  expect(await store.load('support')).toMatchObject({ info: { user: 'ada', entries: 1 } });
  await Promise.all([ada.dispose(), bob.dispose()]);
  const again = aMemoryOf('ada', store);
  await again.ready;
  expect(again.entries()).toHaveLength(1);
  await again.dispose();
});
