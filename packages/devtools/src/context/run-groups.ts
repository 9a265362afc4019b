import type { RunOutline } from '@agent-memory/agent';
import { runAt } from '../runs/run-words.ts';
import type { PlanFacts } from '../source/devtools-source.ts';
import type { ContextRow, RunRow } from './context-rows.ts';

/** The key of a run's heading. One that is interrupted gets a heading again, as a tier does. */
function runKey(number: number, occurrence = 1): string {
  return occurrence === 1 ? `run:${number}` : `run:${number}:${occurrence}`;
}

/**
 * The same rows with those of one run under a heading that folds them. Each row keeps its place: what
 * is of no run, or of several, stands between the groups.
 */
export function groupedByRun(
  rows: readonly ContextRow[],
  runs: readonly RunOutline[],
  foldedRuns: ReadonlySet<number>,
): readonly ContextRow[] {
  if (runs.length === 0) return rows;
  const grouped: ContextRow[] = [];
  const occurrences = new Map<number, number>();
  let run: RunOutline | undefined;
  let members: ContextRow[] = [];
  function close(): void {
    if (!run) return;
    const occurrence = (occurrences.get(run.number) ?? 0) + 1;
    occurrences.set(run.number, occurrence);
    const isOpen = !foldedRuns.has(run.number);
    grouped.push(headingOf(run, members, occurrence, isOpen));
    if (isOpen) for (const row of members) grouped.push({ ...row, level: (row.level ?? 1) + 1 });
  }
  for (const row of rows) {
    const own = row.kind === 'entry' ? run : runOf(row, runs);
    if (own !== run) {
      close();
      run = own;
      members = [];
    }
    if (run) members.push(row);
    else grouped.push(row);
  }
  close();
  return grouped;
}

/** A row that belongs to one run whole. */
function runOf(row: ContextRow, runs: readonly RunOutline[]): RunOutline | undefined {
  if (row.kind === 'item') {
    return row.item.seq === undefined ? undefined : runAt(runs, row.item.seq);
  }
  if (row.kind !== 'range') return undefined;
  const run = runAt(runs, row.range.fromSeq);
  return run && row.range.toSeq <= run.toSeq ? run : undefined;
}

function headingOf(
  run: RunOutline,
  members: readonly ContextRow[],
  occurrence: number,
  isOpen: boolean,
): RunRow {
  let items = 0;
  let tokens = 0;
  let isEstimated = false;
  let level = 1;
  for (const row of members) {
    if (row.kind === 'entry') continue;
    level = row.level ?? 1;
    if (row.kind !== 'item') continue;
    const { sent, source } = row.item.decision.tokens;
    if (row.item.kind === 'entry') items += 1;
    tokens += sent;
    isEstimated ||= source === 'estimated';
  }
  const tokenSource = isEstimated ? 'estimated' : 'counted';
  const key = runKey(run.number, occurrence);
  return { kind: 'run', key, level, isOpen, run, items, tokens, tokenSource };
}

/** The run of the row that a key names; `undefined` where it is of none. */
export function runOfKey(
  plan: PlanFacts,
  runs: readonly RunOutline[],
  { kind, id }: { readonly kind: string; readonly id: string },
): RunOutline | undefined {
  if (kind === 'entry' || kind === 'range') return runAt(runs, Number(id));
  if (kind !== 'item') return undefined;
  const seq = plan.items.find((item) => item.id === id)?.seq;
  return seq === undefined ? undefined : runAt(runs, seq);
}
