import type { StageReport } from '@agent-memory/core/internal';
import type { CompactionFacts } from '../source/compaction-facts.ts';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatCount, formatDuration, formatWhole } from './format.ts';
import { reasonWords } from './schedule-words.ts';

/** One stage of a compaction as a bar: what was left of the tokens it found. */
export interface StageBar {
  readonly stage: string;
  /** The stage by what becomes of its messages. */
  readonly name: string;
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

/** `auto · growth due · 18,402 → 2,110 tokens (8.7×) · 14 messages left · extractive · 3.2 s` */
export function compactionLine(record: CompactionFacts): string {
  const parts = [
    wordsOfCode(record.trigger),
    whyItCame(record),
    `${formatWhole(record.tokensBefore)} → ${formatWhole(record.tokensAfter)} tokens${factor(record)}`,
    movedMessages(record, DONE),
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

const DONE = { left: 'left', shortened: 'shortened' };
const THOUGHT = { left: 'would leave', shortened: 'would be shortened' };

function movedMessages(record: CompactionFacts, { left, shortened }: typeof DONE): string {
  const touched = record.stages.reduce((all, stage) => all + stage.entries, 0);
  if (record.trigger === 'undo') return `${formatCount(touched, 'message')} back`;
  const gone = leftMessages(record);
  if (gone > 0) return `${formatCount(gone, 'message')} ${left}`;
  return `${formatCount(touched, 'message')} ${shortened}`;
}

/** `1,988 → 1,504 tokens (1.3×) · 4 messages would leave`: the same for a compaction that was only thought through. */
export function previewLine(record: CompactionFacts): string {
  const tokens = `${formatWhole(record.tokensBefore)} → ${formatWhole(record.tokensAfter)} tokens`;
  return [`${tokens}${factor(record)}`, movedMessages(record, THOUGHT)].join(' · ');
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

const STAGE_NAMES: Readonly<Record<string, string>> = {
  trim: 'shortened',
  evict: 'left',
  'session-memory': 'covered by the scratchpad',
  condense: 'condensed into the summary',
  undo: 'back in the context',
};

const THOUGHT_STAGE_NAMES: Readonly<Record<string, string>> = {
  trim: 'would be shortened',
  evict: 'would leave',
  'session-memory': 'would be covered by the scratchpad',
  condense: 'would be condensed into the summary',
};

/**
 * A compaction stage by stage, in the order in which they ran.
 *
 * @param isPreview it was only thought through.
 */
export function stageBars(record: CompactionFacts, isPreview = false): readonly StageBar[] {
  const names = isPreview ? THOUGHT_STAGE_NAMES : STAGE_NAMES;
  const whole = Math.max(
    1,
    record.tokensBefore,
    ...record.stages.map((stage) => stage.tokensBefore),
  );
  return record.stages.map((stage) => ({
    stage: stage.stage,
    name: knownWords(names, stage.stage) ?? wordsOfCode(stage.stage),
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

/** Compactions without the records of those taken back: an undo is none. */
export function compactionCount(records: readonly CompactionFacts[]): number {
  return records.filter(({ trigger }) => trigger !== 'undo').length;
}

/** The fate of the exact values of the messages that left, where none was lost. */
export const NO_VALUE_LOST =
  'No value lost by this compaction: right after it, each could be read in the context. Values says where they stand now.';
