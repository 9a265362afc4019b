import { expect, test } from 'vitest';
import { toolCallsOf } from '../message/message.ts';
import { deferredMemory } from '../sessions/deferred-memory.ts';
import { OpenSessions } from '../sessions/open-sessions.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { sessionCheckpoints } from './session-checkpoints.ts';

const never = () => () => undefined;

test('[CKP-1] [RCT-1] the memory that a hook gives goes on, keeps checkpoints and goes back', async () => {
  const checkpoints = sessionCheckpoints();
  const sessions = new OpenSessions({ makeMemory: deferredMemory, startTimer: never });
  const { memory } = sessions.sessionFor({
    id: 'trip',
    contextWindow: 16_000,
    store: inMemoryStore(),
    clock: aSimulatedClock(),
    features: [checkpoints.feature],
  });
  const handle = checkpoints.of(memory);
  expect(checkpoints.of(memory)).toBe(handle);
  await memory.append({ role: 'user', content: 'Plan a trip.' });
  for (const id of ['a', 'b', 'c']) {
    const call = { id, type: 'function', function: { name: 'search', arguments: '{}' } } as const;
    await memory.append({ role: 'assistant', content: null, tool_calls: [call] });
    const { next, pending } = await handle.resume();
    expect(next).toBe('run_calls');
    for (const each of pending) await handle.execute(each, () => `Result ${id}`);
  }
  const [checkpoint] = handle.list();
  expect(checkpoint).toMatchObject({ kind: 'tool_result', step: 3 });
  await memory.append({ role: 'assistant', content: 'Here is a plan.' });
  const { resumption } = await handle.branchFrom(checkpoint?.id ?? '');
  expect(resumption.next).toBe('ask_model');
  expect(memory.entries().flatMap(({ message }) => toolCallsOf(message))).toHaveLength(3);
  await memory.dispose();
});

test('[CKP-1] [RCT-1] a call that is executed after the session ended is run once all the same', async () => {
  const checkpoints = sessionCheckpoints();
  const sessions = new OpenSessions({
    makeMemory: deferredMemory,
    startTimer(callback) {
      callback();
      return () => undefined;
    },
  });
  const session = sessions.sessionFor({
    id: 'trip',
    contextWindow: 16_000,
    store: inMemoryStore(),
    clock: aSimulatedClock(),
    features: [checkpoints.feature],
  });
  const { memory } = session;
  const release = sessions.hold(session);
  const handle = checkpoints.of(memory);
  const call = { id: 'a', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
  await memory.append({ role: 'user', content: 'Book a seat.' });
  await memory.append({ role: 'assistant', content: null, tool_calls: [call] });
  const [pending] = (await handle.resume()).pending;
  if (!pending) throw new Error('The call is pending.');
  release?.();
  let runs = 0;
  const run = () => {
    runs += 1;
    return 'seat 4';
  };
  expect(await handle.execute(pending, run)).toMatchObject({ how: 'ran' });
  expect(await handle.execute(pending, run)).toMatchObject({ how: 'known' });
  expect(runs).toBe(1);
});
