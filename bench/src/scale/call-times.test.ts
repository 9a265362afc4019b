import { expect, test } from 'vitest';
import { callTimes, type Effort } from './call-times.mjs';

/** A clock that moves only when a call is made, so that what is measured is known. */
function aBench({ appendMs = 1, assembleMs = 10 } = {}) {
  let nowMs = 0;
  const calls: string[] = [];
  const aSystem = (name: string) => ({
    name,
    open: () => ({
      append: () => {
        nowMs += appendMs;
        calls.push(`${name} append`);
      },
      assemble: () => {
        nowMs += assembleMs;
        calls.push(`${name} assemble`);
        return [];
      },
      close: () => void calls.push(`${name} close`),
    }),
  });
  return { aSystem, calls, nowMs: () => nowMs };
}

const effort: Omit<Effort, 'nowMs'> = {
  blocks: 3,
  callsPerBlock: 4,
  blockMs: 1_000,
  warmUpCalls: 2,
};

test('[BENCH] appends and assemblies are measured apart, the warm-up is not', async () => {
  const { aSystem, nowMs } = aBench();
  const [times] = await callTimes([aSystem('a')], 5, { ...effort, nowMs });
  expect(times).toEqual({
    system: 'a',
    n: 5,
    appendMs: Array(12).fill(1),
    assembleMs: Array(12).fill(10),
    firstAssembleMs: 10,
  });
});

test('[BENCH] each assembly follows an append, and systems take turns block by block', async () => {
  const { aSystem, calls, nowMs } = aBench();
  await callTimes([aSystem('a'), aSystem('b')], 2, {
    ...effort,
    callsPerBlock: 1,
    warmUpCalls: 1,
    nowMs,
  });
  const call = (name: string) => [`${name} append`, `${name} assemble`];
  expect(calls).toEqual([
    ...['a append', ...call('a'), 'b append', ...call('b')],
    ...[...call('a'), ...call('b')],
    ...[1, 2, 3].flatMap(() => [...call('a'), ...call('b')]),
    'a close',
    'b close',
  ]);
});

test('[BENCH] a block ends early when its time is up, after one call at least', async () => {
  const { aSystem, nowMs } = aBench({ assembleMs: 2_000 });
  const [times] = await callTimes([aSystem('slow')], 1, { ...effort, nowMs });
  expect(times?.assembleMs).toHaveLength(3);
});
