import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, begin, resultTexts } from '../testing/a-journaled-call.ts';

const refuse = () => expect.unreachable();

test('[CKP-1] a call that finished on another branch is known, and its result is brought', async () => {
  const session = aCheckpointedSession();
  const { memory, handle } = session;
  await session.say('Book two seats.');
  const [one, other] = await session.calls('book', 'book');
  if (!one || !other) throw new Error('The model made two calls.');
  const { entry } = await handle.execute(one, () => 'seat 4');
  await handle.execute(other, () => 'seat 5');
  await session.use('pay', 'paid');
  await memory.moveHead(entry?.id ?? null);
  const { pending, inDoubt } = await handle.resume();
  expect({ pending, inDoubt }).toMatchObject({
    pending: [{ callId: other.callId, isKnown: true }],
    inDoubt: [],
  });
  expect(await handle.execute(other, refuse)).toMatchObject({ how: 'known', entry: { seq: 3 } });
  expect(resultTexts(session)).toEqual(['seat 4', 'seat 5']);
});

test('[CKP-1] going back to a milestone ahead of calls runs none of them again', async () => {
  const session = await aJournaledCall();
  const { handle, call } = session;
  const { id } = await handle.milestone('Ahead of the call');
  await handle.execute(call, () => 'seat 4');
  await session.reply('You have seat 4.');
  const { resumption } = await handle.branchFrom(id);
  expect(resumption).toMatchObject({ pending: [{ isKnown: true }], inDoubt: [] });
  await handle.execute(call, refuse);
  expect(resultTexts(session)).toEqual(['seat 4']);
});

test('[CKP-1] a result that came while the conversation was elsewhere is known', async () => {
  const session = await aJournaledCall();
  const { memory, handle } = session;
  const { headId } = memory.getState();
  const end = await begin(session);
  await memory.moveHead(null);
  await session.say('Something else.');
  await end('seat 4');
  await memory.moveHead(headId);
  expect((await handle.resume()).pending).toMatchObject([{ isKnown: true }]);
});
