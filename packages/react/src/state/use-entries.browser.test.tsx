import { type AgentMemory, textOf } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { expect, test } from 'vitest';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName } from '../testing/database.ts';
import { heldStore, storeSession } from '../testing/held-store.ts';
import { mounted } from '../testing/mounted.ts';
import { freshId } from '../testing/probe.tsx';
import { useAgentMemoryState } from './use-agent-memory-state.ts';
import { useEntries } from './use-entries.ts';

interface Seen {
  renders: number;
  memory?: AgentMemory;
}

function List({
  seen,
  ...options
}: Parameters<typeof useAgentMemory>[0] & { readonly seen: Seen }) {
  const { memory } = useAgentMemory({ contextWindow: 128_000, ...options });
  const entries = useEntries(memory);
  seen.memory = memory;
  seen.renders += 1;
  return <p>{entries.map(({ message }) => textOf(message)).join(', ')}</p>;
}

function Goal({ memory }: { readonly memory: AgentMemory }) {
  const objective = useAgentMemoryState(memory, ({ scratchpad }) => scratchpad.objective);
  return <p>{objective}</p>;
}

test('[RCT-3] a list of originals shows what is stored, then what is said, and renders for that alone', async () => {
  const [id, disk, seen] = [
    freshId(),
    indexedDbStore({ databaseName: aDatabaseName() }),
    { renders: 0 } as Seen,
  ];
  await storeSession(disk, { id }, ['Hello', 'Hi']);
  const { store, release } = heldStore(disk, 'load');
  const { text } = mounted(<List id={id} store={store} seen={seen} />);
  await expect.poll(() => seen.renders).toBeGreaterThan(0);
  expect(text()).toBe('');
  release();
  await expect.poll(text).toBe('Hello, Hi');
  await seen.memory?.append({ ...aTextMessage('Bye'), id: 'bye' });
  await expect.poll(text).toBe('Hello, Hi, Bye');
  const { renders, memory } = seen;
  if (!memory) throw new Error('Nothing was rendered.');
  const goal = mounted(<Goal memory={memory} />);
  await seen.memory?.assemble();
  await seen.memory?.patchScratchpad({ objective: 'Leave' });
  await expect.poll(goal.text).toBe('Leave');
  expect(seen.renders).toBe(renders);
  await seen.memory?.moveHead(`${id}-1`);
  await expect.poll(text).toBe('Hello, Hi');
});

test('[STO-9] a list of originals shows the newest of a long session, and the older ones when they are read', async () => {
  const session = { id: freshId(), contextWindow: 4_000 };
  const disk = indexedDbStore({ databaseName: aDatabaseName() });
  const texts = Array.from({ length: 1_000 }, (_, at) => `${at}, as short as it is`);
  await storeSession(disk, session, texts);
  const { store, release } = heldStore(disk, 'loadEntries');
  const { text } = mounted(<List {...session} store={store} seen={{ renders: 0 }} />);
  await expect.poll(text).toContain('999, as short');
  expect(text()).not.toContain(' 500, as short');
  release();
  await expect.poll(text).toBe(texts.join(', '));
});
