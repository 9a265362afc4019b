import { type AgentMemory, createIdMaker, systemClock } from '@agent-memory/core';
import { type ChatModel, type ChatReply, EMPTY_REPLY } from '@agent-memory/models';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createWatchedValue, type WatchedValue } from '../app/watched-value.ts';
import { type ContextRequest, type ContextResult, faultOf } from '../session/use-session.ts';
import { useStateOf } from '../session/use-state-of.ts';
import { askModel } from './ask-model.ts';
import { createKeptThoughts, type KeptThoughts } from './kept-thoughts.ts';
import { runTurn, type Task, type TurnEnd } from './run-turn.ts';

/** The state of the chat. `silent`: it waits for a model that has said nothing for a while. */
export type ChatState = 'idle' | 'waiting' | 'silent' | 'answering';

/** How the last turn ended; `fault` where this page itself went wrong. */
export type ChatEnd = TurnEnd | { readonly kind: 'fault'; readonly message: string | undefined };

export interface ModelChat {
  readonly state: ChatState;
  /** The part of the answer that has arrived; only the component that shows it should watch it. */
  readonly growing: WatchedValue<ChatReply>;
  readonly thoughts: KeptThoughts;
  readonly end: ChatEnd | undefined;
  readonly send: (text: string) => void;
  readonly answerAgain: () => void;
  readonly stop: () => void;
  /** Takes away what was said about the last turn. */
  readonly dismiss: () => void;
}

const createId = createIdMaker(systemClock);

/**
 * A model, behind an address or on this device, talking with a memory: one turn at a time, `stop` keeps
 * what arrived.
 * Another memory ends the turn of the one before it, and begins at rest.
 */
export function useModelChat(options: {
  readonly memory: AgentMemory;
  readonly requestContext: (request?: ContextRequest) => Promise<ContextResult>;
  /** Absent until one is chosen; nothing is asked then. */
  readonly chatModel: ChatModel | undefined;
}): ModelChat {
  const { memory, requestContext, chatModel } = options;
  const [state = 'idle', setState] = useStateOf<ChatState>(memory);
  const [end, setEnd] = useStateOf<ChatEnd>(memory);
  const [growing] = useState(() => createWatchedValue(EMPTY_REPLY));
  const [thoughts] = useState(createKeptThoughts);
  const turn = useRef<AbortController>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is one of its memory.
  useEffect(
    () => () => {
      turn.current?.abort();
      turn.current = undefined;
      growing.set(EMPTY_REPLY);
    },
    [memory, growing],
  );

  const begin = useCallback(
    (task: Task) => {
      if (turn.current || !chatModel) return;
      const controller = new AbortController();
      const { signal } = controller;
      const isLatest = (): boolean => turn.current === controller;
      turn.current = controller;
      growing.set(EMPTY_REPLY);
      setEnd(undefined);
      setState('waiting');
      const onReply = (reply: ChatReply): void => {
        if (!isLatest()) return;
        growing.set(reply);
        setState('answering');
      };
      const onSilence = (isSilent: boolean): void => {
        if (isLatest()) setState(isSilent ? 'silent' : 'waiting');
      };
      void runTurn(task, {
        memory,
        requestContext,
        ask: (messages) => askModel(chatModel, messages, { onReply, onSilence }, signal),
        createId,
        onThought: thoughts.keep,
        signal,
      })
        .catch((error: unknown): ChatEnd => ({ kind: 'fault', message: faultOf(error) }))
        .then((ended) => {
          if (!isLatest()) return;
          turn.current = undefined;
          setEnd(ended);
          setState('idle');
        });
    },
    [memory, requestContext, chatModel, growing, thoughts, setState, setEnd],
  );
  const send = useCallback((text: string) => begin({ kind: 'say', text }), [begin]);
  const answerAgain = useCallback(() => begin({ kind: 'answer-again' }), [begin]);
  const stop = useCallback(() => turn.current?.abort(), []);
  const dismiss = useCallback(() => setEnd(undefined), [setEnd]);
  return { state, growing, thoughts, end, send, answerAgain, stop, dismiss };
}
