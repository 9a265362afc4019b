import type { Piece } from './pieces.ts';
import { type Quote, quotation } from './quotation.ts';

/** A place in originals: a message, one of its texts, a character of it. */
export interface Cursor {
  readonly seq: number;
  readonly piece: number;
  readonly character: number;
}

/** The texts of one message that may be quoted. */
export interface Quotable {
  readonly seq: number;
  readonly pieces: readonly Piece[];
}

/** The room of a page. */
export interface PageRoom {
  readonly maxTokens: number;
  readonly count: (text: string) => number;
}

/** As much of originals as a page takes. */
export interface Page {
  readonly text: string;
  /** Where the next page begins; absent on the last one. */
  readonly next?: Cursor;
}

/** The words behind the quotation, by where the next page begins. */
export type Footer = (next: Cursor | undefined) => string;

export const FROM_START: Cursor = { seq: 0, piece: 0, character: 0 };

/** Longer than any place is when it is written. */
const LONG_PLACE: Cursor = { seq: 9_999_999, piece: 99, character: 9_999_999 };
const LONG_PART = ' part="9999999-9999999 of 9999999 characters"';
/** A text that does not fit is looked at no further than this; few tokens have more characters. */
const CHARACTERS_PER_TOKEN = 16;
/** A cut moves back to the end of a line where that costs no more than this part of what fits. */
const LINE_SLACK = 0.2;

/**
 * Quotes originals from a place on, as far as `maxTokens` reach, all that stands around them included.
 * The pages of one list cover all of it in order, each character once. A page holds at least one
 * character, however little room there is.
 */
export function pageFrom(
  messages: () => Iterable<Quotable>,
  from: Cursor,
  { maxTokens, count }: PageRoom,
  footer: Footer,
): Page {
  for (let roomTokens = maxTokens; ; ) {
    const page = filledPage(messages(), from, { maxTokens: roomTokens, count }, footer);
    const over = count(page.text) - maxTokens;
    if (over <= 0 || roomTokens <= 0) return page;
    // Pieces joined can count more than each alone.
    roomTokens -= over;
  }
}

function filledPage(
  messages: Iterable<Quotable>,
  from: Cursor,
  { maxTokens, count }: PageRoom,
  footer: Footer,
): Page {
  const quotes: Quote[] = [];
  const pageUpTo = (next?: Cursor): Page => ({
    text: [quotation(quotes), footer(next)].filter(Boolean).join('\n'),
    ...(next && { next }),
  });
  const emptyTokens = count(quotation([]));
  let usedTokens = emptyTokens + count(footer(LONG_PLACE));
  for (const { seq, piece, character, whole, label } of textsFrom(messages, from)) {
    const source = `message="${seq}" from="${label}"`;
    const rest = whole.slice(character);
    const frame = quotation([{ source: `${source}${LONG_PART}`, text: '' }]);
    const frameTokens = count(frame) - emptyTokens + 2;
    const length = fittingLength(rest, maxTokens - usedTokens - frameTokens, count);
    if (length === 0 && quotes.length > 0) return pageUpTo({ seq, piece, character });
    const end = character + Math.max(length, firstCharacter(rest));
    const isWhole = character === 0 && end === whole.length;
    const part = isWhole ? '' : ` part="${character}-${end} of ${whole.length} characters"`;
    const text = whole.slice(character, end);
    quotes.push({ source: `${source}${part}`, text });
    usedTokens += frameTokens + count(text);
    if (end < whole.length) return pageUpTo({ seq, piece, character: end });
  }
  return pageUpTo();
}

function* textsFrom(messages: Iterable<Quotable>, from: Cursor) {
  for (const { seq, pieces } of messages) {
    for (const [piece, { label, text: whole }] of pieces.entries()) {
      const isAt = seq === from.seq && piece === from.piece;
      const isBehind = seq > from.seq || (seq === from.seq && piece > from.piece);
      const character = isAt ? from.character : 0;
      if ((isAt || isBehind) && character < whole.length) {
        yield { seq, piece, character, whole, label };
      }
    }
  }
}

/** How many characters of a text fit: all of them, or up to the end of a line where one is near. */
function fittingLength(text: string, maxTokens: number, count: PageRoom['count']): number {
  const most = Math.max(0, maxTokens) * CHARACTERS_PER_TOKEN;
  if (text.length <= most && count(text) <= maxTokens) return text.length;
  let low = 0;
  let high = Math.min(text.length, most);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  const newline = text.lastIndexOf('\n', low - 1) + 1;
  return wholeCharacters(text, newline >= low * (1 - LINE_SLACK) ? newline : low);
}

/** Moves a cut out of the middle of a surrogate pair. */
function wholeCharacters(text: string, length: number): number {
  const code = text.charCodeAt(length);
  const isSecondHalf = length > 0 && code >= 0xdc00 && code <= 0xdfff;
  return isSecondHalf ? length - 1 : length;
}

function firstCharacter(text: string): number {
  return (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
}
