import { inMemoryStore } from '@agent-memory/core';
import { aScriptedStore } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, begin, resultTexts } from '../testing/a-journaled-call.ts';

const refuse = () => expect.unreachable();

test('[CKP-1] a result that no store took is known only once one has it', async () => {
  const disk = inMemoryStore();
  const store = aScriptedStore(disk);
  const { handle, call } = await aJournaledCall(aCheckpointedSession({ store }));
  const run = () => {
    store.failAll(['commit'], new Error('EIO'));
    return 'seat 4';
  };
  for (const executor of [run, refuse]) {
    await expect(handle.execute(call, executor)).rejects.toThrow('ran, but its result could not');
  }
  store.heal();
  expect(await handle.execute(call, refuse)).toMatchObject({ how: 'known' });
  const opened = aCheckpointedSession({ store: disk });
  expect(await opened.handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
  expect(resultTexts(opened)).toEqual(['seat 4']);
});

test('[CKP-1] a result that cannot be sent says so to the model: the call ran', async () => {
  const session = await aJournaledCall();
  const { handle, call } = session;
  const unsendable = { extra: { receipt: () => 'paid' } };
  const done = await handle.execute(call, () => ({
    ...{ type: 'tool-result', callId: call.callId, text: 'seat 4' },
    ...unsendable,
  }));
  expect(done).toMatchObject({ how: 'ran', result: { isError: true } });
  expect(resultTexts(session)).toEqual([
    '`book` ran, but its output cannot be written: its `extra.receipt` cannot be sent.',
  ]);
  expect(await handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
});

test('[CKP-1] a memory that is disposed while a call runs says that it ran', async () => {
  const store = inMemoryStore();
  const session = await aJournaledCall(aCheckpointedSession({ store }));
  const end = await begin(session);
  await session.memory.dispose();
  const ended = end('seat 4');
  await expect(ended).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  await expect(ended).rejects.toThrow('ran, but its result could not be stored');
  const { inDoubt } = await aCheckpointedSession({ store }).handle.resume();
  expect(inDoubt).toMatchObject([{ callId: session.call.callId }]);
});

test('[CKP-1] an executor that executes its own call is refused, and does not wait for itself', async () => {
  const session = await aJournaledCall();
  const { handle, call } = session;
  const { result } = await handle.execute(call, () => handle.execute(call, refuse));
  expect(result).toMatchObject({ isError: true });
  expect(result.text).toContain('would wait for itself');
});
