import type { RunOutline } from '@agent-memory/core/runs';
import type { RowModel } from './row-model.ts';

/** A run in the list of the tab Runs. */
export interface RunListRow extends RowModel {
  readonly run: RunOutline;
}

/** The runs, newest first. */
export function runListRows(runs: readonly RunOutline[]): readonly RunListRow[] {
  return runs.map((run) => ({ key: String(run.number), run })).reverse();
}
