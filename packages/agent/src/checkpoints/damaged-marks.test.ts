import { inMemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, begin } from '../testing/a-journaled-call.ts';
import { BEGUN_CALLS } from './begun-calls.ts';

const refuse = () => expect.unreachable();

test.each([[5], [null], ['x'], [[]], [{ a: 1 }]])(
  '[CKP-1] open calls are in doubt where the marks of begun calls are %j',
  async (damaged) => {
    const store = inMemoryStore();
    const first = await aJournaledCall(aCheckpointedSession({ store }));
    await begin(first);
    await store.commit('travel', { atMs: 1, parts: new Map([[BEGUN_CALLS.name, damaged]]) });
    const second = aCheckpointedSession({ store });
    const { pending, inDoubt } = await second.handle.resume();
    expect({ pending, inDoubt }).toMatchObject({
      pending: [],
      inDoubt: [{ callId: first.call.callId }],
    });
    expect(second.memory.getState().degraded).toMatchObject([{ code: 'STORED_STATE_DAMAGED' }]);
  },
);

test('[CKP-1] once marks can be stored again, calls of before stay in doubt and new ones run', async () => {
  const store = inMemoryStore();
  const first = aCheckpointedSession({ store });
  await first.say('Book two seats.');
  const [one, other] = await first.calls('book', 'book');
  if (!one || !other) throw new Error('The model made two calls.');
  await store.commit('travel', { atMs: 1, parts: new Map([[BEGUN_CALLS.name, 5]]) });
  const second = aCheckpointedSession({ store });
  expect(await second.handle.execute(one, refuse)).toMatchObject({ how: 'in_doubt' });
  await second.say('Something else.');
  const fresh = await aJournaledCall(second);
  expect(await second.handle.execute(fresh.call, () => 'seat 5')).toMatchObject({ how: 'ran' });
  const third = aCheckpointedSession({ store });
  await third.handle.resume();
  expect(await third.handle.execute(other, refuse)).toMatchObject({ how: 'in_doubt' });
});
