import { SENTENCE_END } from './split-sentences.ts';

/** Tokens of a text. */
export type Count = (text: string) => number;

/** So many characters a token has at most, as a rule; a text that has more is cut without a look at the whole. */
const CHARACTERS_PER_TOKEN = 8;
/** A cut that misses its bound aims a little lower than the proportion says. */
const AIM = 0.95;

/** The longest beginning of a text that fits, cut at the end of a line, a sentence or a word; never ''. */
export function headWithin(text: string, maxTokens: number, count: Count): string {
  if (fits(text, maxTokens, count)) return text;
  let room = Math.min(text.length - 1, maxTokens * CHARACTERS_PER_TOKEN);
  for (;;) {
    const head = text.slice(0, cutWithin(text, Math.max(1, room)));
    const tokens = count(head);
    if (tokens <= maxTokens || head.length <= 2) return head;
    room = Math.floor(Math.min(head.length - 1, head.length * (maxTokens / tokens) * AIM));
  }
}

/** The whole sentences and lines that fit; '' where not even the first one does. */
export function wholeSentencesWithin(text: string, maxTokens: number, count: Count): string {
  if (fits(text, maxTokens, count)) return text;
  let head = headWithin(text, maxTokens, count);
  for (;;) {
    const end = lastSentenceEnd(head);
    const whole = head.slice(0, end).trimEnd();
    if (whole === '' || count(whole) <= maxTokens) return whole;
    head = head.slice(0, end - 1);
  }
}

/** Whether a text fits; one that is longer than tokens are as a rule is not counted. */
function fits(text: string, maxTokens: number, count: Count): boolean {
  return text.length <= maxTokens * CHARACTERS_PER_TOKEN && count(text) <= maxTokens;
}

/** Where the last whole sentence or line of a text ends; 0 where none does. */
export function lastSentenceEnd(text: string): number {
  let end = text.lastIndexOf('\n') + 1;
  for (const match of text.matchAll(SENTENCE_END))
    end = Math.max(end, match.index + match[0].length);
  return end;
}

/** The best place for a cut at or before `room`: not in the first third, where there is a choice. */
function cutWithin(text: string, room: number): number {
  const window = text.slice(0, room);
  const least = room / 3;
  const line = window.lastIndexOf('\n') + 1;
  if (line > least) return line;
  const sentence = lastSentenceEnd(window);
  if (sentence > least) return sentence;
  const word = window.search(/\s\S*$/u) + 1;
  if (word > least) return word;
  // No surrogate pair is cut in two.
  const isPairCut = /[\uD800-\uDBFF]$/.test(window) && room > 1;
  return isPairCut ? room - 1 : room;
}
