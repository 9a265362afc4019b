import type { Steps } from '@agent-memory/core/internal';
import type * as Parse5 from 'parse5';
import type { CheckedLimits } from '../../limits.ts';
import { RefusedDocument } from '../../refusal.ts';
import { type LightNode, LightTree } from './light-tree.ts';

/** Characters that one step reads: less than a millisecond of ordinary markup. */
const READ_AT_ONCE = 1_024;
/** Work on the tree that one step may cause; ordinary markup causes some hundred. */
const OPERATIONS_PER_STEP = 30_000;
/** The parser compares each attribute with those before it in its tag. */
const MOST_ATTRIBUTES = 1_000;

/**
 * A page as a tree, read a piece in a step as browsers read it.
 *
 * @param styles looks at long style sheets before their reading; absent where none is looked through.
 * @throws RefusedDocument if it is deeper than the limit, built to stall, or its style sheets are too long.
 */
export function* parsePage(
  html: string,
  parse5: typeof Parse5,
  { maxDepth }: Pick<CheckedLimits, 'maxDepth'>,
): Steps<LightNode> {
  const tree = new LightTree(OPERATIONS_PER_STEP, parse5.html.DOCUMENT_MODE.NO_QUIRKS);
  const parser = new parse5.Parser({ treeAdapter: tree.adapter });
  for (let start = 0; start < html.length; start += READ_AT_ONCE) {
    tree.breathe();
    parser.tokenizer.write(html.slice(start, start + READ_AT_ONCE), false);
    refuseDepth(parser.openElements.stackTop, maxDepth);
    refuseAttributes(Reflect.get(parser.tokenizer, 'currentToken'));
    yield;
  }
  tree.breathe();
  parser.tokenizer.write('', true);
  return parser.document;
}

function refuseDepth(depth: number, maxDepth: number): void {
  if (depth <= maxDepth) return;
  throw new RefusedDocument(
    'TOO_DEEP',
    `The page nests elements more than ${maxDepth} deep; nothing was stored.`,
    'Give its text without the markup, or raise `limits.maxDepth`.',
  );
}

/** A tag that continues from piece to piece, as the parser holds it. */
function refuseAttributes(token: unknown): void {
  const attributes: unknown =
    typeof token === 'object' && token !== null ? Reflect.get(token, 'attrs') : undefined;
  if (!Array.isArray(attributes) || attributes.length <= MOST_ATTRIBUTES) return;
  throw new RefusedDocument(
    'HOSTILE',
    `A tag of the page has more than ${MOST_ATTRIBUTES} attributes; nothing was stored.`,
    'Give its text without the markup.',
  );
}

/** Longer styles are not looked through: what they hide could not be told in good time. */
const MOST_STYLE_CHARACTERS = 1_000_000;

/** The characters of all style sheets of a page. @throws RefusedDocument if they are too many. */
export function refuseLongStyles(characters: number): void {
  if (characters <= MOST_STYLE_CHARACTERS) return;
  throw new RefusedDocument(
    'HOSTILE',
    'The style sheets in the page are too long to tell what they hide; nothing was stored.',
    'Give the text of the page without its markup.',
  );
}
