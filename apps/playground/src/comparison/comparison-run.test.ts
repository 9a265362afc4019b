import { estimatingCounter } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { expect, test } from 'vitest';
import { compareSession } from './compare-session.ts';
import { createRun } from './comparison-page.tsx';

const messages = [1, 2, 3].flatMap((turn) => [
  parseMessage({ role: 'user', content: `Question ${turn}` }),
  parseMessage({ role: 'assistant', content: `Answer ${turn}` }),
]);

const begin = async () =>
  compareSession({ messages, value: 'none', limitTokens: 3_000, counter: estimatingCounter });

test('gives a frame for each call, and begins anew where it was disposed of', async () => {
  const { frames, player, dispose } = createRun(messages, begin);
  for (const _ of ['first', 'again']) {
    player.toEnd();
    await expect.poll(() => player.get().isAtRest).toBe(true);
    expect(frames.get().map(({ call }) => call)).toEqual([1, 2, 3]);
    dispose();
    expect(frames.get()).toEqual([]);
  }
});

test('tells a problem in words, and tries anew', async () => {
  let isBroken = true;
  const { frames, player } = createRun(messages, async () => {
    if (isBroken) throw new Error('The counter is gone.');
    return begin();
  });
  player.toEnd();
  await expect.poll(() => player.get().problem).toBe('The counter is gone.');
  isBroken = false;
  player.toEnd();
  await expect.poll(() => frames.get().length).toBe(3);
  expect(player.get().problem).toBeUndefined();
});
