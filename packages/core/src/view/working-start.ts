import type { Transcript } from '../transcript/transcript.ts';
import type { View } from './view.ts';

/** The newest turns that make up the working tier. */
const WORKING_TURNS = 2;

/**
 * Where the working tier begins: with the newest turns, behind the anchor, and never before the last
 * range that left.
 */
export function workingStartOf({ segments }: View, transcript: Transcript): number {
  const afterAnchor = (transcript.anchorSeq ?? -1) + 1;
  let turns = 0;
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index];
    if (segment?.kind === 'range') return Math.max(afterAnchor, segment.range.toSeq);
    if (segment?.kind !== 'unit') continue;
    if (segment.start < afterAnchor) return afterAnchor;
    if (transcript.log.at(segment.start).message.role === 'user') turns += 1;
    if (turns === WORKING_TURNS) return segment.start;
  }
  return afterAnchor;
}
