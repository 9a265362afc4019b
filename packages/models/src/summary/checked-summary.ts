import type { AbortSignalLike } from '@agent-memory/core';
import {
  type Count,
  harmless,
  lastSentenceEnd,
  sentencesOf,
  summaryFault,
  wholeSentencesWithin,
} from '@agent-memory/core/internal';
import { cleanAnswer } from './clean-answer.ts';
import { inventedValues } from './invented-values.ts';
import { saysNextToNothing } from './says-next-to-nothing.ts';
import { speaksOfOtherThings } from './speaks-of-other-things.ts';
import { SummaryRejectedError } from './summary-rejected-error.ts';
import { matterOf, type SummaryTask } from './summary-task.ts';

/** The answer to a task, as a model gave it. */
export interface RawAnswer {
  readonly text: string;
  /** Whether it ended because it was long enough, in the middle of a sentence perhaps. */
  readonly isCut: boolean;
}

/** Asks a model to do one task. */
export type AskForSummary = (
  task: SummaryTask,
  signal: AbortSignalLike | undefined,
) => Promise<RawAnswer>;

/** As many made-up values as a second attempt is told of, and the characters of each. */
const NAMED_VALUES = 2;
const NAMED_CHARACTERS = 40;
/** Room for that in a request; a character is hardly ever more than a token. */
export const CORRECTION_TOKENS = NAMED_VALUES * NAMED_CHARACTERS;

/** An answer that passed all checks but the one for values. */
interface Attempt {
  readonly text: string;
  readonly invented: readonly string[];
}

/**
 * The summary that a model writes for a task, cleaned and checked. One that makes up a value is asked
 * for once more, with that said; where that does not mend it, the sentences without such values are
 * taken.
 *
 * @throws SummaryRejectedError if it is no summary of the task's matter; what `ask` throws.
 */
export async function checkedSummary(
  task: SummaryTask,
  options: {
    readonly ask: AskForSummary;
    readonly count: Count;
    readonly signal?: AbortSignalLike | undefined;
  },
): Promise<string> {
  const { ask, count, signal } = options;
  const attempt = async (tried: SummaryTask): Promise<Attempt> => {
    const text = summaryIn(await ask(tried, signal), tried, count);
    return { text, invented: await inventedValues(text, matterOf(task), signal) };
  };
  const first = await attempt(task);
  if (first.invented.length === 0) return first.text;
  const named = first.invented.slice(0, NAMED_VALUES).map(shortened);
  const second = await attempt({ ...task, invented: named }).catch(refusedAs);
  if (!('refusal' in second) && second.invented.length === 0) return second.text;

  const attempts = 'refusal' in second ? [first] : [first, second];
  const kept: string[] = [];
  for (const { text } of attempts) kept.push(await truePart(text, task, options));
  const [longest = ''] = kept.toSorted((a, b) => b.length - a.length);
  if (longest !== '') return longest;
  if ('refusal' in second) throw second.refusal;
  const values = second.invented.slice(0, NAMED_VALUES + 1).map((value) => `"${value}"`);
  throw new SummaryRejectedError(
    `it says ${values.join(', ')}, which the conversation does not, and said so again when told`,
    second.invented,
  );
}

/** A second attempt that is no summary leaves the first one; any other error ends the work. */
function refusedAs(error: unknown): { readonly refusal: SummaryRejectedError } {
  if (error instanceof SummaryRejectedError) return { refusal: error };
  throw error;
}

/** The sentences of a summary that make up no value; '' where what is left is none. */
async function truePart(
  text: string,
  task: SummaryTask,
  options: { readonly count: Count; readonly signal?: AbortSignalLike | undefined },
): Promise<string> {
  const { count, signal } = options;
  const matter = matterOf(task);
  const kept: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const invented = await inventedValues(sentence, matter, signal);
    if (invented.length === 0) kept.push(sentence);
  }
  const rest = kept.join('\n');
  const isSummary = rest !== '' && faultOf(rest, task, count) === undefined;
  // A value may also have stood across two sentences.
  const isTrue = isSummary && (await inventedValues(rest, matter, signal)).length === 0;
  return isTrue && count(rest) <= task.maxTokens ? rest : '';
}

/** The text of an answer within its bound. @throws SummaryRejectedError if it is no summary. */
function summaryIn(answer: RawAnswer, task: SummaryTask, count: Count): string {
  // Harmless as it will be quoted, so that it is counted as it is sent.
  const cleaned = harmless(cleanAnswer(answer.text));
  const ended = answer.isCut ? cleaned.slice(0, lastSentenceEnd(cleaned)).trimEnd() : cleaned;
  const text = wholeSentencesWithin(ended || cleaned, task.maxTokens, count);
  const fault = text === '' ? 'it has no whole sentence' : faultOf(text, task, count);
  if (fault !== undefined) throw new SummaryRejectedError(fault);
  return text;
}

/** Core's own check, on the matter of one task. Summaries may repeat the summaries that they merge. */
function faultOf(text: string, task: SummaryTask, count: Count): string | undefined {
  const matter = matterOf(task);
  if (saysNextToNothing(text, matter)) return `it says next to nothing: "${shortened(text)}"`;
  if (speaksOfOtherThings(text, matter)) return `it speaks of other things: "${shortened(text)}"`;
  const merged = task.kind === 'merge' ? matterOf(task) : '';
  const previous = task.kind === 'whole' ? task.previous : merged;
  const conversation = task.kind === 'merge' ? '' : task.conversation;
  return summaryFault(text, {
    sources: [{ seq: 0, role: 'user', text: conversation }],
    ...(previous !== '' && { previous: { madeBy: '', fromSeq: 0, toSeq: 0, text: previous } }),
    maxTokens: task.maxTokens,
    count,
  });
}

function shortened(value: string): string {
  return value.length > NAMED_CHARACTERS ? `${value.slice(0, NAMED_CHARACTERS - 1)}…` : value;
}
