import { inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, resultTexts } from '../testing/a-journaled-call.ts';

const refuse = () => expect.unreachable();

/** A store whose commits can be made to go another way. */
function aStore() {
  const base = inMemoryStore();
  const commits: { instead?: MemoryStore['commit'] } = {};
  const store: MemoryStore = {
    name: base.name,
    persistent: base.persistent,
    load: (id) => base.load(id),
    list: () => base.list(),
    delete: (id) => base.delete(id),
    close: () => base.close(),
    commit: (...given) => commits.instead?.(...given) ?? base.commit(...given),
  };
  return { store, commits };
}

test('[CKP-1] a call whose beginning could not be stored has not run, and runs when it can be', async () => {
  const { store, commits } = aStore();
  const session = await aJournaledCall(aCheckpointedSession({ store }));
  commits.instead = () => Promise.reject(new Error('The disk is full.'));
  await expect(session.handle.execute(session.call, refuse)).rejects.toThrow('disk');
  delete commits.instead;
  expect(await session.handle.resume()).toMatchObject({ pending: [{}], inDoubt: [] });
  expect(await session.handle.execute(session.call, () => 'seat 4')).toMatchObject({ how: 'ran' });
  expect(resultTexts(session)).toEqual(['seat 4']);
});

test('[CKP-1] [NS-2] a call whose beginning meets another tab’s write runs once, and so did the other', async () => {
  const store = inMemoryStore();
  const first = aCheckpointedSession({ store });
  await first.say('Book two seats.');
  const [one] = await first.calls('book', 'book');
  const second = aCheckpointedSession({ store });
  const [, other] = (await second.handle.resume()).pending;
  if (!one || !other) throw new Error('Both calls are pending.');
  await first.handle.execute(one, () => 'seat 4');
  expect(await second.handle.execute(other, () => 'seat 5')).toMatchObject({ how: 'ran' });
  const third = aCheckpointedSession({ store });
  const nothing = { pending: [], inDoubt: [] };
  for (const { handle } of [second, third]) expect(await handle.resume()).toMatchObject(nothing);
  for (const tab of [second, third]) expect(resultTexts(tab)).toEqual(['seat 4', 'seat 5']);
});

test('[CKP-1] a wait for a store that hangs ends with the signal’s reason, and nothing has run', async () => {
  const { store, commits } = aStore();
  const session = await aJournaledCall(aCheckpointedSession({ store }));
  const abort = new AbortController();
  commits.instead = () => {
    abort.abort('enough');
    return new Promise(() => undefined);
  };
  const { handle, call } = session;
  const { signal } = abort;
  await expect(handle.execute(call, refuse, { signal })).rejects.toBe('enough');
  expect(await handle.resume()).toMatchObject({ pending: [{}], inDoubt: [] });
});

test('[CKP-1] a wait for a result to be stored ends with the signal’s reason too', async () => {
  const { store, commits } = aStore();
  const { handle, call } = await aJournaledCall(aCheckpointedSession({ store }));
  const abort = new AbortController();
  const run = () => {
    commits.instead = () => {
      abort.abort('enough');
      return new Promise(() => undefined);
    };
    return 'seat 4';
  };
  await expect(handle.execute(call, run, { signal: abort.signal })).rejects.toBe('enough');
});

test.each(['entry', 'text'])(
  '[CKP-1] a call of which an %s was erased is not run, and the model is told',
  async (erased) => {
    const store = inMemoryStore();
    const first = aCheckpointedSession({ store });
    await first.say('Delete it.');
    const [entry] = await first.memory.append({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'delete', arguments: '{"path":"/tmp/a"}' } },
      ],
    });
    const entryIds = erased === 'entry' && entry ? [entry.id] : [];
    await sessionCatalog(store).eraseEntries('travel', { entryIds, texts: ['/tmp/a'] });
    const again = aCheckpointedSession({ store });
    const [call] = (await again.handle.resume()).pending;
    if (!call) throw new Error('The call is pending.');
    expect(await again.handle.execute(call, refuse)).toMatchObject({ how: 'erased' });
    expect(resultTexts(again)).toEqual([expect.stringContaining('erased before it ran')]);
  },
);

test('[CKP-1] a tool that throws an error without readable words has failed as any other', async () => {
  const { handle, call } = await aJournaledCall();
  const { result } = await handle.execute(call, () => {
    throw Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error('inner');
      },
    });
  });
  expect(result.text).toBe('`book` failed: something that has no words');
});
