import { estimatingCounter } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { expect, test } from 'vitest';
import { type Comparison, compareSession } from './compare-session.ts';
import { type ComparisonPlayer, createComparisonPlayer } from './comparison-player.ts';

const messages = [1, 2, 3].flatMap((turn) => [
  parseMessage({ role: 'user', content: `Question ${turn}` }),
  parseMessage({ role: 'assistant', content: `Answer ${turn}` }),
]);

async function begin(): Promise<Comparison> {
  const about = { messages, value: 'none', limitTokens: 3_000, lastCount: 20 };
  return compareSession({ ...about, counter: estimatingCounter });
}

const noWait = async (): Promise<void> => undefined;

/** Resolves as soon as the player says what is waited for. */
function until(player: ComparisonPlayer, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = player.subscribe(look);
    look();
  });
}

const isOver = (player: ComparisonPlayer) => () => player.getState().status === 'over';
const callsOf = (player: ComparisonPlayer) => player.getState().frames.map(({ call }) => call);

test('plays to the last call, and again from the start', async () => {
  const player = createComparisonPlayer(begin, noWait);
  expect(player.getState()).toEqual({ status: 'paused', frames: [], problem: undefined });
  player.play();
  await until(player, isOver(player));
  expect(callsOf(player)).toEqual([1, 2, 3]);
  player.play();
  await until(player, () => player.getState().frames.length === 1);
  await until(player, isOver(player));
  expect(callsOf(player)).toEqual([1, 2, 3]);
});

test('stands still when it is paused, and goes on where it stood', async () => {
  const player: ComparisonPlayer = createComparisonPlayer(begin, async (frames) => {
    if (frames.length === 2) player.pause();
  });
  player.play();
  await until(player, () => player.getState().status === 'paused');
  expect(callsOf(player)).toEqual([1, 2]);
  player.play();
  await until(player, isOver(player));
  expect(callsOf(player)).toEqual([1, 2, 3]);
});

test('pressed twice, it plays every call once', async () => {
  const player = createComparisonPlayer(begin, noWait);
  player.play();
  player.toEnd();
  await until(player, isOver(player));
  expect(callsOf(player)).toEqual([1, 2, 3]);
});

test('goes to the end without a pause', async () => {
  const player = createComparisonPlayer(begin, () => {
    throw new Error('It waited.');
  });
  player.toEnd();
  await until(player, isOver(player));
  expect(callsOf(player)).toEqual([1, 2, 3]);
});

test('tells a problem in words, and tries anew from the start', async () => {
  let isBroken = true;
  const player = createComparisonPlayer(async () => {
    if (isBroken) throw new Error('The counter is gone.');
    return begin();
  }, noWait);
  player.play();
  await until(player, () => player.getState().problem !== undefined);
  expect(player.getState()).toMatchObject({ status: 'paused', problem: 'The counter is gone.' });
  isBroken = false;
  player.play();
  await until(player, isOver(player));
  expect(player.getState().problem).toBeUndefined();
});

test('steps back and on again call by call, and computes none twice', async () => {
  let computed = 0;
  const player = createComparisonPlayer(async () => {
    const comparison = await begin();
    const next = async () => {
      const frame = await comparison.next();
      if (frame) computed += 1;
      return frame;
    };
    return { ...comparison, next };
  }, noWait);
  player.step();
  await until(player, () => callsOf(player).length === 1);
  expect(player.getState().status).toBe('paused');
  player.toEnd();
  await until(player, isOver(player));
  player.back();
  await until(player, () => callsOf(player).length === 2);
  expect(player.getState().status).toBe('paused');
  player.back();
  await until(player, () => callsOf(player).length === 1);
  player.back();
  expect(callsOf(player)).toEqual([1]);
  player.step();
  await until(player, () => callsOf(player).length === 2);
  player.play();
  await until(player, isOver(player));
  expect(callsOf(player)).toEqual([1, 2, 3]);
  expect(computed).toBe(3);
});
