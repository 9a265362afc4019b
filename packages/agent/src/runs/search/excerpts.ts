import type { Steps } from '@agent-memory/core/internal';
import type { Piece } from '../pieces.ts';
import type { Found, TermWeights } from './message-index.ts';
import { termsOf } from './terms.ts';

/** A line of an original that answers a query. */
export interface Line {
  readonly seq: number;
  /** Which text of the message, and where in it. */
  readonly piece: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A message that was found, with its texts. */
export interface FoundMessage extends Found {
  readonly pieces: readonly Piece[];
}

/** A longer line is taken in pieces. */
const LONGEST_LINE = 200;
/** A line that is nearly empty says nothing. */
const SHORTEST_LINE = 6;
/** Characters of a long text that are looked at. */
const MOST_CHARACTERS = 30_000;
/** A line gains by what stands so many lines around it. */
const REACH = 4;
const NEIGHBOUR_PART = 0.75;
/** A long line has more terms by chance. */
const LENGTH_COST = 0.02;

/** In arguments of calls the lines of a file end with an escape. */
const LINES = /(?<=\n)|(?<=\\n)/;

/**
 * The lines of messages that were found, those first that answer best: by their own terms, by those of
 * the lines around them, by how well the message fits. A line that is seen already is no answer, and
 * one that stands there twice is given once, where it fits best.
 *
 * @param isSeen by the line as `comparable` gives it
 */
export function* rankedLines(
  messages: readonly FoundMessage[],
  weights: TermWeights,
  isSeen: (line: string) => boolean,
): Steps<readonly Line[]> {
  const best = Math.max(Number.MIN_VALUE, ...messages.map(({ score }) => score));
  const scored: { readonly line: Line; readonly key: string; readonly score: number }[] = [];
  for (const { seq, pieces, score } of messages) {
    for (const [piece, { text }] of pieces.entries()) {
      yield;
      const lines = linesOf(text);
      const own = lines.map((line) => weightOf(line.text, weights));
      for (const [at, line] of lines.entries()) {
        const key = comparable(line.text);
        if (key.length < SHORTEST_LINE || isSeen(key)) continue;
        const lineScore = (withNeighbours(own, at) * score) / best;
        if (lineScore > 0) scored.push({ line: { seq, piece, ...line }, key, score: lineScore });
      }
    }
  }
  yield;
  scored.sort((a, b) => b.score - a.score || b.line.seq - a.line.seq || a.line.from - b.line.from);
  const known = new Set<string>();
  return scored.flatMap(({ line, key }) => {
    if (known.has(key)) return [];
    known.add(key);
    return [line];
  });
}

/** A text as its lines, or pieces of them where they are long. */
export function linesOf(text: string): readonly Pick<Line, 'from' | 'to' | 'text'>[] {
  const lines: Pick<Line, 'from' | 'to' | 'text'>[] = [];
  let from = 0;
  for (const line of text.slice(0, MOST_CHARACTERS).toWellFormed().split(LINES)) {
    const end = from + line.length;
    while (from < end) {
      const to = Math.min(end, afterWord(text, from + LONGEST_LINE, end));
      lines.push({ from, to, text: text.slice(from, to) });
      from = to;
    }
  }
  return lines;
}

/** A line without the white space and the escapes that make copies of it differ. */
export function comparable(line: string): string {
  return line
    .replace(/(?:\\+[nrt]|\s)+/g, ' ')
    .replace(/\\+(?=["'/])/g, '')
    .trim();
}

/** A cut goes behind the word that it would go through. */
function afterWord(text: string, at: number, end: number): number {
  const space = text.slice(at, at + LONGEST_LINE).search(/[\s,;"']/);
  return Math.min(end, space < 0 ? at + LONGEST_LINE : at + space + 1);
}

function weightOf(line: string, weights: TermWeights): number {
  let sum = 0;
  for (const term of new Set(termsOf(line))) sum += weights.get(term) ?? 0;
  return sum / (1 + LENGTH_COST * line.length);
}

function withNeighbours(own: readonly number[], at: number): number {
  let sum = own[at] ?? 0;
  for (let away = 1; away <= REACH; away += 1) {
    sum += (NEIGHBOUR_PART / away) * ((own[at - away] ?? 0) + (own[at + away] ?? 0));
  }
  return sum;
}
