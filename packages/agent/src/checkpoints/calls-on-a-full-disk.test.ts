import { inMemoryStore, QuotaExceededStoreError, StoreUnavailableError } from '@agent-memory/core';
import { aScriptedStore } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, resultTexts } from '../testing/a-journaled-call.ts';

const refuse = () => expect.unreachable();

/** A store that outlives its pages, and what makes it fail. */
function aDisk() {
  const disk = inMemoryStore();
  const scripted = aScriptedStore(disk);
  return { disk, scripted, store: { ...scripted, name: 'disk', persistent: true } };
}

const full = new QuotaExceededStoreError();
const gone = new StoreUnavailableError('The disk is gone.');
test.each([
  ['is full', full],
  ['is gone', gone],
] as const)(
  '[CKP-1] a call whose beginning is in this page alone does not run: the store %s',
  async (_, error) => {
    const { disk, scripted, store } = aDisk();
    const session = await aJournaledCall(aCheckpointedSession({ store }));
    const { handle, call } = session;
    scripted.failAll(['commit'], error);
    for (const words of ['nothing was run', 'nothing was run']) {
      await expect(handle.execute(call, refuse)).rejects.toThrow(words);
    }
    expect(await handle.resume()).toMatchObject({ pending: [{}], inDoubt: [] });
    const opened = await aCheckpointedSession({ store: disk }).handle.resume();
    expect(opened).toMatchObject({ pending: [{ callId: call.callId }], inDoubt: [] });
    scripted.heal();
    expect(await handle.execute(call, () => 'seat 4')).toMatchObject({ how: 'ran' });
    expect(resultTexts(session)).toEqual(['seat 4']);
  },
);

test('[CKP-1] a store that could not be read runs no call either', async () => {
  const { scripted, store } = aDisk();
  scripted.failAll(['load', 'commit'], gone);
  const { handle, call } = await aJournaledCall(aCheckpointedSession({ store }));
  await expect(handle.execute(call, refuse)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('[CKP-1] a beginning that was refused is not stored late', async () => {
  const { disk, scripted, store } = aDisk();
  const { handle, call, say } = await aJournaledCall(aCheckpointedSession({ store }));
  scripted.failAll(['commit'], new Error('EIO'));
  await expect(handle.execute(call, refuse)).rejects.toThrow('EIO');
  scripted.heal();
  await say('Hurry!');
  expect((await disk.load('travel'))?.parts.get('checkpoints/calls')).toEqual({});
});

test('[CKP-1] a store that ends with the page by choice runs calls', async () => {
  for (const given of [{}, { store: inMemoryStore() }]) {
    const { handle, call } = await aJournaledCall(aCheckpointedSession(given));
    expect(await handle.execute(call, () => 'seat 4')).toMatchObject({ how: 'ran' });
  }
});

test('[CKP-1] a milestone that is in this page alone is refused, and stored with the next write', async () => {
  const { disk, scripted, store } = aDisk();
  const { handle, say } = await aJournaledCall(aCheckpointedSession({ store }));
  scripted.failAll(['commit'], full);
  await expect(handle.milestone('Route agreed')).rejects.toThrow('could not be stored');
  scripted.heal();
  await say('Hurry!');
  const opened = aCheckpointedSession({ store: disk });
  await opened.memory.ready;
  expect(opened.handle.list()).toMatchObject([{ name: 'Route agreed' }]);
});
