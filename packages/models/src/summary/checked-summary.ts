import type { AbortSignalLike, SummaryRequest } from '@agent-memory/core';
import { inSlices, summaries, words } from '@agent-memory/core/internal';
import { cleanAnswer } from './clean-answer.ts';
import { sentencesOf } from './pieces-of-text.ts';
import { lettersWithoutGaps } from './scripts-without-gaps.ts';
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

/** As many made-up values as a second attempt is told about, and the characters of each. */
const NAMED_VALUES = 2;
const NAMED_CHARACTERS = 40;
/** Room for that in a request; a character is hardly ever more than a token. */
export const CORRECTION_TOKENS = NAMED_VALUES * NAMED_CHARACTERS;

/** How a summary is asked for and measured. */
interface SummaryMeans {
  readonly ask: AskForSummary;
  readonly count: SummaryRequest['count'];
  readonly signal?: AbortSignalLike | undefined;
}

/** An answer that passed all checks but the one for values. */
interface Attempt {
  readonly text: string;
  readonly invented: readonly string[];
}

/**
 * The summary that a model writes for a task, cleaned and checked. One that makes up a value is asked
 * for once more, with that said; where that does not repair it, the sentences without such values are
 * taken.
 *
 * @throws SummaryRejectedError if it is no summary of the task's matter; what `ask` throws.
 */
export async function checkedSummary(task: SummaryTask, means: SummaryMeans): Promise<string> {
  const { ask, count, signal } = means;
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
  for (const { text } of attempts) kept.push(await truePart(text, task, means));
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

/** The sentences of a summary that make up no value; '' where what is left is not one. */
async function truePart(
  text: string,
  task: SummaryTask,
  { count, signal }: SummaryMeans,
): Promise<string> {
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
function summaryIn(answer: RawAnswer, task: SummaryTask, count: SummaryRequest['count']): string {
  // Harmless as it will be quoted, so that it is counted as it is sent.
  const cleaned = words.harmless(cleanAnswer(answer.text));
  const ended = answer.isCut
    ? cleaned.slice(0, summaries.lastSentenceEnd(cleaned)).trimEnd()
    : cleaned;
  const text = summaries.wholeSentencesWithin(ended || cleaned, task.maxTokens, count);
  const fault = text === '' ? 'it has no whole sentence' : faultOf(text, task, count);
  if (fault !== undefined) throw new SummaryRejectedError(fault);
  return text;
}

/** Core's own check, on the matter of one task. Summaries may repeat the summaries that they merge. */
function faultOf(
  text: string,
  task: SummaryTask,
  count: SummaryRequest['count'],
): string | undefined {
  const matter = matterOf(task);
  if (saysNextToNothing(text, matter)) return `it says next to nothing: "${shortened(text)}"`;
  if (speaksOfOtherThings(text, matter)) return `it speaks of other things: "${shortened(text)}"`;
  const merged = task.kind === 'merge' ? matterOf(task) : '';
  const previous = task.kind === 'whole' ? task.previous : merged;
  const conversation = task.kind === 'merge' ? '' : task.conversation;
  return summaries.summaryFault(text, {
    sources: [{ seq: 0, role: 'user', text: conversation }],
    ...(previous !== '' && { previous: { madeBy: '', fromSeq: 0, toSeq: 0, text: previous } }),
    maxTokens: task.maxTokens,
    count,
  });
}

function shortened(value: string): string {
  return value.length > NAMED_CHARACTERS ? `${value.slice(0, NAMED_CHARACTERS - 1)}…` : value;
}

/** Characters of the shortest sentence that tells something: "A-7 cancelled." */
const LEAST_CHARACTERS = 12;
/** A sign of Chinese, Japanese or Thai says about as much as so many letters. */
const LETTERS_PER_SIGN = 3;
/** A shorter text may well be summed up in a word. */
const LEAST_MATTER = 400;

/** Whether a summary is too short to say anything of its matter [MOD-4]: "Hello!", "Done." */
export function saysNextToNothing(summary: string, matter: string): boolean {
  if (matter.length < LEAST_MATTER) return false;
  const signs = lettersWithoutGaps(summary);
  return summary.length + signs * (LETTERS_PER_SIGN - 1) < LEAST_CHARACTERS;
}

/** Shorter words stand in every text and tell nothing. */
const LONG_WORD = /\p{L}[\p{L}\p{M}]{4,}/gu;
/** Letters by which forms of one word are taken for the same: "cancelled" and "cancellation". */
const STEM_LETTERS = 5;
/** Fewer words, of the summary or of its matter, say nothing either way. */
const LEAST_WORDS = 3;
const LEAST_MATTER_WORDS = 20;
const LEAST_SHARE = 0.25;

/**
 * Whether a summary hardly has a word of the matter that it is to sum up [MOD-4]: a model that answers
 * the same to everything, or babbles. Where there are too few words to tell, it is given the benefit of
 * the doubt.
 */
export function speaksOfOtherThings(summary: string, matter: string): boolean {
  const said = stemsOf(summary);
  if (said.size < LEAST_WORDS) return false;
  const known = stemsOf(matter);
  if (known.size < LEAST_MATTER_WORDS) return false;
  const shared = [...said].filter((stem) => known.has(stem)).length;
  return shared < said.size * LEAST_SHARE;
}

function stemsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(LONG_WORD) ?? [];
  return new Set(
    words
      .filter((word) => lettersWithoutGaps(word) === 0)
      .map((word) => word.slice(0, STEM_LETTERS)),
  );
}

type FoundValue = ReturnType<typeof summaries.findValues>[number];

/**
 * The exact values of a summary that its matter lacks [MOD-4]: identifiers, numbers, dates, addresses,
 * paths, names as code writes them. The matter may write them in other letters' case, with other marks
 * between the digits of a number, and the parts of a date in another order. Quotations and numbers of up
 * to three digits are not looked at: a summary counts, and puts its own words into quotation marks.
 */
export async function inventedValues(
  summary: string,
  matter: string,
  signal?: AbortSignalLike,
): Promise<readonly string[]> {
  const checked = summaries.findValues(summary).filter(isExact);
  const missing = await lacking(matter, checked, ({ text }) => [text], signal);
  if (missing.length === 0) return [];
  const invented = await lacking(plain(matter), missing, piecesOf, signal);
  return invented.map(({ text }) => text);
}

/** A name as code writes it counts; `GitHub` is a word that a summary may know, and `NOTE` one that it stresses. */
function isExact({ kind, text }: FoundValue): boolean {
  if (kind === 'quoted') return false;
  return kind !== 'name' || /[_.:@]|^\p{Ll}/u.test(text);
}

/** The values of which not every piece stands in the matter, alone and to the letter. */
async function lacking(
  matter: string,
  values: readonly FoundValue[],
  pieces: (value: FoundValue) => readonly string[],
  signal: AbortSignalLike | undefined,
): Promise<readonly FoundValue[]> {
  const present = await inSlices(summaries.valuesInText(matter, values.flatMap(pieces)), {
    signal,
  });
  return values.filter((value) => pieces(value).some((piece) => !present.has(piece)));
}

/** The pieces by which a value is found again where it is written otherwise. */
function piecesOf({ kind, text }: FoundValue): readonly string[] {
  if (kind !== 'number' && kind !== 'date' && kind !== 'time') return [plain(text)];
  return plain(text).match(/[\p{L}\p{N}]+(?:\.\p{N}+)?/gu) ?? [plain(text)];
}

/** Small letters, plain hyphens, and no marks between the thousands of a number. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=\d)[,'’\u00A0\u202F ](?=\d{3}(?!\d))/g, '');
}
