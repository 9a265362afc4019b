import { estimatingCounter, type Message } from '@agent-memory/core';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { wait } from '../app/wait.ts';
import { exactCounter } from '../facts/exact-counter.ts';
import { type Comparison, compareSession } from './compare-session.ts';
import {
  type ComparisonPlayback,
  type ComparisonPlayer,
  createComparisonPlayer,
} from './comparison-player.ts';
import { FIRST_COMPARISON } from './first-comparison.ts';
import { happenedAt, shownMs } from './tell-story.ts';

/** A comparison of these messages and its state; other messages begin another one. */
export function useComparison(messages: readonly Message[]): {
  readonly player: ComparisonPlayer;
  readonly playback: ComparisonPlayback;
} {
  const player = useMemo(
    () =>
      createComparisonPlayer(
        () => begin(messages),
        (frames, signal) => {
          const newest = frames.at(-1);
          const told = newest ? happenedAt(newest, frames.at(-2), FIRST_COMPARISON) : '';
          return wait(shownMs(told !== ''), signal);
        },
      ),
    [messages],
  );
  useEffect(() => () => player.dispose(), [player]);
  const playback = useSyncExternalStore(player.subscribe, player.getState);
  return { player, playback };
}

/** Where the exact counter cannot be loaded, both columns estimate, and their figures say so. */
async function begin(messages: readonly Message[]): Promise<Comparison> {
  const counter = await exactCounter().catch(() => estimatingCounter);
  return compareSession({ ...FIRST_COMPARISON, messages, counter });
}
