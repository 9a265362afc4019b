import { type Steps, withoutHiddenCharacters } from '@agent-memory/core/internal';
import type { Block } from '../read/block.ts';

/** A part of a block that fits into a chunk. */
export interface Piece {
  readonly text: string;
  readonly tokens: number;
  /** The characters at its beginning that repeat something: the head of a table. */
  readonly repeated: number;
  /** Breaks of lines in the block ahead of it. */
  readonly linesBefore: number;
}

/** Texts are looked at in segments of so many characters, each in a step. */
const SEGMENT = 2_048;
/** Code points of a word without an end that stay together: never more tokens than the smallest chunk. */
const POINTS_AT_ONCE = 8;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/u;
const LONGEST_RULE = 2_000;
const SENTENCE_ENDS = /(?<=[.!?…。！？][)"'»”’]?\s)|(?<=[。！？])/u;
const WORD_ENDS = /(?<=\s)(?=\S)/u;

type Count = (text: string) => number;

/**
 * The pieces of a block, in order and without hidden characters, of at most so many tokens: parted between
 * lines where it has a structure, else between sentences, between words, and inside of a word between code
 * points.
 */
export function* piecesOf(block: Block, maxTokens: number, count: Count): Steps<readonly Piece[]> {
  const head = block.kind === 'table' ? headOf(block.text) : '';
  const headTokens = head === '' ? 0 : count(head);
  const isHeadWorth = headTokens > 0 && headTokens * 3 < maxTokens;
  const room = isHeadWorth ? maxTokens - headTokens - 1 : maxTokens;
  const pieces: Piece[] = [];
  let linesBefore = 0;
  let open = '';
  let openTokens = 0;
  const close = () => {
    const text = open.replaceAll(/^\n+|\s+$/gu, '');
    const breaks = open.length - open.trimStart().length;
    const first = linesBefore + breaksIn(open.slice(0, breaks));
    linesBefore += breaksIn(open);
    open = '';
    openTokens = 0;
    if (text === '') return;
    const isLater = isHeadWorth && pieces.length > 0;
    const whole = isLater ? `${head}\n${text}` : text;
    const repeated = isLater ? head.length + 1 : 0;
    pieces.push({ text: whole, tokens: count(whole), repeated, linesBefore: first });
  };
  for (const segment of segmentsOf(block.text)) {
    yield;
    const clean = withoutHiddenCharacters(segment);
    if (openTokens + count(clean) <= room) {
      open += clean;
      openTokens = count(open);
      continue;
    }
    for (const unit of unitsOf(clean, block.kind === 'paragraph' ? 1 : 0, room, count)) {
      const tokens = count(unit);
      let after = openTokens + tokens;
      // Tokens of parts are not those of the whole: what seems not to fit is counted.
      if (after > room) after = count(open + unit);
      if (after > room) {
        close();
        after = tokens;
      }
      open += unit;
      openTokens = after;
    }
    openTokens = count(open);
  }
  close();
  return pieces;
}

/** Parts of a text that make it up again, each of at most so many tokens. */
function* unitsOf(
  text: string,
  level: number,
  maxTokens: number,
  count: Count,
): Generator<string, void> {
  for (const part of partsOf(text, level)) {
    if (level < 3 && count(part) > maxTokens) yield* unitsOf(part, level + 1, maxTokens, count);
    else yield part;
  }
}

/** By level: lines, sentences, words, code points. */
function partsOf(text: string, level: number): readonly string[] {
  if (level === 0) return text.split(/(?<=\n)/u);
  if (level === 1) return text.split(SENTENCE_ENDS);
  if (level === 2) return text.split(WORD_ENDS);
  const points = Array.from(text);
  const starts = points.flatMap((_, index) => (index % POINTS_AT_ONCE === 0 ? [index] : []));
  return starts.map((start) => points.slice(start, start + POINTS_AT_ONCE).join(''));
}

/** Parts of a long text that end behind a line or a word, if there is one, and never inside of a code point. */
function* segmentsOf(text: string): Generator<string, void> {
  let start = 0;
  while (text.length - start > SEGMENT) {
    const window = text.slice(start, start + SEGMENT);
    const line = window.lastIndexOf('\n') + 1;
    const word = window.lastIndexOf(' ') + 1;
    const end = start + (line > 0 ? line : word > 0 ? word : wholeCodePoints(window));
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

function wholeCodePoints(window: string): number {
  const last = window.charCodeAt(window.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? window.length - 1 : window.length;
}

/** The first line of a table, with the rule under it where there is one. */
function headOf(text: string): string {
  const [first = '', second = ''] = text.split('\n', 2);
  return second.length <= LONGEST_RULE && TABLE_RULE.test(second) ? `${first}\n${second}` : first;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
