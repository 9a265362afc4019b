import type {
  BranchFacts,
  CheckpointFacts,
  OpenCallFacts,
  ResumptionFacts,
} from '../source/checkpoints-source.ts';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatCount } from './format.ts';
import type { RowModel } from './row-model.ts';

/** A checkpoint in the list of the tab Runs. */
export interface CheckpointRow extends RowModel {
  readonly checkpoint: CheckpointFacts;
}

/** The checkpoints, newest first. */
export function checkpointRows(checkpoints: readonly CheckpointFacts[]): readonly CheckpointRow[] {
  return checkpoints.map((checkpoint) => ({ key: checkpoint.id, checkpoint })).reverse();
}

const KINDS: Readonly<Record<string, string>> = {
  tool_result: 'tool result',
  reply: 'reply',
  milestone: 'milestone',
};

export function checkpointKind({ kind }: Pick<CheckpointFacts, 'kind'>): string {
  return knownWords(KINDS, kind) ?? wordsOfCode(kind);
}

/** Where the conversation ended then. */
export function checkpointPlace({ seq }: CheckpointFacts): string {
  return seq === undefined ? 'ahead of the first message' : `behind message #${seq}`;
}

/** How the session would go on after an interruption, a sentence for each thing that would happen. */
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
  return lines.length > 0 ? lines : [`The session goes on with: ${wordsOfCode(next)}.`];
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

/** The question ahead of going back. */
export function branchQuestion(checkpoint: CheckpointFacts): string {
  return `The conversation goes on ${checkpointPlace(checkpoint)}, with the scratchpad and the compactions of then. What followed stays stored as another branch. Records of long-term memory stay as they are.`;
}

/** The outcome of going back. */
export function branchedWords({ settings }: BranchFacts, checkpoint: CheckpointFacts): string {
  const where = `The conversation goes on ${checkpointPlace(checkpoint)}.`;
  return settings === 'as_then'
    ? `${where} Its context is the one of then.`
    : `${where} A setting was changed since, so the next context is made anew under today’s.`;
}
