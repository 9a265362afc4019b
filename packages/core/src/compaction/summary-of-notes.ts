import { firstSentences } from '../condense/extractive-summarizer.ts';
import type { Summary } from '../condense/summarizer.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { LeftUnit } from './workbench.ts';

/** The name of the summary's writer where the agent's own notes serve as one. */
export const NOTES_SUMMARISER = 'session-memory';

/**
 * The summary that stages gave for units they took out, behind as much of the current one as fits;
 * earlier notes give way to the newer ones. `undefined` when none gave any, or it does not fit.
 */
export function summaryOfNotes(
  left: readonly LeftUnit[],
  current: Summary | undefined,
  maxTokens: number,
  measurer: Measurer,
): Summary | undefined {
  const noted = left.filter(({ summary }) => summary !== undefined);
  const [first, last] = [noted[0], noted.at(-1)];
  if (!first || !last) return undefined;
  const notes = [...new Set(noted.map(({ summary }) => summary))].join('\n');
  const count = (text: string) => measurer.text(text);
  const notesTokens = count(notes);
  if (notesTokens > maxTokens) return undefined;
  const before = current?.madeBy === NOTES_SUMMARISER ? current.lead : current?.text;
  const earlier = firstSentences(before ?? '', maxTokens - notesTokens - 1, count);
  return {
    madeBy: NOTES_SUMMARISER,
    fromSeq: Math.min(current?.fromSeq ?? first.unit.start, first.unit.start),
    toSeq: last.unit.end - 1,
    text: earlier === '' ? notes : `${earlier}\n${notes}`,
    ...(earlier !== '' && { lead: earlier }),
  };
}
