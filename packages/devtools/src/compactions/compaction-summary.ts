import type { CompactionRecord } from '@agent-memory/core';
import type { CompactionFacts, DevtoolsState } from '../source/devtools-source.ts';
import {
  formatCount,
  formatDuration,
  formatWhole,
  knownWords,
  wordsOfCode,
} from '../words/format.ts';
import { reasonWords } from './schedule-words.ts';

/** Messages that left the view in a compaction. */
function leftMessages(record: CompactionFacts): number {
  return record.left.reduce((all, range) => all + range.toSeq - range.fromSeq, 0);
}

/** `auto · growth due · 18,402 → 2,110 tokens (8.7×) · 14 messages out of context · extractive · 3.2 s` */
export function compactionLine(record: CompactionFacts): string {
  const parts = [
    wordsOfCode(record.trigger),
    whyItCame(record),
    `${formatWhole(record.tokensBefore)} → ${formatWhole(record.tokensAfter)} tokens${factor(record)}`,
    movedMessages(record, DONE),
    ...writersOf(record),
    formatDuration(record.durationMs),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** `extractive`, or `scripted, extended by extractive` where a model's summary was kept. */
function writersOf({ summariser, extends: model }: CompactionFacts): readonly string[] {
  if (summariser === undefined) return [];
  return [model === undefined ? summariser : `${model}, extended by ${summariser}`];
}

/** The reason where there is one, otherwise how full the input budget was. */
function whyItCame({ reason, trigger, tokensBefore, inputTokens }: CompactionFacts) {
  if (reason !== undefined) return reasonWords(reason);
  if (trigger === 'undo') return undefined;
  return `${formatWhole((tokensBefore / inputTokens) * 100)} %`;
}

const DONE = { left: 'out of context', shortened: 'shortened' };
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
    : `${formatCount(tokens, 'cached token')} to be read again`;
}

function factor({ tokensBefore, tokensAfter }: CompactionFacts): string {
  if (tokensAfter <= 0 || tokensAfter >= tokensBefore) return '';
  return ` (${(tokensBefore / tokensAfter).toFixed(1)}×)`;
}

const STAGE_NAMES: Readonly<Record<string, string>> = {
  trim: 'shortened',
  evict: 'out of context',
  'session-memory': 'covered by the scratchpad',
  condense: 'summarised',
  undo: 'back in the context',
};

const THOUGHT_STAGE_NAMES: Readonly<Record<string, string>> = {
  trim: 'would be shortened',
  evict: 'would leave',
  'session-memory': 'would be covered by the scratchpad',
  condense: 'would be summarised',
};

/**
 * A compaction stage by stage, in the order in which they ran.
 *
 * @param isPreview it was only thought through.
 */
export function stageBars(record: CompactionFacts, isPreview = false) {
  const names = isPreview ? THOUGHT_STAGE_NAMES : STAGE_NAMES;
  const whole = Math.max(
    1,
    record.tokensBefore,
    ...record.stages.map((stage) => stage.tokensBefore),
  );
  return record.stages.map((stage) => ({
    stage: stage.stage,
    /** The stage by what becomes of its messages. */
    name: knownWords(names, stage.stage) ?? wordsOfCode(stage.stage),
    label: stageLabel(stage),
    /** Tokens after the stage as a share of those before the compaction, 0…1. */
    after: stage.tokensAfter / whole,
    /** Tokens that the stage took away as a share of those before the compaction, 0…1. */
    removed: Math.max(0, stage.tokensBefore - stage.tokensAfter) / whole,
  }));
}

function stageLabel(stage: CompactionRecord['stages'][number]): string {
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

/** Compactions without the records of those taken back: an undo is not one. */
export function compactionCount(records: readonly CompactionFacts[]): number {
  return records.filter(({ trigger }) => trigger !== 'undo').length;
}

/** The fate of the exact values of the messages that left, where none was lost. */
export const NO_VALUE_LOST =
  'No value lost by this compaction: right after it, each could be read in the context. Values says where they stand now.';

/** The budget with which all of it comes back and stays, where the panel can set it. */
interface RaiseOffer {
  readonly inputTokens: number;
}

/** Whether a compaction can be taken back, and if not, or not for long, why. */
export type UndoOffer =
  | { readonly kind: 'offered' }
  /** It can be, and the next call would compact again; `question` says so with its figures. */
  | { readonly kind: 'would-not-hold'; readonly question: string; readonly raise?: RaiseOffer }
  | { readonly kind: 'refused'; readonly reason: string };

/** Tells the memory's answer to an undo of this record before anybody presses the button. */
export function undoOffer(
  record: CompactionFacts,
  state: Pick<DevtoolsState, 'plan' | 'planAtMs' | 'compactions'>,
  canRaise = false,
): UndoOffer {
  const { plan, compactions } = state;
  if (record.trigger === 'undo') return refused('This took a compaction back; compact again.');
  if (compactions.some(({ undoes }) => undoes === record.id)) return refused('Undone already.');
  if (plan && record.epoch !== plan.epoch) {
    return refused('Made under other settings or on another branch; it is of no effect any more.');
  }
  const neededTokens = tokensAfterUndo(record, state);
  const inputTokens = plan?.budget.inputTokens ?? record.inputTokens;
  if (neededTokens <= inputTokens) return { kind: 'offered' };
  const enoughTokens = roundUp(tokensWithAllBack(record, neededTokens, state));
  return {
    kind: 'would-not-hold',
    question: `Needs about ${formatWhole(neededTokens)} of ${formatCount(inputTokens, 'token')} and would be compacted again at once. ${wayOut(enoughTokens, canRaise)}`,
    ...(canRaise && { raise: { inputTokens: enoughTokens } }),
  };
}

/** The tokens of the context once this is back in it, from the plan that stands and what the record freed. */
function tokensAfterUndo(
  record: CompactionFacts,
  { plan, planAtMs }: Pick<DevtoolsState, 'plan' | 'planAtMs'>,
): number {
  if (!plan || isNewerThanPlan(record, planAtMs)) return record.tokensBefore;
  return plan.totalTokens + record.tokensBefore - record.tokensAfter;
}

/**
 * Another budget starts from all messages, so the other compactions that stand are of no effect then
 * either; each freed what it freed.
 */
function tokensWithAllBack(
  record: CompactionFacts,
  neededTokens: number,
  { compactions }: Pick<DevtoolsState, 'compactions'>,
): number {
  const undone = new Set(compactions.map(({ undoes }) => undoes));
  return compactions
    .filter(
      ({ id, epoch, trigger }) =>
        id !== record.id && epoch === record.epoch && trigger !== 'undo' && !undone.has(id),
    )
    .reduce((all, { tokensBefore, tokensAfter }) => all + tokensBefore - tokensAfter, neededTokens);
}

/** A budget is set in round figures, with a little room beyond what is needed. */
const ROUND_TOKENS = 100;
const ROOM = 1.005;

function roundUp(tokens: number): number {
  return Math.ceil((tokens * ROOM) / ROUND_TOKENS) * ROUND_TOKENS;
}

function wayOut(enoughTokens: number, canRaise: boolean): string {
  if (canRaise) return `Raise the budget to ${formatWhole(enoughTokens)} and undo?`;
  return (
    `The app decides the budget: with ${formatWhole(enoughTokens)} input tokens, set by ` +
    'configure({ budget }), all of it comes back and stays.'
  );
}

function refused(reason: string): UndoOffer {
  return { kind: 'refused', reason };
}
