import { type Steps, withoutHiddenCharacters } from '@agent-memory/core/internal';
import type { Block } from '../read/block.ts';
import { isTableRule } from '../read/table-lines.ts';
import { segmentsOf, unitsOf } from './text-parts.ts';

/** A part of a block that fits into a chunk. */
export interface Piece {
  readonly text: string;
  readonly tokens: number;
  /** The characters at its beginning that repeat something: the head of a table. */
  readonly repeated: number;
  /** Breaks of lines in the block ahead of it. */
  readonly linesBefore: number;
  /** The place of its own text in the block, which is read without hidden characters. */
  readonly start: number;
}

/** Counts the tokens of a text. */
type Count = (text: string) => number;

/** Characters that a token stands for at most: blanks without end cost next to nothing, and still end up in a text. */
const CHARACTERS_PER_TOKEN = 16;
const LONGEST_TEXT = 50_000;
/** Tokens of parts are not those of the whole: so often what seems full is counted whole. */
const MOST_RECOUNTS = 8;

/** The most characters of a text that may have so many tokens. */
export function mostCharacters(tokens: number): number {
  return Math.min(LONGEST_TEXT, tokens * CHARACTERS_PER_TOKEN);
}

/**
 * The pieces of a block, in order and without hidden characters, of at most so many tokens: parted between
 * lines where it has a structure, else between sentences, between words, and inside of a word between code
 * points. The work grows with the text alone: each character is counted some times, wherever it stands.
 */
export function* piecesOf(block: Block, maxTokens: number, count: Count): Steps<readonly Piece[]> {
  const pieces = new Pieces(block, maxTokens, count);
  const level = block.kind === 'paragraph' ? 1 : 0;
  for (const segment of segmentsOf(block.text)) {
    yield;
    const clean = withoutHiddenCharacters(segment);
    if (pieces.take(clean, count(clean))) continue;
    for (const { text, tokens } of unitsOf(clean, level, pieces.room, count)) {
      pieces.add(text, tokens);
    }
  }
  return pieces.end();
}

/** The pieces of a block that are whole, and the one that is not full yet. */
class Pieces {
  /** Most tokens of the text of one, without the head of a table that it repeats. */
  readonly room: number;
  readonly #head: string;
  readonly #mostCharacters: number;
  readonly #count: Count;
  readonly #pieces: Piece[] = [];
  #open = '';
  /** At least those of the text that is open. */
  #tokens = 0;
  #recounts = 0;
  #start = 0;
  #linesBefore = 0;

  constructor(block: Block, maxTokens: number, count: Count) {
    const head = block.kind === 'table' ? headOf(block.text) : '';
    const headTokens = head === '' ? 0 : count(head);
    const isHeadWorth =
      headTokens > 0 && headTokens * 3 < maxTokens && head.length * 3 < mostCharacters(maxTokens);
    this.#head = isHeadWorth ? head : '';
    this.room = isHeadWorth ? maxTokens - headTokens - 1 : maxTokens;
    this.#mostCharacters = mostCharacters(this.room);
    this.#count = count;
  }

  /** Takes a text whole where it fits. */
  take(text: string, tokens: number): boolean {
    const fits = this.#tokens + tokens <= this.room && this.#hasPlaceFor(text);
    if (fits) this.#append(text, this.#tokens + tokens);
    return fits;
  }

  /** Takes a text that fits into a piece, into the open one or the next. */
  add(text: string, tokens: number): void {
    if (this.take(text, tokens)) return;
    if (this.#hasPlaceFor(text) && this.#recounts < MOST_RECOUNTS) {
      this.#recounts += 1;
      const whole = this.#count(this.#open + text);
      if (whole <= this.room) {
        this.#append(text, whole);
        return;
      }
    }
    this.#close();
    this.#append(text, tokens);
  }

  end(): readonly Piece[] {
    this.#close();
    return this.#pieces;
  }

  #hasPlaceFor(text: string): boolean {
    return this.#open.length + text.length <= this.#mostCharacters;
  }

  #append(text: string, tokens: number): void {
    this.#open += text;
    this.#tokens = tokens;
  }

  #close(): void {
    const open = this.#open;
    const start = this.#start;
    const linesBefore = this.#linesBefore;
    this.#open = '';
    this.#tokens = 0;
    this.#recounts = 0;
    this.#start += open.length;
    this.#linesBefore += breaksIn(open);
    const text = withoutEdges(open);
    if (text === '') return;
    const blanks = open.slice(0, open.length - open.trimStart().length);
    const head = this.#head === '' || this.#pieces.length === 0 ? '' : `${this.#head}\n`;
    this.#pieces.push({
      text: head + text,
      tokens: this.#count(head + text),
      repeated: head.length,
      linesBefore: linesBefore + breaksIn(blanks),
      start: start + blanks.length,
    });
  }
}

/** Without the breaks of lines ahead, where the indent of a list stays, and without blanks behind. */
function withoutEdges(text: string): string {
  let start = 0;
  while (text[start] === '\n') start += 1;
  return text.slice(start).trimEnd();
}

/** The first line of a table, with the rule under it where there is one. */
function headOf(text: string): string {
  const [first = '', second = ''] = text.split('\n', 2);
  return isTableRule(second) ? `${first}\n${second}` : first;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
