import { extractiveSummarizer } from './extractive-summarizer.ts';
import type { Summary, SummaryRequest } from './summarizer.ts';

/** Up to here a summary may be longer than what it stands for: a short source needs a sentence around it. */
const SPARE_CHARACTERS = 200;
/** So much of a text and of its sources is looked at, from the end and from the beginning. */
const TEXT_CHARACTERS = 4_096;
const SOURCE_CHARACTERS = 2 ** 18;
const LONGEST_PERIOD = 512;
/** A loop of this many rounds that fills half of a text, or of this many and this length anywhere in it. */
const ROUNDS = 4;
const LEAST_LOOP = 8;
const ROUNDS_ANYWHERE = 8;
const LONG_LOOP = 160;
/** A sentence that is there so often is no figure of speech. */
const REPEATS = 3;
const PIECE = 80;
/** Pieces of the source, one behind the other, and their share of a text that make it an echo. */
const ECHOED_PIECES = 3;
const ECHOED_SHARE = 0.6;

/**
 * Says why a text is no summary [MOD-4]: it has no word, goes round in circles, gives the
 * conversation back or is longer than it; `undefined` for any other. Small models do all of that. No
 * rule needs words apart by spaces, and none looks at figures alone: lists and tables may resemble
 * themselves in all but those.
 */
export function summaryFault(text: string, request: SummaryRequest): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'it answered without a word';
  const words = oneLine(text).slice(-TEXT_CHARACTERS);
  const loop = loopIn(words) ?? repeatedSentenceIn(text.slice(-TEXT_CHARACTERS));
  if (loop !== undefined) return `it repeated itself: "${excerptOf(loop)}"`;
  if (isEcho(words, request)) return 'it gave the conversation back instead of a summary';
  const most = sourceLength(request) + SPARE_CHARACTERS;
  return text.length > most
    ? `it answered ${text.length} characters for ${most - SPARE_CHARACTERS}`
    : undefined;
}

/** Words that come again and again without anything between, once; `undefined` where there are none. */
function loopIn(text: string): string | undefined {
  for (let period = 1; period <= Math.min(LONGEST_PERIOD, text.length / ROUNDS); period += 1) {
    let start = 0;
    for (let at = period; at <= text.length; at += 1) {
      if (at < text.length && text[at] === text[at - period]) continue;
      const length = at - start;
      const round = text.slice(start, start + period);
      if (isLoop(length, length / period, text.length) && /\p{L}/u.test(round)) return round;
      start = at - period + 1;
    }
  }
  return undefined;
}

function isLoop(length: number, rounds: number, whole: number): boolean {
  const fills = rounds >= ROUNDS && length >= LEAST_LOOP && length >= whole / 2;
  return fills || (rounds >= ROUNDS_ANYWHERE && length >= LONG_LOOP);
}

/** The sentence or line that comes most often, where repeats are more than half of the text. */
function repeatedSentenceIn(text: string): string | undefined {
  const counts = new Map<string, number>();
  let characters = 0;
  let repeated = 0;
  for (const sentence of text.split(/[\n.!?。！？؟।…]+/u)) {
    // The mark or number of an item in a list is no part of what it says.
    const said = oneLine(sentence).replace(/^(?:[-*•]|\d+[):]?)\s*/u, '');
    if (!/\p{L}/u.test(said)) continue;
    const count = (counts.get(said) ?? 0) + 1;
    counts.set(said, count);
    characters += said.length;
    if (count > 1) repeated += said.length;
  }
  if (repeated <= characters / 2) return undefined;
  const [[said, count] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  return count >= REPEATS ? said : undefined;
}

/** Whether a text is mostly one stretch of the conversation, with or without the speakers' names. */
function isEcho(text: string, { sources }: SummaryRequest): boolean {
  const words = withoutSpeakers(text);
  if (words.length < ECHOED_PIECES * PIECE) return false;
  const source = sourceText(sources);
  let echoed = 0;
  let longest = 0;
  let next = -1;
  for (let at = 0; at + PIECE <= words.length; at += PIECE) {
    const piece = words.slice(at, at + PIECE);
    const isNext = next >= 0 && source.startsWith(piece, next);
    const place = isNext ? next : source.indexOf(piece);
    echoed = place < 0 ? 0 : isNext ? echoed + 1 : 1;
    longest = Math.max(longest, echoed);
    next = place < 0 ? -1 : place + PIECE;
  }
  return longest >= ECHOED_PIECES && longest * PIECE >= ECHOED_SHARE * words.length;
}

function sourceText(sources: SummaryRequest['sources']): string {
  const texts: string[] = [];
  let room = SOURCE_CHARACTERS;
  for (const { text } of sources) {
    if (room <= 0) break;
    texts.push(text.slice(0, room));
    room -= text.length;
  }
  return withoutSpeakers(oneLine(texts.join('\n')));
}

function sourceLength({ sources, previous }: SummaryRequest): number {
  const lengths = sources.map(
    ({ text, toolArguments = [] }) => text.length + toolArguments.join('').length,
  );
  return lengths.reduce((sum, length) => sum + length, previous?.text.length ?? 0);
}

function withoutSpeakers(text: string): string {
  return text.replace(/(?:^|(?<= ))(?:user|assistant|tool|system|human|ai): /gu, '');
}

function oneLine(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}

function excerptOf(text: string): string {
  const line = text.trim();
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/** Says why an answer is no summary of what was asked, or too long; `undefined` for any other [MOD-4]. */
export function summaryProblem(summary: Summary, request: SummaryRequest): string | undefined {
  if (typeof summary?.text !== 'string') return 'it answered nothing';
  // Where nothing was worth saying, the extractive summary is empty; its sentences are the source's.
  const isExtractive = summary.madeBy === extractiveSummarizer.name;
  if (!isExtractive && summary.text.trim() === '') return 'it answered nothing';
  const tokens = request.count(summary.text);
  if (tokens > request.maxTokens) {
    return `it answered ${tokens} tokens where ${request.maxTokens} were allowed`;
  }
  return isExtractive ? undefined : summaryFault(summary.text, request);
}
