import { likeliestFirst, type ValueIndex } from '../condense/value-index.ts';
import { valuesInText } from '../condense/values-in-text.ts';
import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { LostValues } from './compaction-record.ts';

/** A record names this many; the rest is a number. */
const MOST_NAMED = 50;

/**
 * The exact values of what left in this compaction that can be read nowhere any more: not in what
 * stands for it, not in what stays, not in the agent's notes [CMP-11].
 *
 * @param left every value of what left; the index that is kept is bounded, and of earlier ones too
 */
export function* lostValues(left: ValueIndex, readableTexts: readonly string[]): Steps<LostValues> {
  const readable = readableTexts.join('\n');
  const present = yield* valuesInText(readable, textsOf(left.values));
  const total = left.values.length - present.size;
  if (total === 0) return { values: [], total };
  const next = yield* likeliestFirst(left, readable);
  const values: string[] = [];
  for (let turns = 1; values.length < Math.min(total, MOST_NAMED); turns += 1) {
    if (turns % TURNS_PER_STEP === 0) yield;
    const value = next();
    if (!value) break;
    if (!present.has(value.text)) values.push(value.text);
  }
  return { values, total };
}

function* textsOf(values: Iterable<{ readonly text: string }>): Generator<string> {
  for (const { text } of values) yield text;
}
