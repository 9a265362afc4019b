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
export interface Quotation {
  readonly from: number;
  readonly to: number;
}

/**
 * The quotations of a text in their order; none goes on behind the end of its line. The time grows with
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

/** A letter ahead of the opening one, or behind the closing one. */
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
