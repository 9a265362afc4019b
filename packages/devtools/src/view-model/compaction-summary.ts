import type { StageReport } from '@agent-memory/core/internal';
import type { CompactionFacts } from '../source/compaction-facts.ts';
import { wordsOfCode } from './code-words.ts';
import { formatCount, formatDuration, formatWhole } from './format.ts';
import { reasonWords } from './schedule-words.ts';

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
function leftMessages(record: CompactionFacts): number {
  return record.left.reduce((all, range) => all + range.toSeq - range.fromSeq, 0);
}

/** `auto · growth due · 18,402 → 2,110 tokens (8.7×) · 14 messages · extractive · 3.2 s` */
export function compactionLine(record: CompactionFacts): string {
  const parts = [
    wordsOfCode(record.trigger),
    whyItCame(record),
    `${formatWhole(record.tokensBefore)} → ${formatWhole(record.tokensAfter)} tokens${factor(record)}`,
    movedMessages(record),
    ...(record.summariser === undefined ? [] : [record.summariser]),
    formatDuration(record.durationMs),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** The reason where there is one, otherwise how full the input budget was. */
function whyItCame({ reason, trigger, tokensBefore, inputTokens }: CompactionFacts) {
  if (reason !== undefined) return reasonWords(reason);
  if (trigger === 'undo') return undefined;
  return `${formatWhole((tokensBefore / inputTokens) * 100)} %`;
}

function movedMessages(record: CompactionFacts): string {
  const touched = record.stages.reduce((all, stage) => all + stage.entries, 0);
  if (record.trigger === 'undo') return `${formatCount(touched, 'message')} back`;
  const left = leftMessages(record);
  if (left > 0) return formatCount(left, 'message');
  return `${formatCount(touched, 'message')} shortened`;
}

/** `1,988 → 1,504 tokens (1.3×) · 4 messages`: the same for a compaction that was only thought through. */
export function previewLine(record: CompactionFacts): string {
  const tokens = `${formatWhole(record.tokensBefore)} → ${formatWhole(record.tokensAfter)} tokens`;
  return [`${tokens}${factor(record)}`, movedMessages(record)].join(' · ');
}

/** The price of a compaction in cached tokens. */
export function cachePrice(tokens: number): string {
  return tokens === 0
    ? 'No cached token lost'
    : `${formatCount(tokens, 'cached token')} to be read anew`;
}

function factor({ tokensBefore, tokensAfter }: CompactionFacts): string {
  if (tokensAfter <= 0 || tokensAfter >= tokensBefore) return '';
  return ` (${(tokensBefore / tokensAfter).toFixed(1)}×)`;
}

/** A compaction stage by stage, in the order in which they ran. */
export function stageBars(record: CompactionFacts): readonly StageBar[] {
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
  if (stage.failure !== undefined) return `passed over: ${stage.failure}`;
  const change = stage.tokensAfter - stage.tokensBefore;
  if (change === 0 && stage.entries === 0) return 'nothing to do';
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const tokens = `${sign}${formatWhole(Math.abs(change))} tokens`;
  return `${tokens} · ${formatCount(stage.entries, 'message')}`;
}

/** Whether a compaction was made after the plan that is shown, so that the plan knows nothing of it. */
export function isNewerThanPlan(record: CompactionFacts, planAtMs: number): boolean {
  return record.startedAtMs > planAtMs;
}
