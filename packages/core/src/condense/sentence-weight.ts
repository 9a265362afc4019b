import { countValues } from './find-values.ts';
import {
  announcementOpenings,
  conclusionWords,
  danglingOpenings,
  decisionWords,
  failureWords,
  offerWords,
  outcomeWords,
  pleasantryOpenings,
  requestWords,
} from './telling-words.ts';

/** The speaker of a sentence, and the place of it. */
export type SentenceVoice =
  | 'user'
  /** The assistant, in the reply that ends its work. */
  | 'reply'
  /** The assistant, between two tool calls. */
  | 'working';

const baseWeight: Readonly<Record<SentenceVoice, number>> = { user: 1.4, reply: 1, working: 0.4 };

/** Values behind so many tell no more. */
const MOST_VALUES = 3;

/** A fragment, such as a list item, seldom tells anything away from its list. */
function isFinished(sentence: string): boolean {
  return /[.!?…。！？]["'”»)*_`]{0,3}$/.test(sentence);
}

/**
 * Weighs how much a sentence tells somebody who was not there: what the user asked for and ruled
 * out, what was decided, concluded or went wrong, and exact values. Zero or less means nothing.
 */
export function sentenceWeight(sentence: string, voice: SentenceVoice): number {
  if (!isProse(sentence) || sentence.endsWith(':')) return 0;
  const words = wordCount(sentence);
  let weight = baseWeight[voice] + Math.min(0.8, words / 25);
  if (voice === 'user' && requestWords.test(sentence)) weight += 0.6;
  if (decisionWords.test(sentence)) weight += 0.6;
  if (voice !== 'user' && conclusionWords.test(sentence)) weight += 1;
  if (outcomeWords.test(sentence)) weight += 0.8;
  if (failureWords.test(sentence)) weight += 0.4;
  weight += Math.min(1.2, 0.4 * countValues(sentence, MOST_VALUES));
  if (voice !== 'user' && !isFinished(sentence)) weight -= 0.9;
  if (voice !== 'user' && sentence.endsWith('?')) weight -= 0.8;
  if (voice !== 'user' && announcementOpenings.test(sentence)) weight -= 1.2;
  if (offerWords.test(sentence)) weight -= voice === 'user' ? 1 : 2;
  if (danglingOpenings.test(sentence)) weight -= 0.4;
  if (pleasantryOpenings.test(sentence)) weight -= words <= 6 ? 2.5 : 0.3;
  if (words < 4) weight -= 0.8;
  return weight;
}

/** Weighs a line of a tool's result: what failed, then what was achieved, then a plain sentence. */
export function resultWeight(line: string): number {
  if (line.endsWith(':') || !isProse(line)) return 0;
  if (failureWords.test(line)) return 1.5;
  if (conclusionWords.test(line)) return 0.9;
  return isFinished(line) ? 0.3 : 0;
}

/**
 * Prose is mostly letters and gaps, in several words. What stands in back-quotes does not count
 * against it.
 */
function isProse(sentence: string): boolean {
  const plain = sentence.replace(/`[^`]{1,200}`/g, 'code').replace(/\*\*|__/g, '');
  if (codeShape.test(plain)) return false;
  const words = plain.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !codeWord.test(word));
  const letters = words.join('').match(/\p{L}/gu)?.length ?? 0;
  const signs = plain.match(/[^\p{L}\p{N}\s.,'’"“”!?，。！？、-]/gu)?.length ?? 0;
  const hasWords = words.length >= 3 || hasDenseScript(plain);
  return hasWords && letters >= 6 && signs * 6 <= letters;
}

/** Signs that only lines of code, logs, tables and markup begin with, end with or contain. */
const codeShape = new RegExp(
  [
    /^[[{<|$#@>}\])*\\/%.]/,
    /^\d+\s*[:|]/,
    /^[-dl][rwx-]{9}/,
    /[{};,(=|&]$/,
    /=>|\(\);|&&|\|\||===?|!=|<\/|":/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const codeWord = /[_/\\=<>{}[\]]|\p{L}\.\p{L}|\(\)/u;

/** Scripts that write several words without a gap. */
function hasDenseScript(sentence: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u.test(sentence);
}

function wordCount(sentence: string): number {
  return hasDenseScript(sentence) ? sentence.length / 2 : sentence.split(' ').length;
}
