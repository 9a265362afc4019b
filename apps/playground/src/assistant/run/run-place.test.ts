import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { sessionCheckpoints } from '@agent-memory/core/checkpoints';
import { expect, test } from 'vitest';
import { checkStillHere, resumedRun, resumedText } from './resumed-run.ts';
import { stepOfRun, titleOfRun } from './run-place.ts';

function aSession() {
  const checkpoints = sessionCheckpoints();
  const memory = createAgentMemory({
    id: 'place',
    budget: fixedBudget(4_000),
    features: [checkpoints.feature],
  });
  const called = (id: string) =>
    memory.append({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'list_orders', arguments: '{}' } }],
    });
  const returned = (id: string) => memory.append({ role: 'tool', tool_call_id: id, content: '{}' });
  const said = (role: 'user' | 'assistant', content: string) => memory.append({ role, content });
  return { memory, checkpoints: checkpoints.of(memory), called, returned, said };
}

test('a step is a call with its result, or the answer', async () => {
  const { memory, called, returned, said } = aSession();
  await said('user', 'Hello');
  await said('assistant', 'Hello!');
  await said('user', 'Check\n my orders');
  expect([stepOfRun(memory), titleOfRun(memory)]).toEqual([1, 'Check my orders']);
  await called('c1');
  expect(stepOfRun(memory)).toBe(1);
  await returned('c1');
  expect(stepOfRun(memory)).toBe(2);
  await called('c2');
  expect(stepOfRun(memory)).toBe(2);
});

test('a title is no longer than a line', async () => {
  const { memory, said } = aSession();
  await said('user', 'word '.repeat(40));
  expect(titleOfRun(memory)).toMatch(/^(?:word ){11}word…$/);
});

test('[CKP-1] a run is unfinished until it was answered; a call that was begun is named', async () => {
  const { checkpoints, memory, called, said } = aSession();
  const session = { memory, checkpoints };
  expect(await resumedRun(session)).toBeUndefined();
  await said('user', 'Check my orders');
  expect(await resumedRun(session)).toEqual({ step: 1, title: 'Check my orders', inDoubt: [] });
  await called('c1');
  const [call] = (await checkpoints.resume()).pending;
  if (!call) throw new Error('There is a call.');
  const given = new AbortController();
  const running = checkpoints.execute(call, () => given.abort(), { signal: given.signal });
  await expect(running).rejects.toThrow();
  expect(await resumedRun(session)).toMatchObject({ step: 1, inDoubt: ['list_orders'] });
  await checkpoints.execute(call, () => '{}', { idempotent: true });
  await said('assistant', 'None.');
  expect(await resumedRun(session)).toBeUndefined();
});

test('a run that another page went on with is left to it', async () => {
  const { memory, said } = aSession();
  await said('user', 'Check my orders');
  const session = { memory, storedEntries: async () => 3 };
  await expect(checkStillHere(session, true)).rejects.toThrow('another page of this browser');
  await checkStillHere(session, false);
  await checkStillHere({ memory, storedEntries: async () => 1 }, true);
});

test.each([
  [[], 'No call was under way when the page went away, and none is made twice.'],
  [['track_parcel'], 'the shop is asked what became of the call, so that it is not made twice.'],
  [['recall'], 'it only reads, so it is called again.'],
  [['store_memory'], 'nobody knows whether it took effect, and it is not called again.'],
])('of %j in doubt it tells what becomes of it', (inDoubt, end) => {
  const text = resumedText({ step: 4, title: 'Check my orders', inDoubt });
  expect(text.startsWith('Resumed at step 4 of “Check my orders”. ')).toBe(true);
  expect(text.endsWith(end)).toBe(true);
});
