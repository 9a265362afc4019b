import type { ModelTotals } from '@agent-memory/core';
import type { CompactionFacts } from '../source/compaction-facts.ts';
import { formatCount, formatDuration, formatScore, formatWhole } from './format.ts';

/** One model's row in the ledger: the cells in the order of `LEDGER_HEADS`. */
export interface LedgerRow {
  readonly model: string;
  readonly cells: readonly string[];
}

export const LEDGER_HEADS = ['Calls', 'In', 'Cached', 'Out', 'Time', 'Cost', 'Failed'] as const;

const NONE = '–';

/** Sums by model as cells; a figure that nobody told is a dash. */
export function ledgerRow(row: ModelTotals): LedgerRow {
  const { calls, inputTokens, cachedInputTokens, outputTokens, ms, cost } = row;
  const amounts = [inputTokens, cachedInputTokens, outputTokens].map(orDash);
  const costText = cost === 0 ? NONE : formatCost(cost);
  return {
    model: row.model,
    cells: [
      formatWhole(calls),
      ...amounts,
      ms === 0 ? NONE : formatDuration(ms),
      costText,
      endsOf(row),
    ],
  };
}

/** A sentence about what the sums lack; '' where they lack nothing. */
export function ledgerGap(rows: readonly ModelTotals[]): string {
  const unreported = rows.reduce((sum, row) => sum + row.unreported, 0);
  if (unreported === 0) return '';
  return `The tokens of ${formatCount(unreported, 'call')} were not reported; the sums lack them.`;
}

/** A cost in the currency of the app's prices: `0.0123`, `2.5`. */
function formatCost(cost: number): string {
  return formatScore(cost);
}

/** One summary that a summariser was asked for. */
export interface SummaryCall {
  readonly id: string;
  readonly atMs: number;
  readonly writer: string;
  readonly figures: string;
  /** Why the asked summariser is not the writer. */
  readonly failure?: string;
}

/** As many as are listed. */
const CALLS_SHOWN = 12;

/** The newest summaries for which a summariser was asked, newest first. */
export function summaryCalls(compactions: readonly CompactionFacts[]): readonly SummaryCall[] {
  return compactions
    .filter(({ models, summaryFailure }) => models !== undefined || summaryFailure !== undefined)
    .slice(-CALLS_SHOWN)
    .reverse()
    .map(summaryCall);
}

function summaryCall(record: CompactionFacts): SummaryCall {
  const { id, startedAtMs, summariser = NONE, models = [], summaryFailure } = record;
  const sum = (pick: (row: ModelTotals) => number): number =>
    models.reduce((total, row) => total + pick(row), 0);
  const calls = sum((row) => row.calls);
  const tokens = `${formatWhole(sum((row) => row.inputTokens))} → ${formatWhole(sum((row) => row.outputTokens))} tokens`;
  const cost = sum((row) => row.cost);
  const failed = sum((row) => row.failed);
  const parts = [
    failed > 0
      ? `${formatCount(calls, 'call')}, ${formatWhole(failed)} failed`
      : formatCount(calls, 'call'),
    sum((row) => row.unreported) < calls ? tokens : '',
    calls > 0 ? formatDuration(sum((row) => row.ms)) : '',
    cost > 0 ? `cost ${formatCost(cost)}` : '',
  ];
  return {
    id,
    atMs: startedAtMs,
    writer: summariser,
    figures: calls === 0 ? 'no call was reported' : parts.filter((part) => part !== '').join(' · '),
    ...(summaryFailure !== undefined && { failure: summaryFailure }),
  };
}

function orDash(tokens: number): string {
  return tokens === 0 ? NONE : formatWhole(tokens);
}

function endsOf({ failed, aborted }: ModelTotals): string {
  if (failed + aborted === 0) return NONE;
  return aborted === 0
    ? formatWhole(failed)
    : `${formatWhole(failed)}, ${formatWhole(aborted)} aborted`;
}
