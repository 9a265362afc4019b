import { quotationsIn } from './quotations.ts';

/** A sentence of a message. */
export interface Sentence {
  /** As it was written, white space at its ends apart. */
  readonly text: string;
  /** Behind "also," and the like. */
  readonly core: string;
  /** The same length as `core`; what is quoted or code is blank. */
  readonly bare: string;
}

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/gu;
const QUOTED_LINE = /^[ \t]*>.*$/gmu;
const END = /(?<=[.!?…。！？])["”»)]*\s+|\n+/gu;

const OPENERS =
  /^(?:[-*•] +)?(?:(?:ok(?:ay)?|hi|hello|hey|so|well|also|oh|and|but|plus|please note(?: that)?|note that|(?:please )?remember(?: that)?|just so you know|fyi|by the way|btw|for the record|to be clear|in general|generally|please|thanks|thank you|sure|außerdem|übrigens|bitte|also|und|aber|nur damit du es weißt|merk dir(?: bitte)?|además|por cierto|por favor|recuerda(?: que)?|y|pero|au fait|s'il (?:te|vous) plaît|et|mais|retiens(?: que)?|note que)[,.:;!—–-]*\s+)*/iu;

/** The sentences of a message. Whatever a name or a number has in points stays in one of them. */
export function sentencesOf(text: string): readonly Sentence[] {
  const masked = withoutQuotations(text.replace(CODE, blank).replace(QUOTED_LINE, blank));
  const sentences: Sentence[] = [];
  let from = 0;
  for (const end of [...masked.matchAll(END), undefined]) {
    const to = end === undefined ? text.length : end.index;
    const piece = text.slice(from, to);
    const start = from + (piece.length - piece.trimStart().length);
    const trimmed = piece.trim();
    if (trimmed !== '') {
      const opener = OPENERS.exec(trimmed)?.[0].length ?? 0;
      const core = trimmed.slice(opener);
      const bare = masked.slice(start + opener, start + trimmed.length);
      sentences.push({ text: trimmed, core, bare });
    }
    from = to + (end?.[0].length ?? 0);
  }
  return sentences;
}

/** The sentences of a message, whole, of which a quotation has words. */
export function sentencesAround(text: string, quote: string): readonly Sentence[] {
  const whole = normalised(text);
  const wanted = normalised(quote);
  const from = whole.indexOf(wanted);
  if (from < 0) return [];
  let end = 0;
  return sentencesOf(text).filter((one) => {
    const said = normalised(one.text);
    const start = whole.indexOf(said, end);
    end = start + said.length;
    return start < from + wanted.length && end > from;
  });
}

/** White space is how a text was wrapped, and no part of what it says. */
export function normalised(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

function withoutQuotations(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to } of quotationsIn(text)) {
    pieces.push(text.slice(end, from), blank(text.slice(from, to)));
    end = to;
  }
  return [...pieces, text.slice(end)].join('');
}

function blank(text: string): string {
  return text.replace(/[^\n]/gu, ' ');
}
