import { errorText } from '@agent-memory/core/internal';
import { useEffect, useRef, useState } from 'react';
import type { ActionOutcome, ErasureOutcome } from '../../source/long-term-source.ts';
import { refusalText } from '../../view-model/refused-words.ts';

/** An action that was carried out. */
export interface FinishedAction {
  /** Tells the outcome, and names the part that is kept. */
  readonly words: string;
  /** The record that is shown from now on. */
  readonly selectedId: string | undefined;
  /** It was not done, and `words` say why. */
  readonly isRefused?: boolean;
  /** Records are gone for good, so that nothing may show their texts any more. */
  readonly hasErased?: boolean;
  /** Takes it back. */
  readonly undo?: (() => Promise<FinishedAction>) | undefined;
}

/** An action on a record: one at a time, and told in words where it fails. */
export interface Action {
  readonly run: (act: () => Promise<FinishedAction>) => void;
  readonly isRunning: boolean;
  /** Why the last one was not carried out. */
  readonly failure: string | undefined;
}

/** Carries out actions. One that ends after its button has left is still told. */
export function useAction(onFinish: (action: FinishedAction) => void): Action {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const latest = useRef(onFinish);
  useEffect(() => {
    latest.current = onFinish;
  });
  function run(act: () => Promise<FinishedAction>): void {
    if (isRunning) return;
    setRunning(true);
    setFailure(undefined);
    act()
      .then(
        (finished) => latest.current(finished),
        (error: unknown) => setFailure(errorText(error)),
      )
      .finally(() => setRunning(false));
  }
  return { run, isRunning, failure };
}

/** The record of an action that was carried out. @throws Error with the reason if it was refused. */
export function recordOf(outcome: ActionOutcome) {
  if (outcome.kind === 'done') return outcome.record;
  throw new Error(refusalText(outcome.refusal));
}

/** How many records an erasure took. @throws Error with the reason if it was refused. */
export function erasedBy({ recordIds, refusal }: ErasureOutcome): number {
  if (refusal) throw new Error(`Nothing was erased. ${refusalText(refusal)}`);
  return recordIds.length;
}
