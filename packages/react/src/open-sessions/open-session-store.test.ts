import { inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { expect, test, vi } from 'vitest';
import { onCommit, openSessionStore } from './open-session-store.ts';

test('[STO-2] has the name and persistence that the store has now, not when it was wrapped', () => {
  let isDegraded = false;
  const inner: MemoryStore = {
    ...inMemoryStore(),
    get name() {
      return isDegraded ? 'memory' : 'IndexedDB';
    },
    get persistent() {
      return !isDegraded;
    },
  };
  const store = openSessionStore(inner);
  expect(store).toMatchObject({ name: 'IndexedDB', persistent: true });
  isDegraded = true;
  expect(store).toMatchObject({ name: 'memory', persistent: false });
});

test('[RCT-1] a load waits for the writes of the memory before, also when they failed', async () => {
  const inner = inMemoryStore();
  const load = vi.spyOn(inner, 'load');
  let fail = (_reason: Error): void => undefined;
  const previous = new Promise<void>((_resolve, reject) => {
    fail = reject;
  });
  const loaded = openSessionStore(inner, previous).load('session');
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  fail(new Error('could not be written'));
  expect(await loaded).toBeUndefined();
  expect(load).toHaveBeenCalledOnce();
});

test('[RCT-1] listeners are told of a commit once it is stored, and of none that was refused', async () => {
  const inner = inMemoryStore();
  const store = openSessionStore(inner);
  const heard = vi.fn();
  const stop = onCommit(inner, heard);
  await store.commit('session', { atMs: 1, title: { value: 'Trip' } });
  expect(heard).toHaveBeenCalledOnce();
  vi.spyOn(inner, 'commit').mockRejectedValueOnce(new Error('full'));
  await expect(store.commit('session', { atMs: 2 })).rejects.toThrow('full');
  expect(heard).toHaveBeenCalledOnce();
  stop();
  await store.commit('session', { atMs: 3 });
  expect(heard).toHaveBeenCalledOnce();
});
