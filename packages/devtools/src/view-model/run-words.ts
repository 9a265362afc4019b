import type { Block, BlockUsage, RunOutline } from '@agent-memory/core/runs';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatCount, formatTokens, formatWhole } from './format.ts';

/** The author of a block's line: a word for lists, and the whole for details. */
export interface LineAuthor {
  readonly name: string;
  readonly meaning: string;
}

const AUTHORS: Readonly<Record<string, LineAuthor>> = {
  title: { name: 'title', meaning: 'set by hand' },
  summarizer: { name: 'summariser', meaning: 'written by the summariser' },
  extractive: { name: 'extractive', meaning: 'made of sentences of the block itself, by no model' },
};

export function lineAuthor({ summaryBy }: Pick<Block, 'summaryBy'>): LineAuthor {
  return (
    knownWords(AUTHORS, summaryBy) ?? {
      name: wordsOfCode(summaryBy),
      meaning: 'by an author that is newer than this panel',
    }
  );
}

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
