import type { PageRoom } from '../paging.ts';
import type { Piece } from '../pieces.ts';
import { type Quote, quotation } from '../quotation.ts';
import type { Line } from './excerpts.ts';

/** A page of results, and the lines that are left for the next ones. */
export interface ResultPage {
  readonly text: string;
  readonly left: readonly Line[];
}

/** The texts of the messages that lines are of. */
export type PiecesOf = (seq: number) => readonly Piece[];

/** The part of a page that lines may fill; the rest is for names and values of what found no room. */
const LINES_PART = 0.55;
/** The tags of a quote, about. */
const TAG_TOKENS = 28;
const GAP_TOKENS = 3;
/** Words between two lines are quoted with them up to this length. */
const SHORT_GAP = 40;
const GAP = '[…]';
const MOST_VALUES = 400;

/** Names in code, identifiers, numbers, paths and addresses. */
const VALUE = /[\p{L}\p{N}_@~$#-]{0,80}[\p{L}\p{N}_$](?:[./:-]*[\p{L}\p{N}_$]+)*/gu;
const TELLS = /[\d_./]|\p{Ll}\p{Lu}/u;
const SHORTEST_VALUE = 4;
const LONGEST_VALUE = 80;

/**
 * Fills a page: the best lines as excerpts, then names and exact values of the lines that found no
 * room, by message, so that a model can tell which message to have brought back.
 *
 * @param isSeen whether a value stands in the context already
 */
export function resultPage(
  lines: readonly Line[],
  piecesOf: PiecesOf,
  { maxTokens, count }: PageRoom,
  isSeen: (value: string) => boolean,
): ResultPage {
  for (let roomTokens = maxTokens; ; ) {
    const page = filled(lines, piecesOf, { maxTokens: roomTokens, count }, isSeen);
    const over = count(page.text) - maxTokens;
    if (over <= 0 || roomTokens <= 0) return page;
    roomTokens -= over;
  }
}

function filled(
  lines: readonly Line[],
  piecesOf: PiecesOf,
  { maxTokens, count }: PageRoom,
  isSeen: (value: string) => boolean,
): ResultPage {
  const frameTokens = count(quotation([]));
  const { taken, left } = takenWithin(lines, maxTokens * LINES_PART - frameTokens, count);
  const excerpts = excerptsOf(taken, piecesOf);
  const shown = excerpts.map(({ text }) => text).join('\n');
  const roomTokens = maxTokens - count(quotation(excerpts)) - TAG_TOKENS;
  const values = valuesOf(
    left,
    roomTokens,
    count,
    (value) => isSeen(value) || shown.includes(value),
  );
  const quotes = values ? [...excerpts, values] : excerpts;
  return { text: quotation(quotes), left };
}

function takenWithin(lines: readonly Line[], roomTokens: number, count: PageRoom['count']) {
  const taken: Line[] = [];
  const left: Line[] = [];
  const places = new Set<string>();
  let usedTokens = 0;
  for (const line of lines) {
    const place = `${line.seq}/${line.piece}`;
    const cost = count(line.text) + (places.has(place) ? GAP_TOKENS : TAG_TOKENS);
    if (taken.length > 0 && usedTokens + cost > roomTokens) {
      left.push(line);
      continue;
    }
    usedTokens += cost;
    places.add(place);
    taken.push(line);
  }
  return { taken, left };
}

/** Lines in the order of the conversation, those of one text in one quote. */
function excerptsOf(lines: readonly Line[], piecesOf: PiecesOf): readonly Quote[] {
  const sorted = [...lines].sort((a, b) => a.seq - b.seq || a.piece - b.piece || a.from - b.from);
  const quotes: Quote[] = [];
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at];
    if (!first) break;
    const end = sorted.findIndex(
      (line, index) => index > at && (line.seq !== first.seq || line.piece !== first.piece),
    );
    const group = sorted.slice(at, end < 0 ? undefined : end);
    at += group.length;
    const piece = piecesOf(first.seq)[first.piece];
    if (!piece) continue;
    const source = `message="${first.seq}" from="${piece.label}"`;
    quotes.push({ source, text: stretches(group, piece.text) });
  }
  return quotes;
}

function stretches(lines: readonly Line[], text: string): string {
  let excerpt = '';
  let end = 0;
  for (const { from, to } of lines) {
    const gap = text.slice(end, from);
    const isShort = excerpt !== '' && gap.length <= SHORT_GAP;
    if (isShort) excerpt += gap;
    else if (gap !== '')
      excerpt += excerpt === '' || excerpt.endsWith('\n') ? `${GAP}\n` : `\n${GAP}\n`;
    excerpt += text.slice(from, to);
    end = to;
  }
  const isCut = end < text.length;
  return isCut ? `${excerpt}${excerpt.endsWith('\n') ? '' : '\n'}${GAP}` : excerpt;
}

/** Names and values of lines, those of the best lines first, then by message. */
function valuesOf(
  lines: readonly Line[],
  roomTokens: number,
  count: PageRoom['count'],
  isKnown: (value: string) => boolean,
): Quote | undefined {
  const bySeq = new Map<number, string[]>();
  const known = new Set<string>();
  let usedTokens = 0;
  for (const { seq, text } of lines) {
    for (const value of valuesIn(text)) {
      if (known.has(value) || isKnown(value)) continue;
      known.add(value);
      const values = bySeq.get(seq);
      usedTokens += count(` ${value}`) + (values ? 0 : count(`\n#${seq}:`));
      if (usedTokens > roomTokens || known.size > MOST_VALUES) break;
      if (values) values.push(value);
      else bySeq.set(seq, [value]);
    }
    if (usedTokens > roomTokens) break;
  }
  if (bySeq.size === 0) return undefined;
  const listed = [...bySeq]
    .sort(([a], [b]) => a - b)
    .map(([seq, values]) => `#${seq}: ${values.join(' ')}`);
  return { source: 'from="more names and values, by message"', text: listed.join('\n') };
}

/** The values of a text that are of use to the letter alone. */
export function valuesIn(text: string): readonly string[] {
  const plain = text.replace(/(?<!\\)\\+[nrt"']/g, ' ');
  return [...plain.matchAll(VALUE)].flatMap(([found]) =>
    found.length >= SHORTEST_VALUE && found.length <= LONGEST_VALUE && TELLS.test(found)
      ? [found]
      : [],
  );
}
