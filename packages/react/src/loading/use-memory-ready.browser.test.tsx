import { createAgentMemory, StoreUnavailableError } from '@agent-memory/core';
import { aScriptedStore, aSimulatedClock } from '@agent-memory/core/testing';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { expect, test } from 'vitest';
import { type UseAgentMemoryOptions, useAgentMemory } from '../hook/use-agent-memory.ts';
import { deferredMemory } from '../open-sessions/deferred-memory.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName } from '../testing/database.ts';
import { heldStore, storeSession } from '../testing/held-store.ts';
import { mounted } from '../testing/mounted.ts';
import { freshId, last, Probe } from '../testing/probe.tsx';
import { type MemoryReadiness, useMemoryReady } from './use-memory-ready.ts';

interface Seen {
  readonly renders: MemoryReadiness[];
  memory?: ReturnType<typeof useAgentMemory>['memory'];
}

function Page({ options, seen }: { readonly options: UseAgentMemoryOptions; readonly seen: Seen }) {
  const { memory } = useAgentMemory(options);
  const ready = useMemoryReady(memory);
  seen.memory = memory;
  seen.renders.push(ready);
  return <p>{ready.isReady ? 'ready' : 'not yet'}</p>;
}

function shown(options: Partial<UseAgentMemoryOptions>, { isStrict = false } = {}) {
  const seen: Seen = { renders: [] };
  const given = { id: freshId(), contextWindow: 128_000, ...options };
  const view = mounted(<Page options={given} seen={seen} />, { isStrict });
  return { ...view, seen, now: () => last(seen.renders) };
}

const noTrouble = { error: undefined, notStored: undefined, storeTrouble: undefined };

test.each([false, true])(
  '[RCT-4] a component knows when the stored session can be used, in StrictMode: %s',
  async (isStrict) => {
    const { store, release } = heldStore(indexedDbStore({ databaseName: aDatabaseName() }), 'load');
    const { text, now } = shown({ store }, { isStrict });
    await expect.poll(text).toBe('not yet');
    expect(now()).toEqual({ isReady: false, isLoadingOlder: false, ...noTrouble });
    release();
    await expect.poll(text).toBe('ready');
    expect(now()).toEqual({ isReady: true, isLoadingOlder: false, ...noTrouble });
  },
);

test('[RCT-3] a component that knows whether a session is ready renders for nothing else', async () => {
  const { text, seen } = shown({
    store: indexedDbStore({ databaseName: aDatabaseName() }),
  });
  await expect.poll(text).toBe('ready');
  const beside = mounted(<Probe options={{ id: seen.memory?.id ?? '' }} seen={[]} />);
  await expect.poll(beside.text).toBe('ready: 0 entries');
  const before = last(seen.renders);
  const count = seen.renders.length;
  await seen.memory?.append(aTextMessage('Hello'));
  await seen.memory?.assemble();
  await seen.memory?.patchScratchpad({ objective: 'Greet' });
  await seen.memory?.append(aTextMessage('Are you there?'));
  await expect.poll(beside.text).toBe('ready: 2 entries');
  const renders = seen.renders.slice(count);
  expect(renders).toEqual([]);
  expect(last(seen.renders)).toBe(before);
});

test('[RCT-4] a store that had to be given up leaves a session that is ready', async () => {
  const { store, release } = heldStore(indexedDbStore({ databaseName: aDatabaseName() }), 'load');
  const { text } = shown({ store });
  release(new StoreUnavailableError('The disk is gone.'));
  await expect.poll(text).toBe('ready');
});

test('[STO-2] [RCT-4] a component knows that this page alone holds the session, until the store works', async () => {
  const store = aScriptedStore(indexedDbStore({ databaseName: aDatabaseName() }));
  store.failAll(['load'], new StoreUnavailableError('The disk is gone.'));
  const clock = aSimulatedClock();
  const { text, now, seen } = shown({ store, clock });
  await expect.poll(text).toBe('ready');
  const [unread] = seen.memory?.getState().degraded ?? [];
  expect(unread?.code).toBe('STORE_UNAVAILABLE');
  expect(now()).toMatchObject({
    error: undefined,
    notStored: unread?.message,
    storeTrouble: unread,
  });
  store.heal();
  clock.advance(1_000);
  await expect.poll(() => now().notStored).toBeUndefined();
  store.failAll(['commit'], new StoreUnavailableError('The disk is full.'));
  await seen.memory?.append(aTextMessage('Hello'));
  await expect.poll(() => now().storeTrouble?.code).toBe('STORE_WRITE_FAILED');
  expect(now()).toMatchObject({ isReady: true, error: undefined });
});

test('[RCT-4] an error that a person should see is told, and does not end what is ready', async () => {
  const store = aScriptedStore(indexedDbStore({ databaseName: aDatabaseName() }));
  const { text, now, seen } = shown({ store, whenNotStored: 'reject' });
  await expect.poll(text).toBe('ready');
  store.failAll(['commit'], new Error('The disk is full.'));
  await expect(seen.memory?.append(aTextMessage('Hello'))).rejects.toThrow('The disk is full.');
  await expect.poll(() => now().error?.phase).toBe('store');
  expect(now().isReady).toBe(true);
  seen.memory?.clearError();
  await expect.poll(() => now().error).toBeUndefined();
  expect(now().isReady).toBe(true);
});

test('[RCT-4] a component that mounts with an error there already knows that the session is ready', async () => {
  const store = aScriptedStore(indexedDbStore({ databaseName: aDatabaseName() }));
  const options = { id: freshId(), store, whenNotStored: 'reject' as const };
  const first = shown(options);
  await expect.poll(first.text).toBe('ready');
  store.failAll(['commit'], new Error('The disk is full.'));
  await expect(first.seen.memory?.append(aTextMessage('Hello'))).rejects.toThrow(
    'The disk is full.',
  );
  const second = shown(options);
  await expect.poll(second.text).toBe('ready');
  expect(second.now().error?.phase).toBe('store');
});

test('[RCT-4] options that are refused are never ready, and the error says why', async () => {
  const { text, now } = shown({ contextWindow: -1 });
  await expect.poll(() => now().error?.code).toBe('INVALID_OPTION');
  await Promise.resolve();
  expect(text()).toBe('not yet');
});

/** A session of which a context needs the newest messages alone. */
async function aLongSession() {
  const session = { id: freshId(), contextWindow: 4_000 };
  const store = indexedDbStore({ databaseName: aDatabaseName() });
  const talk = Array.from({ length: 1_000 }, (_, at) => `Message ${at}, as short as it is`);
  await storeSession(store, session, talk);
  return { ...session, ...heldStore(store, 'loadEntries') };
}

test('[STO-9] a component knows whether older messages are still being read', async () => {
  const { release, ...options } = await aLongSession();
  const { text, now } = shown(options);
  await expect.poll(text).toBe('ready');
  expect(now().isLoadingOlder).toBe(true);
  release();
  await expect.poll(() => now().isLoadingOlder).toBe(false);
});

test('[STO-9] older messages that cannot be read are not being read', async () => {
  const { release, ...options } = await aLongSession();
  const { text, now, seen } = shown(options);
  await expect.poll(text).toBe('ready');
  release(new StoreUnavailableError('The disk is gone.'));
  await expect.poll(() => now().isLoadingOlder).toBe(false);
  expect(seen.memory?.getState().degraded.map(({ code }) => code)).toContain('OLDER_UNREAD');
});

function Readiness({ memory }: { readonly memory: ReturnType<typeof createAgentMemory> }) {
  const { isReady, error } = useMemoryReady(memory);
  return <p>{`${isReady ? 'ready' : 'not yet'} ${error?.code ?? ''}`}</p>;
}

test('[RCT-4] a memory whose code could not be fetched is not ready until a call has fetched it', async () => {
  const options = { id: freshId(), contextWindow: 128_000 };
  let fetches = 0;
  const memory = deferredMemory(options, async () => {
    fetches += 1;
    if (fetches === 1) throw new TypeError('Failed to fetch');
    return { memoryOf: () => createAgentMemory(options) as never };
  }) as unknown as ReturnType<typeof createAgentMemory>;
  const { text } = mounted(<Readiness memory={memory} />);
  await expect.poll(text).toBe('not yet MEMORY_UNAVAILABLE');
  await memory.append(aTextMessage('Hello'));
  await expect.poll(text).toBe('ready ');
});
