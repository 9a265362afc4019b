import type { AgentMemory, Message } from '@agent-memory/core';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { wait } from '../app/wait.ts';
import { unlessClosed } from '../session/use-session.ts';
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
  /** What stopped the player, in words. */
  readonly problem: string | undefined;
  readonly play: () => void;
  readonly pause: () => void;
  readonly step: () => void;
}

/**
 * Plays messages into a memory the way an agent loop would have: what was said is appended, and
 * before each recorded reply the context for it is requested. Where it stands is what memory
 * holds, so a reload goes on from there.
 *
 * @param position messages that memory holds, as rendered.
 */
export function usePlayer(options: {
  readonly memory: AgentMemory;
  readonly messages: readonly Message[];
  readonly position: number;
  readonly speed: Speed;
  readonly requestContext: () => Promise<unknown>;
}): Player {
  const { memory, messages, position, speed, requestContext } = options;
  const [state, dispatch] = useReducer(playerTransition, PAUSED);
  const [problem, setProblem] = useState<string>();
  const latestSpeed = useRef(speed);
  useEffect(() => {
    latestSpeed.current = speed;
  }, [speed]);

  useEffect(() => {
    if (state.status === 'paused') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    async function run(): Promise<void> {
      await memory.ready;
      while (!signal.aborted) {
        const batch = nextBatch(messages, memory.getState().entries);
        if (!batch) return dispatch({ type: 'stop' });
        await memory.append(batch);
        await requestContext();
        dispatch({ type: 'step-end' });
        if (state.status === 'stepping') return;
        await wait(pauseMs(latestSpeed.current), signal);
      }
    }
    run().catch((error: unknown) => {
      dispatch({ type: 'stop' });
      if (signal.aborted) unlessClosed(error);
      else setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => controller.abort();
  }, [state.status, memory, messages, requestContext]);

  const begin = useCallback((type: 'play' | 'step') => {
    setProblem(undefined);
    dispatch({ type });
  }, []);
  return {
    status: state.status,
    position,
    length: messages.length,
    isOver: position >= messages.length,
    problem,
    play: useCallback(() => begin('play'), [begin]),
    step: useCallback(() => begin('step'), [begin]),
    pause: useCallback(() => dispatch({ type: 'pause' }), []),
  };
}
