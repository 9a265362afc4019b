import { expect, test } from 'vitest';
import { runSession } from '../testing/run-session.ts';
import { memorySource } from './memory-source.ts';

async function sourceOf() {
  const session = await runSession();
  const { memory, runs, checkpoints } = session;
  const source = memorySource(memory, { runs, checkpoints });
  if (!source.runs || !source.checkpoints) throw new Error('Both were given.');
  return { session, runs: source.runs, checkpoints: source.checkpoints };
}

test('[RUN-1] [CKP-1] every answer about runs and checkpoints can be cloned', async () => {
  const { runs, checkpoints } = await sourceOf();
  const answers = await Promise.all([
    runs.list(),
    runs.request(1),
    runs.block(1),
    runs.recalled(22),
    checkpoints.list(),
    checkpoints.resumption(),
  ]);
  expect(structuredClone(answers)).toEqual(answers);
  expect(answers[3]).toEqual({ toolName: 'recall', seqs: [0] });
  expect(answers[5]).toMatchObject({ next: 'nothing', pending: [], inDoubt: [] });
});

test('[DEV-8] checkpoints cross without their scratchpad, and say whether the conversation leads through them', async () => {
  const { session, checkpoints } = await sourceOf();
  const kept = await checkpoints.list();
  expect(kept.every((checkpoint) => !('scratchpad' in checkpoint))).toBe(true);
  expect(kept.every(({ isOnPath }) => isOnPath)).toBe(true);
  const milestone = kept.find(({ kind }) => kind === 'milestone');
  const branched = await checkpoints.branchFrom(milestone?.id ?? '');
  expect(branched).toMatchObject({ checkpointId: milestone?.id, settings: 'as_then' });
  expect(session.memory.getState().entries).toBe((milestone?.seq ?? 0) + 1);
  expect((await checkpoints.list()).at(-1)?.isOnPath).toBe(false);
});

test('[DEV-8] listeners are told about titles and messages, and of nothing once they have left', async () => {
  const { session, runs } = await sourceOf();
  let told = 0;
  const stop = runs.subscribe(() => {
    told += 1;
  });
  await runs.setTitle(1, 'The order');
  expect(told).toBe(1);
  await session.say('Thanks');
  expect(told).toBeGreaterThan(1);
  stop();
  const before = told;
  await runs.setTitle(1, undefined);
  expect(told).toBe(before);
});
