import { errorText } from '@agent-memory/core/internal';
import { useState } from 'react';
import type { UserMemoriesTexts } from './texts.ts';

/** One act at a time, and a sentence about the last that failed. */
export interface Act {
  readonly isBusy: boolean;
  readonly failure: string;
  /** Does it unless another one is under way; a failure is told and not thrown. */
  run(act: () => Promise<void>): void;
}

export function useAct({ failed }: Pick<UserMemoriesTexts, 'failed'>): Act {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const run = (act: () => Promise<void>): void => {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    act()
      .catch((error: unknown) => setFailure(failed(errorText(error))))
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, run };
}

/** The record that an outcome leaves; a refusal is thrown as its sentence. */
export function kept<Kept>(
  outcome:
    | { readonly kind: 'refused'; readonly refusal: { readonly sentence: string } }
    | { readonly kind: 'stored' | 'merged' | 'changed' | 'unchanged'; readonly record: Kept },
): Kept {
  if (outcome.kind !== 'refused') return outcome.record;
  throw new Error(outcome.refusal.sentence);
}
