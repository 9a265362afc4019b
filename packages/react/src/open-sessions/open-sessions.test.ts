import {
  type AgentMemory,
  InvalidOptionError,
  inMemoryStore,
  type MemoryStore,
  type StoredPart,
  StoreUnavailableError,
} from '@agent-memory/core';
import {
  aScriptedStore,
  aSimulatedClock,
  aTextMessage,
  recordingStore,
} from '@agent-memory/core/testing';
import { expect, test, vi } from 'vitest';
import { deferredMemory } from './deferred-memory.ts';
import { OpenSessions, UNUSED_FOR_MS } from './open-sessions.ts';

/** Open sessions whose time stands still until it is moved. */
function someSessions() {
  const clock = aSimulatedClock();
  const sessions = new OpenSessions({
    makeMemory: deferredMemory,
    startTimer: (callback, delayMs) => {
      const stop = clock.startTimer?.(callback, delayMs);
      return () => stop?.();
    },
  });
  return { sessions, clock };
}

const options = { id: 'trip', contextWindow: 128_000 };

async function isClosed(memory: Pick<AgentMemory<unknown>, 'assemble'>): Promise<boolean> {
  return memory.assemble().then(
    () => false,
    ({ code }) => code === 'SESSION_CLOSED',
  );
}

test('[RCT-1] one id in one store is one session; in another store, and under another id, it is another', () => {
  const { sessions } = someSessions();
  const [store, other] = [inMemoryStore(), inMemoryStore()];
  const session = sessions.sessionFor({ ...options, store });
  expect(sessions.sessionFor({ ...options, store, contextWindow: 64_000 })).toBe(session);
  expect(sessions.sessionFor(options)).toBe(session);
  expect(sessions.sessionFor({ ...options, store: other })).not.toBe(session);
  expect(sessions.sessionFor({ ...options, id: 'other', store })).not.toBe(session);
});

test('[RCT-1] a caller keeps its session while it names the same id', () => {
  const { sessions } = someSessions();
  const own = sessions.sessionFor({ ...options, store: inMemoryStore() });
  const another = { ...options, store: inMemoryStore() };
  expect(sessions.sessionFor(another, own)).toBe(own);
  expect(sessions.sessionFor({ ...another, id: 'other' }, own)).not.toBe(own);
});

test('[RCT-1] options that cannot work are refused as the memory refuses them', () => {
  const { sessions } = someSessions();
  expect(() => sessions.sessionFor({ id: 'trip' })).toThrow(InvalidOptionError);
  for (const store of [{}, 'abc', 5]) {
    const refused = () => sessions.sessionFor({ ...options, store: store as never });
    expect(refused).toThrow('Option `store` must have a function `load`.');
  }
});

test('[RCT-2] asking for a session starts nothing', () => {
  const store = recordingStore();
  const { sessions } = someSessions();
  const session = sessions.sessionFor({ ...options, store });
  expect(session.memory.getState().status).toBe('hydrating');
  expect(store.loads).toEqual([]);
});

test('[RCT-1] a session ends a task after its last holder has released it', async () => {
  const { sessions, clock } = someSessions();
  const session = sessions.sessionFor(options);
  const [first, second] = [sessions.hold(session), sessions.hold(session)];
  await session.memory.ready;
  first?.();
  first?.();
  clock.advance(0);
  expect(sessions.sessionFor(options)).toBe(session);
  second?.();
  expect(await isClosed(session.memory)).toBe(false);
  clock.advance(0);
  expect(await isClosed(session.memory)).toBe(true);
  expect(sessions.sessionFor(options)).not.toBe(session);
  expect(sessions.hold(session)).toBeUndefined();
});

test('[RCT-1] a session that is held again within a task stays', async () => {
  const { sessions, clock } = someSessions();
  const session = sessions.sessionFor(options);
  sessions.hold(session)?.();
  const release = sessions.hold(session);
  clock.advance(UNUSED_FOR_MS);
  expect(await isClosed(session.memory)).toBe(false);
  release?.();
  clock.advance(0);
  expect(await isClosed(session.memory)).toBe(true);
});

test('[RCT-2] a session that was loaded and that nobody holds ends a while after', async () => {
  const { sessions, clock } = someSessions();
  const session = sessions.sessionFor(options);
  await session.memory.ready;
  clock.advance(UNUSED_FOR_MS - 1);
  expect(await isClosed(session.memory)).toBe(false);
  clock.advance(1);
  expect(await isClosed(session.memory)).toBe(true);
});

test('[RCT-1] a writing call keeps a released session open until it is done', async () => {
  const { sessions, clock } = someSessions();
  const store = recordingStore();
  const session = sessions.sessionFor({ ...options, store });
  const release = sessions.hold(session);
  await session.memory.ready;
  const letCommitsGo = store.holdCommits();
  const appended = session.memory.append(aTextMessage('user', 'Hello'));
  release?.();
  clock.advance(UNUSED_FOR_MS);
  expect(sessions.sessionFor({ ...options, store })).toBe(session);
  letCommitsGo();
  await appended;
  clock.advance(0);
  expect(sessions.sessionFor({ ...options, store })).not.toBe(session);
});

test('[RCT-1] a call after the end opens a stored session again, and one without a store stays closed', async () => {
  const { sessions, clock } = someSessions();
  const stored = sessions.sessionFor({ ...options, store: inMemoryStore() });
  const unstored = sessions.sessionFor({ ...options, id: 'unstored' });
  const end = async (session: typeof stored) => {
    const release = sessions.hold(session);
    await session.memory.append(aTextMessage('user', 'Hello'));
    release?.();
    clock.advance(0);
  };
  await end(stored);
  await end(unstored);
  await stored.memory.append(aTextMessage('user', 'Late'));
  expect(await stored.memory.messages()).toHaveLength(2);
  await expect(unstored.memory.append(aTextMessage('user', 'Late'))).rejects.toMatchObject({
    code: 'SESSION_CLOSED',
  });
});

/** A session of this store that was loaded, written to, and ended. */
async function anEnded(sessions: OpenSessions, store: MemoryStore, end: () => void) {
  const session = sessions.sessionFor({ ...options, store });
  const release = sessions.hold(session);
  await session.memory.append(aTextMessage('user', 'Hello'));
  await session.memory.assemble();
  release?.();
  end();
  expect(sessions.sessionFor({ ...options, store })).not.toBe(session);
  return session.memory;
}

const VISITS: StoredPart<number> = { name: 'app/visits', initial: 0, read: Number };

test('[RCT-1] notes, parts and past contexts open an ended session again, as every call does', async () => {
  const { sessions, clock } = someSessions();
  const store = recordingStore();
  const ended = await anEnded(sessions, store, () => clock.advance(0));
  expect((await ended.stateAt(1))?.items).toHaveLength(1);
  await ended.notes.set('page', 'Checkout');
  await ended.part(VISITS).set(3);
  clock.advance(0);
  const { memory } = sessions.sessionFor({ ...options, store });
  await memory.ready;
  expect(memory.notes.all()).toEqual({ page: 'Checkout' });
  expect(memory.part(VISITS).get()).toBe(3);
});

test.each<[string, (memory: AgentMemory<unknown>) => Promise<unknown>]>([
  ['notes.set', (memory) => memory.notes.set('page', 'Checkout')],
  ['part.set', (memory) => memory.part(VISITS).set(3)],
])('[RCT-1] %s keeps a released session open until it is done', async (_, write) => {
  const { sessions, clock } = someSessions();
  const store = recordingStore();
  const session = sessions.sessionFor({ ...options, store });
  const release = sessions.hold(session);
  await session.memory.append(aTextMessage('user', 'Hello'));
  const letCommitsGo = store.holdCommits();
  const written = write(session.memory);
  release?.();
  clock.advance(UNUSED_FOR_MS);
  expect(sessions.sessionFor({ ...options, store })).toBe(session);
  letCommitsGo();
  await written;
  clock.advance(0);
  expect(sessions.sessionFor({ ...options, store })).not.toBe(session);
});

test('[RCT-1] without a store, notes, parts and past contexts say that the session is closed', async () => {
  const { sessions, clock } = someSessions();
  const session = sessions.sessionFor(options);
  const release = sessions.hold(session);
  await session.memory.ready;
  release?.();
  clock.advance(0);
  const closed = { code: 'SESSION_CLOSED' };
  const { memory } = session;
  await expect(memory.notes.set('page', 'Checkout')).rejects.toMatchObject(closed);
  await expect(memory.part(VISITS).set(3)).rejects.toMatchObject(closed);
  await expect(memory.stateAt(1)).rejects.toMatchObject(closed);
});

test('[STO-5] replacing a session ends it, tells its holders, and the next memory loads after the work', async () => {
  const { sessions } = someSessions();
  const store = recordingStore();
  const session = sessions.sessionFor({ ...options, store });
  const onReplaced = vi.fn();
  sessions.hold(session, onReplaced);
  await session.memory.append(aTextMessage('user', 'Hello'));
  let finish = (): void => undefined;
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const replaced = sessions.replace({ id: 'trip', store }, async () => {
    await work;
    await store.delete('trip');
    return 'deleted';
  });
  expect(onReplaced).toHaveBeenCalledOnce();
  const fresh = sessions.sessionFor({ ...options, store }, session);
  expect(fresh).not.toBe(session);
  const { ready } = fresh.memory;
  expect(store.loads).toHaveLength(1);
  finish();
  expect(await replaced).toBe('deleted');
  await ready;
  expect(fresh.memory.entries()).toEqual([]);
  // A late call of the session before must not write into the new one.
  await expect(session.memory.append(aTextMessage('user', 'Late'))).rejects.toMatchObject({
    code: 'SESSION_CLOSED',
  });
  expect(fresh.memory.entries()).toEqual([]);
});

test('[STO-5] work that fails reaches its caller, and the session can be opened again', async () => {
  const { sessions } = someSessions();
  const store = inMemoryStore();
  const fault = new Error('The disk is gone.');
  const replaced = sessions.replace({ id: 'trip', store }, () => Promise.reject(fault));
  const { memory } = sessions.sessionFor({ ...options, store });
  await expect(replaced).rejects.toBe(fault);
  await memory.ready;
  expect(memory.getState().status).toBe('ready');
});

test('[STO-2] [RCT-1] a session that ended while its store failed comes back with all that was acknowledged', async () => {
  const { sessions, clock } = someSessions();
  const store = aScriptedStore(inMemoryStore());
  const first = sessions.sessionFor({ ...options, store });
  const release = sessions.hold(first);
  await first.memory.append({ role: 'user', content: 'one' });
  store.failAll(['commit'], new StoreUnavailableError('The disk is gone.'));
  await first.memory.append({ role: 'user', content: 'two' });
  release?.();
  clock.advance(0);
  const second = sessions.sessionFor({ ...options, store });
  expect(second).not.toBe(first);
  await second.memory.ready;
  expect(second.memory.entries()).toHaveLength(2);
  store.heal();
  await second.memory.append({ role: 'user', content: 'three' });
  expect((await store.load('trip'))?.entries).toHaveLength(3);
});

test('[NS-1] two users who open one id never share a memory', () => {
  const { sessions } = someSessions();
  const store = inMemoryStore();
  const ada = sessions.sessionFor({ ...options, store, user: 'ada' });
  expect(sessions.sessionFor({ ...options, store, user: 'ada' })).toBe(ada);
  // The user signs out while the component stays.
  expect(sessions.sessionFor({ ...options, store, user: 'bob' }, ada)).not.toBe(ada);
  expect(sessions.sessionFor({ ...options, store }, ada)).not.toBe(ada);
  expect(sessions.sessionFor({ ...options, user: 'bob' })).not.toBe(ada);
});
