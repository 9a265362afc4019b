import { type ChatReply, EMPTY_REPLY } from '@agent-memory/models';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createWatchedValue, type WatchedValue } from '../platform/watched-value.ts';
import { faultOf, type PlaygroundSession, useStateOf } from '../session/use-session.ts';
import type { Answerer } from '../turn/answerer.ts';
import { runTurn, type Task, type TurnEnd } from '../turn/run-turn.ts';

/** The state of the chat. `silent`: it waits for a model that has said nothing for a while. */
export type TalkState = 'idle' | 'waiting' | 'silent' | 'answering';

/** How the last turn ended; `fault` if this page itself went wrong. */
export type TalkEnd = TurnEnd | { readonly kind: 'fault'; readonly message: string | undefined };

export interface Talk {
  readonly state: TalkState;
  /** The part of the answer that has arrived; only the component that shows it should watch it. */
  readonly growing: WatchedValue<ChatReply>;
  readonly end: TalkEnd | undefined;
  readonly begin: (task: Task) => void;
  readonly stop: () => void;
  /** Takes away what was said about the last turn. */
  readonly dismiss: () => void;
}

/**
 * Somebody who answers in a memory: one turn at a time, and `stop` keeps what arrived. Another memory ends
 * the turn of the one before it, and begins idle.
 *
 * @param answerer absent until one is chosen; nothing is asked then.
 */
export function useTalk(
  { memory, requestContext }: Pick<PlaygroundSession, 'memory' | 'requestContext'>,
  answerer: Answerer | undefined,
): Talk {
  const [state = 'idle', setState] = useStateOf<TalkState>(memory);
  const [end, setEnd] = useStateOf<TalkEnd>(memory);
  const [growing] = useState(() => createWatchedValue(EMPTY_REPLY));
  const turn = useRef<AbortController>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is one of its memory.
  useEffect(
    () => () => {
      turn.current?.abort();
      turn.current = undefined;
    },
    [memory],
  );

  const begin = useCallback(
    (task: Task) => {
      if (turn.current || !answerer) return;
      const controller = new AbortController();
      const ifLatest = (act: () => void): void => {
        if (turn.current === controller) act();
      };
      turn.current = controller;
      growing.set(EMPTY_REPLY);
      setEnd(undefined);
      setState('waiting');
      const asked = {
        ...{ memory, requestContext, signal: controller.signal },
        onReply: (reply: ChatReply) =>
          ifLatest(() => {
            growing.set(reply);
            setState('answering');
          }),
        onSilence: (isSilent: boolean) => ifLatest(() => setState(isSilent ? 'silent' : 'waiting')),
      };
      void runTurn(task, answerer, asked)
        .catch((error: unknown): TalkEnd => ({ kind: 'fault', message: faultOf(error) }))
        .then((ended) =>
          ifLatest(() => {
            turn.current = undefined;
            setEnd(ended);
            setState('idle');
          }),
        );
    },
    [memory, requestContext, answerer, growing, setState, setEnd],
  );
  const stop = useCallback(() => turn.current?.abort(), []);
  const dismiss = useCallback(() => setEnd(undefined), [setEnd]);
  return { state, growing, end, begin, stop, dismiss };
}
