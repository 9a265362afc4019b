import type { Block, BlockUsage, RunOutline } from '@agent-memory/agent';
import type { RowModel } from '../grid/row-model.ts';
import type {
  BranchFacts,
  CheckpointFacts,
  OpenCallFacts,
  ResumptionFacts,
} from '../source/checkpoints-source.ts';
import { firstPlace } from '../words/first-place.ts';
import {
  formatCount,
  formatTokens,
  formatWhole,
  termsFrom,
  wordsFrom,
  wordsOfCode,
} from '../words/format.ts';

/** The author of a block's line: a word for lists, and the whole for details. */
export const lineAuthor = termsFrom(
  {
    title: { name: 'title', meaning: 'set by hand' },
    extractive: {
      name: 'extractive',
      meaning: 'made of sentences of the block itself, by no model',
    },
  },
  'by an author that is newer than this panel',
);

/** `4 steps` */
export function stepsWords({ steps }: Pick<RunOutline, 'steps'>): string {
  return formatCount(steps, 'step');
}

/** `6 messages`, or `4 of 6 messages` where only some of a run stand in a list. */
export function messagesWords({ fromSeq, toSeq }: RunOutline, listed?: number): string {
  const all = toSeq - fromSeq;
  return listed === undefined || listed === all
    ? formatCount(all, 'message')
    : `${formatWhole(listed)} of ${formatCount(all, 'message')}`;
}

/** The cost of a block where it is recalled whole. */
export function blockTokens({ tokens, tokenSource }: Block): string {
  const unit = tokens === 1 ? 'token' : 'tokens';
  return `${formatTokens(tokens, tokenSource)} ${unit} of its messages, ${tokenSource}`;
}

/** The provider's reports for the calls of a run; says so where there are none. */
export function usageWords(usage: BlockUsage | undefined): string {
  if (!usage) return 'The provider reported no usage for its calls, or none that is kept.';
  const { calls, inputTokens, cachedInputTokens } = usage;
  const cached = cachedInputTokens > 0 ? `, ${formatWhole(cachedInputTokens)} of them cached` : '';
  return `The provider reported ${formatCount(inputTokens, 'input token')} in ${formatCount(calls, 'call')}${cached}.`;
}

/** `run 3`, `runs 1–3` */
export function runsWords({ first, last }: { first: number; last: number }): string {
  return first === last ? `run ${first}` : `runs ${first}–${last}`;
}

/** The call by which a model with the tools of `sessionRuns` has messages brought back; `toSeq` is exclusive. */
export function recallCall(fromSeq: number, toSeq: number): string {
  const asked = toSeq - fromSeq <= 1 ? { message: fromSeq } : { from: fromSeq, to: toSeq - 1 };
  return `recall(${JSON.stringify(asked)})`;
}

/** A run in the list of the tab Runs. */
export interface RunListRow extends RowModel {
  readonly run: RunOutline;
}

/** The runs, newest first. */
export function runListRows(runs: readonly RunOutline[]): readonly RunListRow[] {
  return runs.map((run) => ({ key: String(run.number), run })).reverse();
}

/** The run that the message at a place belongs to; `undefined` for one that belongs to none. */
export function runAt(runs: readonly RunOutline[], seq: number): RunOutline | undefined {
  const run = runs[firstPlace(runs, ({ toSeq }) => toSeq > seq)];
  return run && run.fromSeq <= seq ? run : undefined;
}

/** The first and last run that messages at these places are of; `undefined` where they are of none. */
export function runsAcross(
  runs: readonly RunOutline[],
  { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
): { readonly first: number; readonly last: number } | undefined {
  const first = runAt(runs, fromSeq);
  const last = runAt(runs, toSeq - 1);
  return first && last && { first: first.number, last: last.number };
}

/** A checkpoint in the list of the tab Runs. */
export interface CheckpointRow extends RowModel {
  readonly checkpoint: CheckpointFacts;
}

/** The checkpoints, newest first. */
export function checkpointRows(checkpoints: readonly CheckpointFacts[]): readonly CheckpointRow[] {
  return checkpoints.map((checkpoint) => ({ key: checkpoint.id, checkpoint })).reverse();
}

export const checkpointKind = wordsFrom({
  tool_result: 'tool result',
  reply: 'reply',
  milestone: 'milestone',
});

/** Where the conversation ended then. */
export function checkpointPlace({ seq }: CheckpointFacts): string {
  return seq === undefined ? 'before the first message' : `after message #${seq}`;
}

/** How the session would continue after an interruption, a sentence for each thing that would happen. */
export function resumptionWords({
  next,
  pending,
  inDoubt,
}: Pick<ResumptionFacts, 'next' | 'pending' | 'inDoubt'>): readonly string[] {
  const known = pending.filter(({ isKnown }) => isKnown);
  const unrun = pending.filter(({ isKnown }) => !isKnown);
  const lines = [
    ...(unrun.length > 0
      ? [`${callsWords(unrun)} never began, and can be run: ${namesOf(unrun)}.`]
      : []),
    ...(known.length > 0
      ? [`${callsWords(known)} ended elsewhere; the result is taken from there: ${namesOf(known)}.`]
      : []),
    ...(inDoubt.length > 0
      ? [
          `${callsWords(inDoubt)} began and nobody stored the end: ${namesOf(inDoubt)}. Nothing runs such a call again by itself, because it may have taken effect.`,
        ]
      : []),
  ];
  if (next === 'nothing') {
    return [...lines, 'Nothing more is to be done: the last word is the model’s.'];
  }
  if (next === 'ask_model') {
    return [...lines, 'The model is to be asked: the last message has no answer.'];
  }
  return lines.length > 0 ? lines : [`The session continues with: ${wordsOfCode(next)}.`];
}

function callsWords(calls: readonly OpenCallFacts[]): string {
  return formatCount(calls.length, 'call');
}

const MOST_NAMES = 8;

function namesOf(calls: readonly OpenCallFacts[]): string {
  const names = calls.slice(0, MOST_NAMES).map(({ toolName }) => toolName);
  const hidden = calls.length - names.length;
  return hidden > 0 ? `${names.join(', ')} and ${hidden} more` : names.join(', ');
}

/** The question before going back. */
export function branchQuestion(checkpoint: CheckpointFacts): string {
  return `The conversation continues ${checkpointPlace(checkpoint)}, with the scratchpad and the compactions of then. What followed stays stored as another branch. Records of long-term memory stay as they are.`;
}

/** The outcome of going back. */
export function branchedWords({ settings }: BranchFacts, checkpoint: CheckpointFacts): string {
  const where = `The conversation continues ${checkpointPlace(checkpoint)}.`;
  return settings === 'as_then'
    ? `${where} Its context is the one of then.`
    : `${where} A setting was changed since, so the next context is made again under today’s.`;
}
