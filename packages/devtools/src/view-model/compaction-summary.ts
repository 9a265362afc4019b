import type { CompactionRecord, StageReport } from '@agent-memory/core';
import { formatCount, formatDuration, formatWhole } from './format.ts';

/** One stage of a compaction as a bar: what was left of the tokens it found. */
export interface StageBar {
  readonly stage: string;
  readonly label: string;
  /** Tokens after the stage as a share of those before the compaction, 0…1. */
  readonly after: number;
  /** Tokens that the stage took away as a share of those before the compaction, 0…1. */
  readonly removed: number;
}

/** Messages that left the view in a compaction. */
function leftMessages(record: CompactionRecord): number {
  return record.left.reduce((all, range) => all + range.toSeq - range.fromSeq, 0);
}

/** `auto · 92 % · 18,402 → 2,110 tokens (8.7×) · 14 messages · extractive · 3 ms` */
export function compactionLine(record: CompactionRecord): string {
  const left = leftMessages(record);
  const touched = record.stages.reduce((all, stage) => all + stage.entries, 0);
  const parts = [
    record.trigger,
    `${formatWhole((record.tokensBefore / record.inputTokens) * 100)} %`,
    `${formatWhole(record.tokensBefore)} → ${formatWhole(record.tokensAfter)} tokens${factor(record)}`,
    left > 0 ? formatCount(left, 'message') : `${formatCount(touched, 'message')} shortened`,
    ...(record.summariser === undefined ? [] : [record.summariser]),
    formatDuration(record.durationMs),
  ];
  return parts.join(' · ');
}

function factor({ tokensBefore, tokensAfter }: CompactionRecord): string {
  if (tokensAfter <= 0 || tokensAfter >= tokensBefore) return '';
  return ` (${(tokensBefore / tokensAfter).toFixed(1)}×)`;
}

/** A compaction stage by stage, in the order in which they ran. */
export function stageBars(record: CompactionRecord): readonly StageBar[] {
  const whole = Math.max(
    1,
    record.tokensBefore,
    ...record.stages.map((stage) => stage.tokensBefore),
  );
  return record.stages.map((stage) => ({
    stage: stage.stage,
    label: stageLabel(stage),
    after: stage.tokensAfter / whole,
    removed: Math.max(0, stage.tokensBefore - stage.tokensAfter) / whole,
  }));
}

function stageLabel(stage: StageReport): string {
  const change = stage.tokensAfter - stage.tokensBefore;
  if (change === 0 && stage.entries === 0) return 'nothing to do';
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const tokens = `${sign}${formatWhole(Math.abs(change))} tokens`;
  return `${tokens} · ${formatCount(stage.entries, 'message')}`;
}
