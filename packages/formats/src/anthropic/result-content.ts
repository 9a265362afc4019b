import type { Part } from '@agent-memory/core';
import type { ToolResultPart } from '@agent-memory/core/formats';
import { isPlainObject, type reading } from '@agent-memory/core/internal';
import { blocksAt, richPart, textOfBlock } from './read-blocks.ts';

/**
 * How the content of a result lay in its list: a text with its length and fields that were kept
 * unread, or `null` for a piece that stands beside the result. `none`: there was no content at all.
 */
type Layout = readonly (reading.Fields | null)[] | 'none';

/** The content of a result: its words, what stands beside them, and how they lay, unless it was text. */
interface ResultContent {
  readonly text: string;
  readonly beside: readonly Part[];
  readonly layout?: Layout;
}

/** The words of the content as one text, line by line; pictures and the like apart. */
export function readResultContent(content: unknown, field: string): ResultContent {
  if (content === undefined) return { text: '', beside: [], layout: 'none' };
  if (typeof content === 'string') return { text: content, beside: [] };
  const texts: string[] = [];
  const beside: Part[] = [];
  const layout = blocksAt(content, field).map((read) => {
    const words = textOfBlock(read);
    if (!words) {
      beside.push(richPart(read) ?? { type: 'unknown', value: read.block });
      return null;
    }
    texts.push(words.text);
    return { ...words.extra, text: words.text.length };
  });
  return { text: texts.join('\n'), beside, layout };
}

/** The content of a result again. `beside` and `textBlock` are the blocks of what it is made of. */
export function writeResultContent(
  { text, extra }: ToolResultPart,
  beside: readonly reading.Fields[],
  textBlock: (text: string, extra: reading.Fields) => reading.Fields,
): string | readonly reading.Fields[] | undefined {
  const layout = layoutIn(extra);
  if (layout === 'none' && text === '' && beside.length === 0) return undefined;
  if (!Array.isArray(layout)) {
    if (beside.length === 0) return text;
    return text === '' ? beside : [textBlock(text, {}), ...beside];
  }
  const lengths = layout.flatMap((piece) => (isPlainObject(piece) ? [Number(piece.text)] : []));
  const whole = lengths.reduce((sum, length) => sum + length + 1, -1);
  if (text.length === Math.max(0, whole)) {
    return laidOut(layout, text, beside, textBlock);
  }
  // It was shortened since, so nobody can say where one text ended and the next began.
  const { text: _, ...first } = layout.find(isPlainObject) ?? {};
  return text === '' ? beside : [textBlock(text, first), ...beside];
}

function layoutIn(extra: reading.Fields | undefined): Layout | undefined {
  const layout = extra?.content;
  return layout === 'none' || Array.isArray(layout) ? layout : undefined;
}

function laidOut(
  layout: readonly (reading.Fields | null)[],
  text: string,
  beside: readonly reading.Fields[],
  textBlock: (text: string, extra: reading.Fields) => reading.Fields,
): readonly reading.Fields[] {
  let next = 0;
  let start = 0;
  return layout.flatMap((piece) => {
    if (piece === null) return beside.slice(next, ++next);
    const { text: length, ...extra } = piece;
    const end = start + Number(length);
    const block = textBlock(text.slice(start, end), extra);
    start = end + 1;
    return [block];
  });
}
