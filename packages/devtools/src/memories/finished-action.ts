import type { ChangeOutcome, EraseReport, WriteOutcome } from '@agent-memory/long-term';
import { refusalText } from './extraction-words.ts';

/** An action that was carried out, for the notice above the list. */
export interface FinishedAction {
  readonly words: string;
  /** The record to show now. */
  readonly selectedId: string | undefined;
  /** It did not do what was asked; the words say why. */
  readonly isRefused?: boolean;
  /** What was shown before the action may name what is gone. */
  readonly hasErased?: boolean;
  readonly undo?: (() => Promise<FinishedAction>) | undefined;
}

/** The record that an action left; a refusal is thrown, with the way out of it. */
export function recordOf(outcome: ChangeOutcome | WriteOutcome) {
  if (outcome.kind !== 'refused') return outcome.record;
  throw new Error(refusalText(outcome.refusal));
}

/** How many records an erasure took; a refusal is thrown. */
export function erasedBy({ recordIds, refusal }: EraseReport): number {
  if (refusal) throw new Error(`Nothing was erased. ${refusalText(refusal)}`);
  return recordIds.length;
}
