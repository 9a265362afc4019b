import type { CompactionRecord } from '@agent-memory/core';
import type { CallTally } from './call-tally.ts';
import { figure, plural } from './figures.ts';

/** A verdict with the figures that it is told from. */
interface BudgetVerdict {
  readonly tone: 'none' | 'good' | 'bad';
  readonly verdict: string;
  /** The contexts that were held against the budget. */
  readonly counted: string;
}

/** Says of the contexts that were sent whether one was larger than its budget; refused ones were not sent. */
export function budgetVerdict({ sent, overBudget }: CallTally): BudgetVerdict {
  if (sent === 0) return { tone: 'none', verdict: 'No context assembled yet', counted: '' };
  const counted = `in ${figure(sent)} ${plural(sent, 'context')}`;
  if (overBudget === 0) return { tone: 'good', verdict: 'Never sent over budget', counted };
  const times = `${figure(overBudget)} ${plural(overBudget, 'time')}`;
  return { tone: 'bad', verdict: `Sent over budget ${times}`, counted };
}

/** The compactions of a session; an undo takes one back and is none itself. */
export function countCompactions(records: readonly Pick<CompactionRecord, 'trigger'>[]): number {
  return records.filter(({ trigger }) => trigger !== 'undo').length;
}
