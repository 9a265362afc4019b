import {
  type AgentMemory,
  type AgentMemoryOptions,
  createAgentMemory,
  InvalidOptionError,
  inMemoryStore,
  type StoredPart,
} from '@agent-memory/core';
import { sessionHost } from '@agent-memory/core/internal';
import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { deferredMemory } from './deferred-memory.ts';
import { MemoryNotReadyError, MemoryUnavailableError } from './memory-errors.ts';

const memoryCode = await sessionHost.fetchMemoryCode();

const options = { id: 'trip', contextWindow: 128_000 };

/** A memory whose code comes when the test says so. */
function aWaitingMemory(given: Partial<AgentMemoryOptions> = {}) {
  let arrive: () => void = () => undefined;
  const code = new Promise<typeof memoryCode>((resolve) => {
    arrive = () => resolve(memoryCode);
  });
  const memory = deferredMemory<never>({ ...options, ...given } as never, () => code);
  return { memory: memory as unknown as AgentMemory, arrive };
}

const visits: StoredPart<number> = {
  name: 'my-app/visits',
  initial: 0,
  read(value) {
    if (typeof value !== 'number') throw new TypeError('it is no number');
    return value;
  },
};

const someOptions = fc.record(
  {
    contextWindow: fc.integer({ min: 20_000, max: 1_000_000 }),
    model: fc.constantFrom('gpt-4o', 'claude-sonnet-4', 'my-own'),
    store: fc.constantFrom(
      inMemoryStore(),
      Object.assign(inMemoryStore(), { name: 'disk', persistent: true, address: 'disk:1' }),
    ),
    system: fc.constantFrom('Be brief.', () => 'Be brief.'),
    summarizer: fc.constantFrom(
      { name: 'my summary', summarize: async () => 'short' },
      { summarize: async () => 'short' },
    ),
    tools: fc.constantFrom([], [{ name: 'search' }]),
  },
  { requiredKeys: ['contextWindow'] },
);

test('[RCT-5] what answers at once answers as for a memory to which nothing has happened (seed 18)', () => {
  const question = (memory: AgentMemory) => ({
    state: memory.getState(),
    branches: memory.branches(),
    history: memory.history(),
    entries: memory.entries(),
    entry: memory.entry('none'),
    decision: memory.explain('none'),
    notes: memory.notes.all(),
    note: memory.notes.get('none'),
    names: Object.keys(memory).toSorted(),
  });
  fc.assert(
    fc.property(someOptions, (given) => {
      const whole = { id: 'trip', ...given } as never;
      const deferred = deferredMemory(whole) as unknown as AgentMemory;
      expect(question(deferred)).toEqual(question(createAgentMemory(whole)));
    }),
    { seed: 18, numRuns: 100 },
  );
});

test('[RCT-5] options that cannot work are refused at once, as `createAgentMemory` refuses them', () => {
  for (const wrong of [
    {},
    { id: 'trip' },
    { ...options, contxtWindow: 1 },
    { ...options, id: '' },
  ]) {
    expect(() => deferredMemory(wrong as never)).toThrow(InvalidOptionError);
  }
});

test('[RCT-5] nothing is fetched before the first call, and the code once for all of them', async () => {
  const fetchCode = vi.fn(async () => memoryCode);
  const memory = deferredMemory(options, fetchCode);
  memory.getState();
  memory.subscribe(() => undefined);
  memory.part(visits);
  expect(fetchCode).not.toHaveBeenCalled();
  const { ready } = memory;
  await Promise.all([ready, memory.assemble(), memory.ready]);
  expect(fetchCode).toHaveBeenCalledOnce();
  // React's `use` waits anew for each promise that it is given.
  expect(memory.ready).toBe(ready);
});

test('[RCT-5] calls that wait for the code take effect in their order, with what they were given', async () => {
  const { memory, arrive } = aWaitingMemory();
  const message = { role: 'user', content: 'first' };
  const list = [message];
  const calls = [memory.append(list as never)];
  message.content = 'changed behind the call';
  list.push({ role: 'user', content: 'pushed behind the call' });
  calls.push(memory.append({ role: 'assistant', content: 'second' }));
  // One that is made while the code arrives stays behind those that wait.
  memory.subscribe(() => {
    if (calls.length === 2) calls.push(memory.append({ role: 'user', content: 'third' }));
  });
  const set = memory.notes.set('page', 'Checkout');
  arrive();
  await Promise.all([...calls, set]);
  await Promise.all(calls);
  const texts = memory.entries().map(({ message: { parts } }) => parts);
  expect(texts).toEqual(['first', 'second', 'third'].map((text) => [{ type: 'text', text }]));
  expect(memory.notes.get('page')).toBe('Checkout');
});

test('[RCT-5] who listened before the code came hears what happens after, until it stops listening', async () => {
  const { memory, arrive } = aWaitingMemory();
  const [changed, stopped, heard] = [vi.fn(), vi.fn(), vi.fn()];
  memory.subscribe(changed);
  memory.onEvent(({ type }) => heard(type));
  memory.onEvent(stopped)();
  const stopLate = memory.onEvent(stopped);
  arrive();
  await memory.ready;
  expect(changed).toHaveBeenCalled();
  stopLate();
  await memory.append({ role: 'user', content: 'Hello' });
  expect(heard).toHaveBeenCalledWith('entry-append');
  expect(stopped.mock.calls.map(([{ type }]) => type)).not.toContain('entry-append');
  expect(() => memory.subscribe('no function' as never)).toThrow(InvalidOptionError);
});

test('[STO-6] a part that is asked for before the code came is read with the session, and checked', async () => {
  const store = inMemoryStore();
  const before = createAgentMemory({ ...options, store });
  await before.part(visits).set(3);
  await before.dispose();
  const { memory, arrive } = aWaitingMemory({ store });
  const part = memory.part(visits);
  expect(part.get()).toBe(0);
  expect(() => memory.part({ ...visits, initial: 1 })).toThrow('is defined twice');
  expect(() => memory.part({ ...visits, name: '' })).toThrow(InvalidOptionError);
  const set = memory.ready.then(() => part.set(part.get() + 1));
  arrive();
  await set;
  expect(part.get()).toBe(4);
});

test('[RCT-5] `plan` says what to wait for, and plans from then on', async () => {
  const { memory, arrive } = aWaitingMemory({ system: 'Be brief.' });
  expect(() => memory.plan()).toThrow(MemoryNotReadyError);
  arrive();
  await memory.ready;
  expect(memory.plan().totalTokens).toBeGreaterThan(0);
});

test('[RCT-5] code that cannot be fetched: calls reject, the state says why, and the next call tries again', async () => {
  const fetchCode = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetchCode.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(memoryCode);
  const memory = deferredMemory(options, fetchCode) as unknown as AgentMemory;
  const changed = vi.fn();
  memory.subscribe(changed);
  await memory.ready;
  expect(memory.getState()).toMatchObject({
    status: 'error',
    error: { code: 'MEMORY_UNAVAILABLE' },
  });
  expect(changed).toHaveBeenCalled();
  memory.clearError();
  expect(memory.getState()).toMatchObject({ status: 'hydrating', error: undefined });
  const refused = memory.append({ role: 'user', content: 'Hello' });
  await expect(refused).rejects.toThrow(MemoryUnavailableError);
  await expect(refused).rejects.toMatchObject({ recoverable: true, cause: expect.any(TypeError) });
  await memory.append({ role: 'user', content: 'Hello again' });
  expect(memory.getState()).toMatchObject({ status: 'ready', error: undefined, entries: 1 });
  await expect(memory.ready).resolves.toBeUndefined();
});

test('[RCT-5] code that does not come ends the wait in words, and is used when it comes after all', async () => {
  const clock = aSimulatedClock();
  const { memory, arrive } = aWaitingMemory({ clock });
  const calls = [memory.append({ role: 'user', content: 'Hello' }), memory.assemble()];
  const outcomes = Promise.allSettled(calls);
  clock.advance(20_000);
  await memory.ready;
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ reason: { code: 'MEMORY_UNAVAILABLE', recoverable: true } });
  }
  expect(memory.getState()).toMatchObject({ status: 'error' });
  const waiting = memory.append({ role: 'user', content: 'Hello again' });
  arrive();
  await waiting;
  expect(memory.getState()).toMatchObject({ status: 'ready', error: undefined, entries: 1 });
  // Also where nobody asks for it any more.
  const silent = aWaitingMemory({ clock });
  void silent.memory.ready;
  clock.advance(20_000);
  await expect.poll(() => silent.memory.getState().status).toBe('error');
  silent.arrive();
  await expect.poll(() => silent.memory.getState().error).toBeUndefined();
  await silent.memory.dispose();
});

test('[RCT-1] `dispose` does not wait for code that never comes', async () => {
  const { memory } = aWaitingMemory();
  void memory.ready;
  await memory.dispose();
});

test('[RCT-5] a feature that cannot be attached is told by the state and by every call', async () => {
  const features = [
    {
      name: 'broken',
      attach: () => {
        throw new TypeError('no disk');
      },
    },
  ];
  const memory = deferredMemory({ ...options, features });
  await memory.ready;
  expect(memory.getState().error?.message).toContain('no disk');
  await expect(memory.assemble()).rejects.toThrow('no disk');
});

test('[RCT-5] a signal ends the wait for the code, and nothing is added', async () => {
  const { memory, arrive } = aWaitingMemory();
  const leaving = new AbortController();
  const call = memory.append({ role: 'user', content: 'Hello' }, { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(call).rejects.toThrow('gone');
  arrive();
  await memory.assemble();
  expect(memory.entries()).toEqual([]);
});

test('[RCT-1] a memory that is disposed ahead of its code ends, and says so', async () => {
  const untouched = aWaitingMemory();
  await untouched.memory.dispose();
  const { memory, arrive } = aWaitingMemory();
  const call = memory.append({ role: 'user', content: 'Hello' });
  const disposed = memory.dispose();
  arrive();
  await expect(call).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  await disposed;
  untouched.arrive();
  await expect(untouched.memory.assemble()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
});
