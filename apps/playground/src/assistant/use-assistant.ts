import { useCallback, useEffect, useRef, useState } from 'react';
import { faultOf } from '../session/use-session.ts';
import { useStateOf } from '../session/use-state-of.ts';
import { checkStillHere, type Resumed, resumedRun } from './run/resumed-run.ts';
import { whileAlone } from './run/run-lock.ts';
import { type Activity, endStoppedRun, type RunSession, runToTheEnd } from './run/run-session.ts';
import { createSpokenText, type SpokenText } from './spoken-text.ts';

/** The state of the assistant. */
export type AssistantState = 'idle' | 'thinking' | 'speaking';

/** The assistant as the page shows it. */
export interface Assistant {
  readonly state: AssistantState;
  /** The step of the run; `undefined` at rest. */
  readonly activity: Activity | undefined;
  /** The run that an earlier page left unfinished and this one goes on with. */
  readonly resumed: Resumed | undefined;
  readonly dismissResumed: () => void;
  /**
   * The words so far; they grow one by one, so only the component that shows them should watch
   * them.
   */
  readonly spoken: SpokenText;
  /** Why the last turn ended early, in words. */
  readonly problem: string | undefined;
  readonly send: (text: string) => void;
  readonly stop: () => void;
}

/** The reason of a run that the user ended; any other end leaves the run to be gone on with. */
const STOPPED = new DOMException('The user stopped the run.', 'AbortError');

/**
 * The scripted assistant at work on a memory: append, assemble, answer from what was assembled.
 * One turn at a time; `stop` keeps what was said so far. A run that a killed page left unfinished goes on
 * by itself. Another memory ends the turn of the one before it, and begins at rest.
 *
 * @param session the same object until it is of another memory.
 */
export function useAssistant(session: RunSession): Assistant {
  const { memory } = session;
  const [state = 'idle', setState] = useStateOf<AssistantState>(memory);
  const [activity, setActivity] = useStateOf<Activity>(memory);
  const [resumed, setResumed] = useStateOf<Resumed>(memory);
  const [problem, setProblem] = useStateOf<string>(memory);
  const [spoken] = useState(createSpokenText);
  const turn = useRef<AbortController>(undefined);

  const run = useCallback(
    (begin: (hasWaited: boolean) => Promise<unknown>) => {
      if (turn.current) return;
      const controller = new AbortController();
      const { signal } = controller;
      const isLatest = (): boolean => turn.current === controller;
      turn.current = controller;
      setProblem(undefined);
      setState('thinking');
      const onStep = (next: Activity): void => {
        if (!isLatest()) return;
        setActivity(next);
        setState('thinking');
      };
      const onSpeak = (said: string): void => {
        if (!isLatest()) return;
        spoken.set(said);
        setState('speaking');
      };
      whileAlone(`agent-memory.playground.run.${memory.id}`, async (hasWaited) => {
        await begin(hasWaited);
        await untilAborted(runToTheEnd(session, { onStep, onSpeak }, signal), signal);
        if (signal.reason === STOPPED) await endStoppedRun(session);
      })
        .catch((error: unknown) => {
          if (isLatest()) setProblem(faultOf(error));
        })
        .finally(() => {
          if (!isLatest()) return;
          turn.current = undefined;
          spoken.set('');
          setActivity(undefined);
          setState('idle');
        });
    },
    [session, memory, spoken, setState, setActivity, setProblem],
  );

  useEffect(() => {
    let isLeft = false;
    resumedRun(session)
      .then((found) => {
        if (isLeft || !found || turn.current) return;
        setResumed(found);
        run((hasWaited) => checkStillHere(session, hasWaited));
      })
      .catch((error: unknown) => {
        if (!isLeft) setProblem(faultOf(error));
      });
    return () => {
      isLeft = true;
      turn.current?.abort();
      turn.current = undefined;
      spoken.set('');
    };
  }, [session, run, spoken, setResumed, setProblem]);

  const send = useCallback(
    (text: string) => {
      if (turn.current) return;
      setResumed(undefined);
      run(() => memory.append({ role: 'user', content: text }));
    },
    [memory, run, setResumed],
  );
  const stop = useCallback(() => turn.current?.abort(STOPPED), []);
  const dismissResumed = useCallback(() => setResumed(undefined), [setResumed]);
  return { state, activity, resumed, dismissResumed, spoken, problem, send, stop };
}

/** Waits for work; that it was aborted is no fault of it. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
  }
}
