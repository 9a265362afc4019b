import type { Steps } from '@agent-memory/core/internal';
import { Lexer, type Token } from 'marked';
import type { Block, BlockKind } from './block.ts';
import { Fences } from './fences.ts';
import { linesIn } from './plain-text.ts';

/** Text that one step gives to the lexer, where it ends with an empty line; longer text is cut between lines. */
const LEAST_SEGMENT = 16_384;
const LONGEST_SEGMENT = 1_048_576;
/**
 * A longer line, or one that opens so many lists and quotes, has no structure that is worth looking for: the
 * lexer calls itself for each, and takes seconds for a thousand.
 */
const LONGEST_LINE = 2_000;
const DEEP = /^(?:[ \t>*+-]|\d{1,9}[.)]){64}/u;

const KINDS: Readonly<Record<string, BlockKind | undefined>> = {
  blockquote: 'paragraph',
  code: 'code',
  heading: 'heading',
  html: 'paragraph',
  list: 'list',
  paragraph: 'paragraph',
  table: 'table',
  text: 'paragraph',
};

interface Segment {
  readonly lines: readonly string[];
  /** The number of its first line. */
  readonly first: number;
  readonly isStructured: boolean;
}

/**
 * Headings, paragraphs, lists, tables and code of Markdown, with the lines that they stand in. Its raw HTML has
 * to be resolved before (`withoutRawHtml`), so that what a reader does not see is not in it.
 */
export function* markdownBlocks(text: string): Steps<readonly Block[]> {
  const blocks: Block[] = [];
  for (const segment of segmentsOf(text)) {
    yield;
    for (const block of blocksOf(segment)) blocks.push(block);
  }
  return blocks;
}

function* segmentsOf(text: string): Generator<Segment, void> {
  const fences = new Fences();
  let lines: string[] = [];
  let first = 1;
  let characters = 0;
  const take = (isStructured = true): Segment => {
    const segment = { lines, first, isStructured };
    first += lines.length;
    lines = [];
    characters = 0;
    return segment;
  };
  for (const line of linesIn(text)) {
    const isText = fences.sort(line) === 'text';
    if (isText && (line.length > LONGEST_LINE || DEEP.test(line))) {
      yield take();
      lines.push(line);
      yield take(false);
      continue;
    }
    lines.push(line);
    characters += line.length;
    const isEnd = isText && line.trim() === '' && characters > LEAST_SEGMENT;
    if (isEnd || characters > LONGEST_SEGMENT) yield take();
  }
  yield take();
}

function blocksOf({ lines, first, isStructured }: Segment): readonly Block[] {
  const text = lines.join('\n');
  if (!isStructured) return [{ kind: 'paragraph', text, lines: { first, last: first } }];
  let line = first;
  return new Lexer({ gfm: true }).blockTokens(text, []).flatMap((token) => {
    const start = line;
    line += breaksIn(token.raw);
    return blockOf(token, start) ?? [];
  });
}

function blockOf(token: Token, start: number): Block | undefined {
  // A footnote is seen; a link's definition is not.
  const kind = token.type === 'def' && token.tag.startsWith('^') ? 'paragraph' : KINDS[token.type];
  if (kind === undefined) return undefined;
  if (token.type === 'heading') {
    const lines = { first: start, last: start + breaksIn(token.raw.trimEnd()) };
    return token.text === '' ? undefined : { kind, text: token.text, level: token.depth, lines };
  }
  const isFenced = token.type === 'code' && token.codeBlockStyle !== 'indented';
  const own: string = isFenced ? token.text : token.raw;
  const text = own.replace(/^\n+/u, '').trimEnd();
  if (text === '') return undefined;
  const first = start + (isFenced ? 1 : 0) + breaksIn(own.slice(0, own.indexOf(text)));
  return { kind, text, lines: { first, last: first + breaksIn(text) } };
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
