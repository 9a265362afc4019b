import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { resultTexts, sentBy } from '../testing/a-journaled-call.ts';
import type { OpenCall } from './placed-call.ts';

/** A session in which the model made two calls under one id, in one message. */
async function twins(names: readonly [string, string] = ['charge', 'refund']) {
  const session = aCheckpointedSession();
  await session.say('Charge and refund.');
  await session.memory.append({
    role: 'assistant',
    content: null,
    tool_calls: names.map((name) => ({
      id: 'd',
      type: 'function' as const,
      function: { name, arguments: '{}' },
    })),
  });
  const [charge, refund] = (await session.handle.resume()).pending;
  if (!charge || !refund) throw new Error('Both calls are pending.');
  return { session, charge, refund };
}

const orders = {
  'one after another': async (run: (call: OpenCall) => Promise<unknown>, calls: OpenCall[]) => {
    for (const call of calls) await run(call);
  },
  'the last one first': async (run: (call: OpenCall) => Promise<unknown>, calls: OpenCall[]) => {
    for (const call of calls.toReversed()) await run(call);
  },
  'at the same time': async (run: (call: OpenCall) => Promise<unknown>, calls: OpenCall[]) => {
    await Promise.all(calls.map(run));
  },
};

test.each(Object.entries(orders))(
  '[CKP-1] two calls of one id in one reply run once each and keep their results: %s',
  async (_, inOrder) => {
    const { session, charge, refund } = await twins();
    const ran: string[] = [];
    const run = (call: OpenCall) =>
      session.handle.execute(call, () => {
        ran.push(call.toolName);
        return `out of ${call.toolName}`;
      });
    await inOrder(run, [charge, refund]);
    expect(ran.toSorted()).toEqual(['charge', 'refund']);
    expect(resultTexts(session)).toEqual(['out of charge', 'out of refund']);
    expect((await session.handle.resume()).next).toBe('ask_model');
    expect((await sentBy(session)).slice(2)).toMatchObject([
      { parts: [{ callId: 'd', text: 'out of charge' }] },
      { parts: [{ callId: 'd_2', text: 'out of refund' }] },
    ]);
  },
);

test('[CKP-1] two calls of one reply that are the same in every word run once each', async () => {
  const { session, charge, refund } = await twins(['charge', 'charge']);
  let runs = 0;
  const run = () => {
    runs += 1;
    return `charge ${runs}`;
  };
  for (const call of [charge, refund]) await session.handle.execute(call, run);
  expect(resultTexts(session)).toEqual(['charge 1', 'charge 2']);
});

test('[CKP-1] a call with another tool or other arguments than in the conversation is refused', async () => {
  const { session, charge } = await twins();
  const refuse = () => expect.unreachable();
  for (const other of [{ toolName: 'wipe' }, { arguments: '{"all":true}' }]) {
    const executed = session.handle.execute({ ...charge, ...other }, refuse);
    await expect(executed).rejects.toThrow('Nothing was run');
  }
  await expect(session.handle.execute({ callId: 'd' } as never, refuse)).rejects.toThrow(
    'toolCalls',
  );
});
