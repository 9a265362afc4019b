import type { RunOutline } from '@agent-memory/core/runs';
import type { PlanFacts } from '../source/plan-facts.ts';
import { partsOfKey, rangeAt } from './context-rows.ts';
import type { WayToRow } from './context-view.ts';
import { isListed } from './not-listed.ts';
import { runOfKey } from './run-groups.ts';

/** The way to a row, with the range and the run that have to be open for it to be listed. */
export function wayToRow(plan: PlanFacts, runs: readonly RunOutline[], key: string): WayToRow {
  const parts = partsOfKey(key);
  const isInRange = parts.kind === 'entry' || parts.kind === 'range';
  const range = isInRange ? rangeAt(plan, Number(parts.id)) : undefined;
  const run = runOfKey(plan, runs, parts);
  return {
    type: 'go-to',
    key,
    ...(!isListed(plan, key) && { isUnlisted: true }),
    ...(range && { openRange: range.fromSeq }),
    ...(run && { openRun: run.number }),
  };
}
