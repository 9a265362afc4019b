import { expect, test } from 'vitest';
import { aCheckpointedSession } from '../testing/a-checkpointed-session.ts';
import { aJournaledCall } from '../testing/a-journaled-call.ts';
import { sessionCheckpoints } from './session-checkpoints.ts';
import { watchSessionEnd } from './session-end.ts';

const onEnd = () => Promise.resolve();
const refused = { code: 'INVALID_OPTION' };

test('[CKP-1] `idempotent` is true or false and nothing else', async () => {
  const { handle, call } = await aJournaledCall();
  const options = { idempotent: 'false' } as never;
  const executed = handle.execute(call, () => expect.unreachable(), options);
  await expect(executed).rejects.toMatchObject(refused);
});

test.each([undefined, null, 5, {}])('[CKP-1] checkpoints of %j are refused in words', (memory) => {
  const { of } = sessionCheckpoints();
  expect(() => of(memory as never)).toThrow(expect.objectContaining(refused));
  expect(() => watchSessionEnd(memory as never, { onEnd })).toThrow(
    expect.objectContaining(refused),
  );
});

test.each([[undefined], [{ onEnd, page: {} }], [{ onEnd, clock: {} }], [{ onEnd, onError: 5 }]])(
  '[CKP-1] a watch with %j is refused in words',
  (options) => {
    const { memory } = aCheckpointedSession();
    expect(() => watchSessionEnd(memory, options as never)).toThrow(
      expect.objectContaining(refused),
    );
  },
);
