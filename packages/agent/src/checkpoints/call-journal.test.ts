import { inMemoryStore, toolResultsOf } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall, begin } from '../testing/a-journaled-call.ts';
import { defineTool } from '../tools/model-tool.ts';
import { runTool } from '../tools/run-tool.ts';

type Session = ReturnType<typeof aCheckpointedSession>;

const refuse = () => expect.unreachable();
const resultsIn = ({ memory }: Session) =>
  memory.entries().flatMap(({ message }) => toolResultsOf(message));

test('[CKP-1] that a call began is stored ahead of its run, and its result once', async () => {
  const store = inMemoryStore();
  const session = await aJournaledCall(aCheckpointedSession({ store }));
  let storedAtRun: unknown;
  const done = await session.handle.execute(session.call, async () => {
    storedAtRun = (await store.load('travel'))?.parts.get('checkpoints/calls');
    return { seat: 4 };
  });
  expect(Object.keys(storedAtRun as object)).toEqual([`1:${session.call.callId}`]);
  expect(done).toMatchObject({ how: 'ran', result: { text: '{"seat":4}' }, entry: { seq: 2 } });
  expect(await session.handle.execute(session.call, refuse)).toMatchObject({
    how: 'known',
    result: done.result,
  });
  expect(resultsIn(session)).toEqual([done.result]);
});

test('[CKP-1] the same call twice at the same time is one run', async () => {
  const session = await aJournaledCall();
  let runs = 0;
  const run = () => {
    runs += 1;
    return 'seat 4';
  };
  const { handle, call } = session;
  const [first, second] = await Promise.all([handle.execute(call, run), handle.execute(call, run)]);
  expect(first).toBe(second);
  expect(runs).toBe(1);
  expect(resultsIn(session)).toHaveLength(1);
});

test('[CKP-1] a call in doubt that the app answers itself is settled', async () => {
  const store = inMemoryStore();
  const { call, ...first } = await aJournaledCall(aCheckpointedSession({ store }));
  await begin({ call, ...first });
  const again = aCheckpointedSession({ store });
  await again.handle.resume();
  await again.memory.append({ role: 'tool', tool_call_id: call.callId, content: 'It was booked.' });
  expect(await again.handle.resume()).toMatchObject({ next: 'ask_model', inDoubt: [] });
  expect(await again.handle.execute(call, refuse)).toMatchObject({ how: 'known' });
});

test('[CKP-1] a run that is aborted leaves the call in doubt', async () => {
  const { handle, call } = await aJournaledCall();
  const abort = new AbortController();
  const running = handle.execute(call, () => abort.abort('enough'), { signal: abort.signal });
  await expect(running).rejects.toBe('enough');
  expect((await handle.resume()).inDoubt).toMatchObject([{ callId: call.callId }]);
});

test('[CKP-1] a tool that throws has failed, and the model is told; that is an end', async () => {
  const { handle, call } = await aJournaledCall();
  const failed = await handle.execute(call, () => {
    throw new Error('no seats left');
  });
  expect(failed).toMatchObject({ how: 'ran', result: { isError: true } });
  expect(failed.result.text).toBe('`book` failed: no seats left');
  expect((await handle.resume()).next).toBe('ask_model');
});

test('[CKP-1] a result of `runTool` is taken as it is', async () => {
  const { handle, call } = await aJournaledCall();
  const book = defineTool({
    name: 'book',
    description: 'Books a seat',
    parameters: { type: 'object', properties: { at: { type: 'string' } } },
    execute: () => 'seat 4',
  });
  const { result } = await handle.execute(call, ({ signal }) => runTool([book], call, { signal }));
  expect(result).toMatchObject({ type: 'tool-result', callId: call.callId, isError: true });
  expect(result.text).toContain('did not run');
});

test('[CKP-1] a result waits where the conversation went on elsewhere, and the call is not run again', async () => {
  const session = await aJournaledCall();
  const { memory, handle, call } = session;
  const { headId } = memory.getState();
  const done = await handle.execute(call, async () => {
    await memory.moveHead(null);
    await session.say('Something else.');
    return 'seat 4';
  });
  expect(done).toEqual({ how: 'ran', result: expect.objectContaining({ text: 'seat 4' }) });
  expect(resultsIn(session)).toEqual([]);
  await memory.moveHead(headId);
  const { pending, inDoubt } = await handle.resume();
  expect({ pending, inDoubt }).toMatchObject({ pending: [{ callId: call.callId }], inDoubt: [] });
  expect(await handle.execute(call, refuse)).toMatchObject({ how: 'known', entry: { seq: 2 } });
  expect(resultsIn(session)).toEqual([done.result]);
});

test('[CKP-1] a call of an id that was used before is another call', async () => {
  const session = aCheckpointedSession();
  const call = {
    id: 'call_0',
    type: 'function',
    function: { name: 'book', arguments: '{}' },
  } as const;
  for (const seat of ['seat 4', 'seat 5']) {
    await session.say('Book a seat.');
    await session.memory.append({ role: 'assistant', content: null, tool_calls: [call] });
    const [pending] = (await session.handle.resume()).pending;
    if (!pending) throw new Error('The call is pending.');
    expect(await session.handle.execute(pending, () => seat)).toMatchObject({ how: 'ran' });
  }
  expect(resultsIn(session).map(({ text }) => text)).toEqual(['seat 4', 'seat 5']);
});

test('[CKP-1] a tab that lags behind does not run what another tab has run', async () => {
  const store = inMemoryStore();
  const { call, ...first } = await aJournaledCall(aCheckpointedSession({ store }));
  const second = aCheckpointedSession({ store });
  const [known] = (await second.handle.resume()).pending;
  if (!known) throw new Error('The call is pending in both tabs.');
  await first.handle.execute(call, () => 'seat 4');
  expect(await second.handle.execute(known, refuse)).toMatchObject({
    how: 'known',
    entry: { seq: 2 },
  });
  expect(resultsIn(second).map(({ text }) => text)).toEqual(['seat 4']);
});

test.each([
  [{ callId: 'none', toolName: 'book', arguments: '{}' }, 'append the message of the model'],
  [{}, 'must be a tool call'],
])(
  '[CKP-1] what is no call of the conversation is refused, and nothing is run',
  async (call, words) => {
    const { handle } = await aJournaledCall();
    await expect(handle.execute(call as never, refuse)).rejects.toThrow(words);
  },
);

test('[CKP-1] options that there are not are refused', async () => {
  const { handle, call } = await aJournaledCall();
  const options = { sgnal: true } as never;
  await expect(handle.execute(call, refuse, options)).rejects.toThrow('signal');
  await expect(handle.execute(call, 'run' as never)).rejects.toThrow('executor');
  await expect(handle.milestone(' ')).rejects.toThrow('name');
});
