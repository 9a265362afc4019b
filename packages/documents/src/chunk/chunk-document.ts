import { type Steps, words } from '@agent-memory/core/internal';
import type { DocumentChunk } from '../documents.ts';
import type { Block, BlockKind, Range } from '../read/block.ts';
import { mostCharacters, type Piece, piecesOf } from './pieces.ts';

/** A chunk before it belongs to a document. */
export type ChunkDraft = Omit<DocumentChunk, 'id' | 'documentId' | 'number'>;

/** The size of chunks. */
export interface ChunkSize {
  readonly maxTokens: number;
  readonly overlapTokens: number;
  count(text: string): number;
}

/** A longer heading is text that was made large. */
const LONGEST_HEADING = 300;
/** Between blocks of one chunk. */
const GAP = '\n\n';

/**
 * The chunks of a document, in order. None belongs to two sections; tables and code stand alone; blocks of text
 * of one section are put together up to the size. Where a text of one section is parted, a chunk begins with the
 * end of the one before.
 */
export function* chunkDocument(
  blocks: readonly Block[],
  size: ChunkSize,
): Steps<readonly ChunkDraft[]> {
  const section = new Section(size);
  const room = size.maxTokens - size.overlapTokens;
  for (const block of blocks) {
    yield;
    if (block.kind === 'heading' && block.text.length <= LONGEST_HEADING) {
      section.enter(block);
      continue;
    }
    for (const piece of yield* piecesOf(block, room, size.count)) {
      section.add(block, piece);
      yield;
    }
  }
  section.end();
  return section.chunks;
}

interface Part {
  readonly block: Block;
  readonly piece: Piece;
}

/** The section that blocks are added to, and the chunk that is not full yet. */
class Section {
  readonly chunks: ChunkDraft[] = [];
  readonly #size: ChunkSize;
  #path: { readonly level: number; readonly block: Block }[] = [];
  /** The innermost heading while nothing stands under it. */
  #bare: Block | undefined;
  #parts: Part[] = [];
  #tokens = 0;
  #characters = 0;
  /** The end of the chunk before, of the same section. */
  #tail = '';

  constructor(size: ChunkSize) {
    this.#size = size;
  }

  enter(block: Block): void {
    const level = block.level ?? 1;
    this.#close();
    this.#tail = '';
    const isUnder = this.#path.at(-1) !== undefined && (this.#path.at(-1)?.level ?? 0) < level;
    if (this.#bare && !isUnder) this.#keepBare(this.#bare);
    this.#path = [...this.#path.filter((one) => one.level < level), { level, block }];
    this.#bare = block;
  }

  add(block: Block, piece: Piece): void {
    this.#bare = undefined;
    const isAlone = block.kind === 'table' || block.kind === 'code';
    const open = this.#parts.at(-1);
    const room = this.#size.maxTokens - this.#size.overlapTokens;
    const isFull =
      this.#tokens + piece.tokens + 1 > room ||
      this.#characters + piece.text.length > mostCharacters(room);
    if (open && (isFull || isAlone || open.block.kind === 'table' || open.block.kind === 'code')) {
      this.#close();
    }
    this.#parts.push({ block, piece });
    this.#tokens += piece.tokens + 1;
    this.#characters += piece.text.length;
  }

  end(): void {
    this.#close();
    if (this.#bare) this.#keepBare(this.#bare);
  }

  #close(): void {
    const [first] = this.#parts;
    if (first === undefined) return;
    const kinds = new Set(this.#parts.map(({ block }) => block.kind));
    const kind: BlockKind = kinds.size === 1 ? kindOf(first.block) : 'paragraph';
    const own = this.#parts.map(({ piece }) => piece.text).join(GAP);
    const tail = kind === 'table' || kind === 'code' ? '' : this.#overlap();
    // Tokens of parts are not those of the whole.
    const overlap = this.#size.count(tail + own) > this.#size.maxTokens ? '' : tail;
    const text = overlap + own;
    this.chunks.push({
      kind,
      text,
      tokens: this.#size.count(text),
      repeated: overlap.length + first.piece.repeated,
      headings: this.#headings(),
      ...placeOf(this.#parts),
    });
    this.#tail = kind === 'table' || kind === 'code' ? '' : own;
    this.#parts = [];
    this.#tokens = 0;
    this.#characters = 0;
  }

  /** Whole words from the end of the chunk before, with what parts them from this one. */
  #overlap(): string {
    const { overlapTokens, count } = this.#size;
    if (overlapTokens === 0 || this.#tail === '') return '';
    const words = this.#tail
      .slice(-overlapTokens * 8)
      .split(/(?<=\s)(?=\S)/u)
      .slice(1);
    let start = words.length;
    let tokens = count(GAP);
    while (start > 0) {
      tokens += count(words[start - 1] ?? '');
      if (tokens > overlapTokens) break;
      start -= 1;
    }
    return start === words.length ? '' : `${words.slice(start).join('')}${GAP}`;
  }

  /** A heading with nothing under it is a text of its own. */
  #keepBare(block: Block): void {
    const text = cleanHeading(block);
    if (text === '') return;
    this.chunks.push({
      kind: 'heading',
      text,
      tokens: this.#size.count(text),
      repeated: 0,
      headings: this.#headings().slice(0, -1),
      ...placeOf([{ block, piece: { text, tokens: 0, repeated: 0, linesBefore: 0, start: 0 } }]),
    });
    this.#bare = undefined;
  }

  #headings(): readonly string[] {
    return this.#path.map(({ block }) => cleanHeading(block)).filter((text) => text !== '');
  }
}

function kindOf({ kind }: Block): BlockKind {
  return kind === 'heading' ? 'paragraph' : kind;
}

function cleanHeading({ text }: Block): string {
  return words.withoutHiddenCharacters(text).replaceAll(/\s+/gu, ' ').trim();
}

function placeOf(parts: readonly Part[]): Pick<ChunkDraft, 'lines' | 'pages'> {
  const lines = spanOf(parts.flatMap((part) => linesOf(part) ?? []));
  const pages = spanOf(parts.flatMap((part) => pagesOf(part) ?? []));
  return { ...(lines && { lines }), ...(pages && { pages }) };
}

/** The lines of a piece: those of its block behind the ones before it. */
function linesOf({ block: { lines }, piece }: Part): Range | undefined {
  if (lines === undefined) return undefined;
  const first = Math.min(lines.last, lines.first + piece.linesBefore);
  const own = piece.text.slice(piece.repeated).split('\n').length - 1;
  return { first, last: Math.min(lines.last, first + own) };
}

/** The pages on which the text of a piece begins and ends. */
function pagesOf({ block: { pages }, piece }: Part): Range | undefined {
  if (pages === undefined) return undefined;
  const own = piece.text.slice(piece.repeated).trimStart().length;
  const pageAt = (place: number) =>
    pages.findLast(({ at }) => at <= place)?.page ?? pages[0]?.page ?? 1;
  return { first: pageAt(piece.start), last: pageAt(piece.start + own - 1) };
}

function spanOf(ranges: readonly Range[]): Range | undefined {
  if (ranges.length === 0) return undefined;
  return {
    first: Math.min(...ranges.map(({ first }) => first)),
    last: Math.max(...ranges.map(({ last }) => last)),
  };
}
