import { expect, test } from 'vitest';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, begin, sentBy } from '../testing/a-journaled-call.ts';
import { aTextMessage, aToolResult } from '../testing/builders.ts';

const refuse = () => expect.unreachable();

test('[CKP-1] a call in doubt is told to the model though the user has spoken since', async () => {
  const store = inMemoryStore();
  const first = await aJournaledCall(aCheckpointedSession({}, { store }));
  await begin(first);
  await first.say('Hurry!');
  const again = aCheckpointedSession({}, { store });
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
  const first = aCheckpointedSession({}, { store });
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
  const again = aCheckpointedSession({}, { store });
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
