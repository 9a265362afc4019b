import type { CondenseSource } from '../condense/condense-source.ts';
import { addToValueIndex, emptyValueIndex, likeliestFirst } from '../condense/value-index.ts';
import type { LostValues } from './compaction-record.ts';

/** A record names this many; the rest is a number. */
const MOST_NAMED = 50;

/**
 * The exact values of what left in this compaction that can be read nowhere any more: not in what
 * stands for it, not in what stays, not in the agent's notes [CMP-11]. Drawn from what left itself:
 * the index that is kept is bounded, and knows a value by where it was said last.
 */
export function lostValues(
  sources: readonly CondenseSource[],
  readableTexts: readonly string[],
): LostValues {
  const readable = readableTexts.join('\n');
  const index = addToValueIndex(emptyValueIndex, sources, { maxValues: Number.POSITIVE_INFINITY });
  const lost = likeliestFirst(index, readable).filter(({ text }) => !readable.includes(text));
  return { values: lost.slice(0, MOST_NAMED).map(({ text }) => text), total: lost.length };
}
