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
  /^(?:[-*•] +)?(?:(?:ok(?:ay)?|hi|hello|hey|so|well|also|oh|and|but|plus|please note(?: that)?|note that|(?:please )?remember(?: that)?|just so you know|fyi|by the way|honestly|frankly|personally|tbh|to be (?:honest|fair)|as a side note|for what it['’]s worth|up to now|(?:so|thus) far|until now|as it happens|in fact|btw|for the record|to be clear|in general|generally|please|thanks|thank you|sure|außerdem|übrigens|bitte|also|und|aber|nur damit du es weißt|merk dir(?: bitte)?|además|por cierto|por favor|recuerda(?: que)?|y|pero|au fait|s'il (?:te|vous) plaît|et|mais|retiens(?: que)?|note que)[,.:;!—–-]*\s+)*/iu;

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

/** Ahead of what somebody puts right: the statement itself is about them, and not about an answer. */
const OBJECTION = /^(?:(?:no|nope|actually|sorry|wait|correction)[,.!:;—–-]+ +|actually )+/iu;

/** The sentence behind it; `undefined` where it has none. */
export function withoutObjection({ text, core, bare }: Sentence): Sentence | undefined {
  const length = OBJECTION.exec(core)?.[0].length ?? 0;
  return length === 0 ? undefined : { text, core: core.slice(length), bare: bare.slice(length) };
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

/** A pair of quotation marks, and the fewest letters between them that make a quotation. */
interface Marks {
  readonly open: string;
  readonly close: RegExp;
  readonly fewest: number;
  /** It stands inside of words too, where it quotes nothing. */
  readonly isApostrophe?: true;
}

const MARKS: readonly Marks[] = [
  { open: '"', close: /"/gu, fewest: 2 },
  { open: '“', close: /”/gu, fewest: 2 },
  { open: '„', close: /[“”]/gu, fewest: 2 },
  { open: '«', close: /»/gu, fewest: 2 },
  { open: "'", close: /'/gu, fewest: 6, isApostrophe: true },
];
const OPENING = /["“„«']/gu;
const LETTER_AT_END = /\p{L}$/u;
const LETTER_AT_START = /^\p{L}/u;

/** Quoted words; the marks around them are not among them. */
interface Quotation {
  readonly from: number;
  readonly to: number;
}

/**
 * The quotations of a text in their order; none continues behind the end of its line. The time grows with
 * the length of the text alone, however many marks are opened and never closed.
 */
export function quotationsIn(text: string): readonly Quotation[] {
  const kinds = new Map(
    MARKS.map((marks) => [marks.open, { ...marks, closings: new Places(text, marks.close) }]),
  );
  const lineEnds = new Places(text, /\n/gu);
  const found: Quotation[] = [];
  let end = 0;
  for (const { index, 0: open } of text.matchAll(OPENING)) {
    const kind = kinds.get(open);
    if (!kind || index < end) continue;
    const from = index + 1;
    const to = kind.closings.nextAt(from);
    const isClosed = to < lineEnds.nextAt(from);
    if (!isClosed || to - from < kind.fewest) continue;
    if (kind.isApostrophe && isInWord(text, index, to)) continue;
    found.push({ from, to });
    end = to + 1;
  }
  return found;
}

/** A letter before the opening one, or behind the closing one. */
function isInWord(text: string, open: number, close: number): boolean {
  const before = text.slice(Math.max(0, open - 2), open);
  return LETTER_AT_END.test(before) || LETTER_AT_START.test(text.slice(close + 1, close + 3));
}

/** The places of a sign in a text, asked for from left to right. */
class Places {
  readonly #matches: Iterator<RegExpExecArray>;
  #place = -1;

  constructor(text: string, sign: RegExp) {
    this.#matches = text.matchAll(sign);
  }

  /** The first one at this place or behind it; `Infinity` where there is none. */
  nextAt(place: number): number {
    while (this.#place < place) {
      const next = this.#matches.next();
      this.#place = next.done ? Number.POSITIVE_INFINITY : next.value.index;
    }
    return this.#place;
  }
}
