import { type Steps, words } from '@agent-memory/core/internal';
import type { Block } from '../read/block.ts';

/** A part of a block that fits into a chunk. */
export interface Piece {
  readonly text: string;
  readonly tokens: number;
  /** The characters at its beginning that repeat something: the head of a table. */
  readonly repeated: number;
  /** Breaks of lines in the block before it. */
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
    const clean = words.withoutHiddenCharacters(segment);
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

/** Texts are looked at in segments of so many characters, each in a step. */
const SEGMENT = 2_048;
/** Code points of a word without an end that stay together: never more tokens than the smallest chunk. */
const POINTS_AT_ONCE = 8;
const SENTENCE_ENDS = /(?<=[.!?…。！？][)"'»”’]?\s)|(?<=[。！？])/u;
const WORD_ENDS = /(?<=\s)(?=\S)/u;
const SMALLEST_LEVEL = 3;

/** A part of a text, with its tokens. */
interface Unit {
  readonly text: string;
  readonly tokens: number;
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

/** Parts of a text that make it up again, each of at most so many tokens: those of `level`, or smaller ones. */
function* unitsOf(
  text: string,
  level: number,
  maxTokens: number,
  count: (text: string) => number,
): Generator<Unit, void> {
  for (const part of partsOf(text, level)) {
    const tokens = count(part);
    if (level < SMALLEST_LEVEL && tokens > maxTokens) {
      yield* unitsOf(part, level + 1, maxTokens, count);
    } else yield { text: part, tokens };
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

function wholeCodePoints(window: string): number {
  const last = window.charCodeAt(window.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? window.length - 1 : window.length;
}

const RULE_MARKS = /^[\s|:-]+$/u;
const RULE_CELL = /^\s*:?-+:?\s*$/u;
/** A longer line is not looked through. */
const LONGEST_RULE = 2_000;

/** Whether a line parts the head of a table from its rows: `| --- | :-: |`. */
function isTableRule(line: string): boolean {
  if (line.length > LONGEST_RULE || !line.includes('|') || !RULE_MARKS.test(line)) return false;
  const cells = line.split('|');
  const inner = cells.slice(isBlank(cells[0]) ? 1 : 0, isBlank(cells.at(-1)) ? -1 : undefined);
  return inner.length > 1 && inner.every((cell) => RULE_CELL.test(cell));
}

function isBlank(text = ''): boolean {
  return text.trim() === '';
}
