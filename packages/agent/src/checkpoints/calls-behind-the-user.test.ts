import { inMemoryStore } from '@agent-memory/core';
import { aTextMessage, aToolResult } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, begin, resultTexts, sentBy } from '../testing/a-journaled-call.ts';

const refuse = () => expect.unreachable();

test('[CKP-1] a call in doubt is told to the model though the user has spoken since', async () => {
  const store = inMemoryStore();
  const first = await aJournaledCall(aCheckpointedSession({ store }));
  await begin(first);
  await first.say('Hurry!');
  const again = aCheckpointedSession({ store });
  const { next, pending, inDoubt } = await again.handle.resume();
  expect({ next, pending, inDoubt }).toMatchObject({
    next: 'run_calls',
    pending: [],
    inDoubt: [{ callId: first.call.callId }],
  });
  const [call] = inDoubt;
  if (!call) throw new Error('The call is in doubt.');
  expect(await again.handle.execute(call, refuse)).toMatchObject({ how: 'in_doubt' });
  expect(await again.handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
  expect(JSON.stringify((await sentBy(again)).at(-1))).toContain('Whether it took effect');
});

test('[CKP-1] a call in doubt is found by its entry, where its id was used again', async () => {
  const store = inMemoryStore();
  const first = aCheckpointedSession({ store });
  const call = (at: number) =>
    ({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_0', type: 'function', function: { name: 'book', arguments: `{"at":${at}}` } },
      ],
    }) as const;
  await first.say('Book a seat.');
  await first.memory.append(call(1));
  const [older] = (await first.handle.resume()).pending;
  if (!older) throw new Error('The call is pending.');
  await begin({ handle: first.handle, call: older });
  await first.say('Another one.');
  await first.memory.append(call(2));
  const again = aCheckpointedSession({ store });
  const { pending, inDoubt } = await again.handle.resume();
  expect([pending, inDoubt]).toMatchObject([
    [{ arguments: '{"at":2}' }],
    [{ arguments: '{"at":1}', entryId: older.entryId }],
  ]);
});

test('[CKP-1] a call that runs while the user speaks keeps nobody from asking the model', async () => {
  const session = await aJournaledCall();
  const end = await begin(session);
  await session.say('Hurry!');
  expect(await session.handle.resume()).toMatchObject({ next: 'ask_model', pending: [] });
  await end('seat 4');
  expect(await session.handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
});

test('[CMP-3] [CKP-1] a result that lands behind the user’s words is told as a late result of its call', async () => {
  const session = await aJournaledCall();
  const { callId } = session.call;
  const end = await begin(session);
  await session.say('Hurry!');
  await end('seat 4');
  expect((await sentBy(session)).slice(2)).toEqual([
    aToolResult({ callId, text: '[No result was recorded for this call.]' }),
    aTextMessage('user', 'Hurry!'),
    aTextMessage(
      'user',
      `[Late result of call ${callId}: it came after the conversation had gone on]\nseat 4`,
    ),
  ]);
});

/** The model calls under an id that many servers give again and again. */
const callZero = (at: number) =>
  ({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_0', type: 'function', function: { name: 'book', arguments: `{"at":${at}}` } },
    ],
  }) as const;

/** A session of which `call_0` was stopped, and in which the user has spoken and `call_0` is made again. */
async function aStoppedCallMadeAgain(store = inMemoryStore()) {
  const session = aCheckpointedSession({ store });
  await session.say('Book a seat.');
  await session.memory.append(callZero(1));
  const [old] = (await session.handle.resume()).pending;
  if (!old) throw new Error('The call is pending.');
  const abort = new AbortController();
  const stop = () => abort.abort('stopped');
  const stopped = session.handle.execute(old, stop, { signal: abort.signal });
  await expect(stopped).rejects.toBe('stopped');
  await session.say('Look first.');
  await session.memory.append(callZero(2));
  return session;
}

/** Executes every call until the model is to be asked; gives which ran. */
async function settle({ handle }: ReturnType<typeof aCheckpointedSession>, order: 1 | -1) {
  const ran: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { next, pending, inDoubt } = await handle.resume();
    if (next !== 'run_calls') return ran;
    const calls = [...pending, ...inDoubt];
    for (const call of order === 1 ? calls : calls.toReversed()) {
      await handle.execute(call, () => {
        ran.push(call.arguments);
        return 'seat 4';
      });
    }
  }
  throw new Error('There is no end of calls.');
}

test.each([
  ['newer', 1],
  ['older', -1],
] as const)(
  '[CKP-1] a call in doubt is told once, where its id was used again and the %s is executed first',
  async (_, order) => {
    const store = inMemoryStore();
    const session = await aStoppedCallMadeAgain(store);
    expect(await settle(session, order)).toEqual(['{"at":2}']);
    const opened = aCheckpointedSession({ store });
    expect(await opened.handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
    expect(resultTexts(opened)).toEqual([
      'seat 4',
      expect.stringContaining('Whether it took effect'),
    ]);
  },
);

test('[CKP-1] a call in doubt is told once, where a later call of its id never ran', async () => {
  const store = inMemoryStore();
  const session = await aStoppedCallMadeAgain(store);
  await session.say('Stop all of it.');
  expect(await settle(session, 1)).toEqual([]);
  const opened = aCheckpointedSession({ store });
  expect(await opened.handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
  await opened.memory.append(callZero(3));
  expect(await settle(opened, 1)).toEqual(['{"at":3}']);
  expect(resultTexts(opened)).toEqual([expect.stringContaining('Whether it took'), 'seat 4']);
});

test('[CKP-1] an answer of the app settles a call in doubt whose id was used again', async () => {
  const session = await aStoppedCallMadeAgain();
  const [call] = (await session.handle.resume()).pending;
  if (!call) throw new Error('The newer call is pending.');
  await session.handle.execute(call, () => 'seat 4');
  await session.memory.append({ role: 'tool', tool_call_id: 'call_0', content: 'It was booked.' });
  expect(await session.handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
});

test('[CKP-1] a call that ends late gives its result to no newer call of its id', async () => {
  const session = aCheckpointedSession();
  await session.say('Book a seat.');
  await session.memory.append(callZero(1));
  const [old] = (await session.handle.resume()).pending;
  if (!old) throw new Error('The call is pending.');
  const end = await begin({ handle: session.handle, call: old });
  await session.say('Hurry!');
  await session.memory.append(callZero(2));
  await end('seat 1');
  const newer = (await session.handle.resume()).pending.find(({ isKnown }) => !isKnown);
  if (!newer) throw new Error('The newer call is pending.');
  expect(await session.handle.execute(newer, () => 'seat 2')).toMatchObject({ how: 'ran' });
  expect(resultTexts(session)).toEqual(['seat 2', 'seat 1']);
});
