import type { Steps } from '@agent-memory/core/internal';
import type * as Parse5 from 'parse5';
import type { CheckedLimits } from '../../limits.ts';
import { Fences } from '../fences.ts';
import { linesIn } from '../plain-text.ts';
import { isUnshown, SeenPart } from './hidden.ts';
import { HidingStyles } from './hiding-styles.ts';
import type { LightNode } from './light-tree.ts';
import { parsePage } from './parse-page.ts';
import { walk } from './walk.ts';

const MARKUP = /<[a-z!/?]/iu;
const LINES_PER_STEP = 128;
/** Characters that are put together in one step. */
const JOINED_AT_ONCE = 16_384;
/** `<https://…>` and `<ada@…>` are links in Markdown, and no markup. */
const AUTOLINK = /<(?=(?:[a-z][a-z\d+.-]{1,31}:|[\w.+-]+@)[^\s<>]*>)/giu;
/**
 * No tag of Markdown: it is escaped, or a sign stands behind its name that no tag has there, as in
 * `Map<String, Foo>` (https://spec.commonmark.org/0.31.2/#raw-html).
 */
const NO_TAG = /(?<=(?<!\\)(?:\\\\)*\\)<|<(?=\/?[a-z][a-z\d-]*[^\sa-z\d/>-])/giu;
/** In a longer line no code is looked for, since it is read in one step. */
const LONGEST_LINE = 2_000;

/** Whether Markdown has anything that could be HTML. */
export function hasRawHtml(markdown: string): boolean {
  return MARKUP.test(markdown);
}

/**
 * Markdown without its raw HTML and without what that hides: comments, elements out of sight. Lines stay
 * where they are, and code stays as it is.
 */
export function* withoutRawHtml(
  markdown: string,
  parse5: typeof Parse5,
  limits: Pick<CheckedLimits, 'maxDepth'>,
): Steps<string> {
  const escaped = yield* withEscapedCode(markdown);
  const document = yield* parsePage(`<!doctype html><body>${escaped}`, parse5, limits);
  return yield* seenText(document);
}

/** Code as text that no parser takes for markup. */
function* withEscapedCode(markdown: string): Steps<string> {
  const lines: string[] = [];
  const fences = new Fences();
  for (const line of linesIn(markdown)) {
    if (lines.length % LINES_PER_STEP === 0) yield;
    if (fences.sort(line) !== 'text') lines.push(escapedText(line));
    else {
      const linked = line.replaceAll(AUTOLINK, '&lt;').replaceAll(NO_TAG, '&lt;');
      lines.push(line.length > LONGEST_LINE ? linked : withEscapedSpans(linked));
    }
  }
  return lines.join('\n');
}

function withEscapedSpans(line: string): string {
  return withCodeSpans(line, (code) => escapedText(code.replaceAll('&lt;', '<')));
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The text of a tree that is seen; of the rest only the breaks of its lines. */
function* seenText(document: LightNode): Steps<string> {
  const styles = yield* HidingStyles.of([]);
  const texts: string[] = [];
  let parts: string[] = [];
  let length = 0;
  const add = (text: string) => {
    parts.push(text);
    length += text.length;
    if (length < JOINED_AT_ONCE) return;
    // The parser built them letter by letter: to read all of that in one step would take long.
    texts.push(parts.join(''));
    parts = [];
    length = 0;
  };
  const seen = new SeenPart(styles);
  let unshownIn: LightNode | undefined;
  yield* walk(document, {
    enter: (node) => {
      if (node.name.startsWith('#')) {
        const isSeen = node.name === '#text' && unshownIn === undefined && seen.isSeen;
        add(isSeen ? node.text : node.text.replaceAll(/[^\n]+/gu, ''));
      } else {
        if (unshownIn === undefined && isUnshown(node)) unshownIn = node;
        seen.enter(node);
      }
      if (node.name === 'br') add(' ');
      return 'go-on';
    },
    leave: (node) => {
      if (node === unshownIn) unshownIn = undefined;
      seen.leave(node);
    },
  });
  return [...texts, ...parts].join('');
}

const BACKTICKS = /`+/gu;

/** Changes the code spans of a line: each goes from a run of backticks to the next one of its length. */
export function withCodeSpans(line: string, change: (span: string) => string): string {
  const runs = Array.from(line.matchAll(BACKTICKS), ({ 0: { length }, index }) => ({
    start: index,
    length,
  }));
  const ends = endsOf(runs);
  const parts: string[] = [];
  let done = 0;
  for (const [at, { start }] of runs.entries()) {
    const end = ends[at];
    if (start < done || end === undefined) continue;
    parts.push(line.slice(done, start), change(line.slice(start, end)));
    done = end;
  }
  return parts.join('') + line.slice(done);
}

/** Where the span that begins with each run ends. */
function endsOf(
  runs: readonly { readonly start: number; readonly length: number }[],
): readonly (number | undefined)[] {
  const next = new Map<number, number>();
  return runs
    .toReversed()
    .map(({ start, length }) => {
      const end = next.get(length);
      next.set(length, start + length);
      return end;
    })
    .toReversed();
}
