import type { BatchedStore } from '@agent-memory/core';
import {
  type AgentMemory,
  AgentMemoryError,
  type MemoryState,
  type Message,
} from '@agent-memory/core';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { errorText } from '../app/error-text.ts';
import { nextTask } from '../app/next-task.ts';
import { wait } from '../app/wait.ts';
import { nextBatch } from './next-batch.ts';
import { PAUSED, type PlayerState, playerTransition } from './player-state.ts';
import { pauseMs, type Speed } from './speed.ts';

/** A recorded session being played into a memory. */
export interface Player {
  readonly status: PlayerState['status'];
  /** Messages appended so far. */
  readonly position: number;
  readonly length: number;
  readonly isOver: boolean;
  /** No step is under way, not even one that was begun before the pause, and the last one is rendered. */
  readonly isAtRest: boolean;
  /** The problem that stopped the player, in words. */
  readonly problem: string | undefined;
  readonly play: () => void;
  readonly pause: () => void;
  readonly step: () => void;
  /** Goes on to the end without a pause; whoever shows the session does not draw it meanwhile. */
  readonly toEnd: () => void;
}

/** Milliseconds of work after which a jump lets the page draw: below it nobody feels a halt. */
const SLICE_MS = 25;

/** Nothing was played yet. */
const NO_RUN = Promise.resolve();

/**
 * Plays messages into a memory the way an agent loop would have: what was said is appended, and
 * before each recorded reply the context for it is requested. Where it stands is what memory
 * holds, so a reload goes on from there.
 *
 * - Another memory stops the player: what was playing went into the memory before it.
 * - One run at a time: a new one begins when the one before it has come to rest.
 * - A run that was paused finishes its step, and what goes wrong in it is still told.
 *
 * @param messages none while the session is still being loaded.
 * @param shown the state of memory that is rendered; it may be a frame behind.
 */
export function usePlayer(options: {
  readonly memory: AgentMemory;
  readonly messages: readonly Message[];
  readonly shown: Pick<MemoryState, 'entries' | 'plan'>;
  readonly speed: Speed;
  readonly requestContext: () => Promise<unknown>;
  /** Does work whose changes may be stored at its end: a jump stores slice by slice. */
  readonly together: BatchedStore['together'];
}): Player {
  const { memory, messages, shown, speed, requestContext, together } = options;
  const [state, dispatch] = useReducer(playerTransition, PAUSED);
  const [problem, setProblem] = useState<{ readonly of: AgentMemory; readonly text: string }>();
  const [played, setPlayed] = useState(memory);
  if (played !== memory) {
    setPlayed(memory);
    dispatch({ type: 'stop' });
  }
  const [isAtRest, setIsAtRest] = useState(true);
  const latestSpeed = useRef(speed);
  useEffect(() => {
    latestSpeed.current = speed;
  }, [speed]);
  const newestRun = useRef(NO_RUN);

  useEffect(() => {
    if (state.status === 'paused') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const before = newestRun.current;
    /** Plays one step; tells whether there was none left. */
    async function step(): Promise<boolean> {
      const batch = nextBatch(messages, memory.getState().entries);
      if (!batch) return true;
      await memory.append(batch);
      await requestContext();
      return false;
    }
    /** Plays steps for as long as nobody feels a halt. */
    async function slice(): Promise<boolean> {
      const endMs = performance.now() + SLICE_MS;
      while (!signal.aborted && performance.now() < endMs) {
        if (await step()) return true;
      }
      return false;
    }
    async function play(): Promise<void> {
      await before;
      await memory.ready;
      while (!signal.aborted) {
        const isOver = state.status === 'jumping' ? await together(slice) : await step();
        if (signal.aborted) return;
        if (isOver) return dispatch({ type: 'stop' });
        if (state.status === 'jumping') {
          await nextTask();
          continue;
        }
        dispatch({ type: 'step-end' });
        if (state.status === 'stepping') return;
        await wait(pauseMs(latestSpeed.current), signal);
      }
    }
    const failed = (error: unknown): void => {
      // The run that took its place meets the same fault itself, or has overcome it.
      if (newestRun.current !== run) return;
      if (signal.aborted && isClosed(error)) return;
      dispatch({ type: 'stop' });
      setProblem({ of: memory, text: errorText(error) });
    };
    const run = play()
      .catch(failed)
      .then(() => {
        if (newestRun.current === run) setIsAtRest(true);
      });
    newestRun.current = run;
    setIsAtRest(false);
    return () => controller.abort();
  }, [state.status, memory, messages, requestContext, together]);

  const begin = useCallback((type: 'play' | 'step' | 'jump') => {
    setProblem(undefined);
    dispatch({ type });
  }, []);
  const { entries: position, plan } = shown;
  const now = memory.getState();
  const isShown = position === now.entries && plan === now.plan;
  return {
    status: state.status,
    position,
    length: messages.length,
    isOver: messages.length > 0 && position >= messages.length,
    isAtRest: isAtRest && state.status === 'paused' && isShown,
    problem: problem?.of === memory ? problem.text : undefined,
    play: useCallback(() => begin('play'), [begin]),
    step: useCallback(() => begin('step'), [begin]),
    toEnd: useCallback(() => begin('jump'), [begin]),
    pause: useCallback(() => dispatch({ type: 'pause' }), []),
  };
}

/** A session that was left meanwhile takes no more messages, and nobody waits for them. */
function isClosed(error: unknown): boolean {
  return AgentMemoryError.isInstance(error) && error.code === 'SESSION_CLOSED';
}
