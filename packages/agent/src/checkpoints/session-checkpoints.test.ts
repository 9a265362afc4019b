import { inMemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';

test('[CKP-1] a checkpoint follows each result of a tool and each reply from the third step on', async () => {
  const session = aCheckpointedSession();
  await session.say('Plan a trip to Porto.');
  await session.use('search', 'Two trains');
  await session.reply('There are two trains.');
  expect(session.handle.list()).toEqual([]);
  await session.say('Book the first.');
  const { entry } = await session.use('book', 'Booked: seat 4');
  const [reply] = await session.reply('Booked.');
  expect(session.handle.list()).toMatchObject([
    { kind: 'tool_result', step: 3, entryId: entry?.id, overlayVersion: 0 },
    { kind: 'reply', step: 4, entryId: reply?.id },
  ]);
});

test('[CKP-1] a page opened again has the checkpoints, and goes on at the last step', async () => {
  const store = inMemoryStore();
  const session = aCheckpointedSession({ store });
  await session.say('Plan a trip to Porto.');
  await session.use('search', 'Two trains');
  await session.memory.patchScratchpad({ currentStep: 'Porto' });
  await session.reply('There are two trains.');
  await session.say('Book the first.');
  await session.use('book', 'Booked: seat 4');
  const kept = session.handle.list();
  const again = aCheckpointedSession({ store, clock: session.clock });
  const { next, checkpoint, pending, inDoubt } = await again.handle.resume();
  expect({ next, pending, inDoubt }).toEqual({ next: 'ask_model', pending: [], inDoubt: [] });
  expect(again.handle.list()).toEqual(kept);
  expect(checkpoint).toMatchObject({ step: 3, scratchpad: { currentStep: 'Porto' } });
});

test('[CKP-1] going back restores the scratchpad and keeps what followed as a branch', async () => {
  const session = aCheckpointedSession();
  await session.say('Plan a trip to Porto.');
  await session.memory.patchScratchpad({ currentStep: 'Porto' });
  const { id, entryId } = await session.handle.milestone('Asked');
  await session.use('search', 'Two trains');
  await session.memory.patchScratchpad({ currentStep: 'Braga' });
  const { checkpoint, resumption } = await session.handle.branchFrom(id);
  expect(checkpoint).toMatchObject({ kind: 'milestone', name: 'Asked', entryId });
  expect(resumption.next).toBe('ask_model');
  expect(session.memory.getState()).toMatchObject({
    headId: entryId,
    scratchpad: { currentStep: 'Porto' },
  });
  await session.reply('By train or by plane?');
  expect(session.memory.branches()).toHaveLength(2);
});

test('[CKP-1] a call that finished is not run again, and one in doubt is told to the model', async () => {
  const store = inMemoryStore();
  const first = aCheckpointedSession({ store });
  await first.say('Book a seat.');
  const [done, cut, never] = await first.calls('book', 'pay', 'mail');
  if (!done || !cut || !never) throw new Error('Three calls were made.');
  await first.handle.execute(done, () => 'seat 4');
  const begun = new Promise<void>((resolve) => {
    void first.handle.execute(cut, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });
  await begun;

  const again = aCheckpointedSession({ store });
  const { next, pending, inDoubt } = await again.handle.resume();
  expect(next).toBe('run_calls');
  expect(pending.map(({ callId }) => callId)).toEqual([never.callId]);
  expect(inDoubt.map(({ callId }) => callId)).toEqual([cut.callId]);
  const refuse = () => expect.unreachable();
  expect(await again.handle.execute(done, refuse)).toMatchObject({
    how: 'known',
    result: { text: 'seat 4' },
  });
  const told = await again.handle.execute(cut, refuse);
  expect(told).toMatchObject({ how: 'in_doubt', result: { isError: true } });
  expect(told.result.text).toContain('Whether it took effect is not known');
  expect((await again.handle.resume()).inDoubt).toEqual([]);
});
