import type { ContextBlock } from './context-block.ts';

/** The first place of a value in a context. */
export interface ValuePlace {
  /** Position of the block in send order. */
  readonly at: number;
  readonly kind: ContextBlock['kind'];
  /** The words around it, in one line. */
  readonly before: string;
  readonly after: string;
}

/** Characters that are shown ahead of the value and behind it: it is to be seen in a narrow column too. */
const AHEAD = 28;
const BEHIND = 90;

/**
 * Finds the first place of a value in a context. Text in which letters or digits stand right beside it
 * is another value.
 */
export function findValue(blocks: readonly ContextBlock[], value: string): ValuePlace | undefined {
  for (const [at, { kind, text }] of blocks.entries()) {
    const start = startOf(text, value);
    if (start === -1) continue;
    const end = start + value.length;
    return {
      at,
      kind,
      before: `${start > AHEAD ? '… ' : ''}${oneLine(text.slice(Math.max(0, start - AHEAD), start), 'trimStart')}`,
      after: `${oneLine(text.slice(end, end + BEHIND), 'trimEnd')}${text.length > end + BEHIND ? ' …' : ''}`,
    };
  }
  return undefined;
}

function startOf(text: string, value: string): number {
  const isPartOfMore = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  let start = text.indexOf(value);
  while (start !== -1) {
    const isWhole = !isPartOfMore(text[start - 1]) && !isPartOfMore(text[start + value.length]);
    if (isWhole) return start;
    start = text.indexOf(value, start + 1);
  }
  return -1;
}

function oneLine(text: string, trim: 'trimStart' | 'trimEnd'): string {
  return text.replace(/\s+/g, ' ')[trim]();
}
