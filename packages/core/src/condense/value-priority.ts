import type { ValueKind } from './value-kind.ts';

/**
 * The facts about a value that left the view, as far as they tell whether it will be needed
 * again.
 */
export interface ValueHistory {
  readonly kind: ValueKind;
  /** Messages and calls that held it. */
  readonly uses: number;
  /** The latest message that held it. */
  readonly lastSeq: number;
  /** It was an argument of a call. */
  readonly fromArguments: boolean;
  /** The user said it. */
  readonly fromUser: boolean;
  /** The fewest values, itself included, that it ever stood among in one message. */
  readonly company: number;
}

/**
 * Names of things are asked for again; quotations are mostly wording, and whatever recurs of them
 * recurs as part of something else. Every weight here is in doublings of the odds that a value is
 * needed again.
 */
const weightOfKind: Readonly<Record<ValueKind, number>> = {
  name: 1,
  identifier: 0.5,
  path: 0.5,
  url: 0,
  email: 0,
  date: 0,
  time: 0,
  number: -0.3,
  quoted: -1.7,
};

/**
 * Estimates how likely a value is to be needed again; a larger number is likelier.
 *
 * A value used in a call is used again, one said by the user matters, one that recurs recurs; the
 * odds fall almost in proportion to the age, and with the number of values that came along: one id
 * in an answer was asked for, one of three hundred in a listing was not. Most of all it counts
 * whether the value belongs to what is being worked on: `relatedness`, 0 to 1, says how much of it
 * stands in the messages that stay.
 */
export function valuePriority(value: ValueHistory, newestSeq: number, relatedness: number): number {
  const age = Math.max(0, newestSeq - value.lastSeq);
  return (
    weightOfKind[value.kind] +
    3.2 * relatedness +
    (value.fromArguments ? 1.2 : 0) +
    (value.fromUser ? 1 : 0) +
    0.4 * Math.log2(value.uses) -
    0.9 * Math.log2(1 + age) -
    0.5 * Math.log2(value.company)
  );
}

/**
 * Gives the loss of priority by a value's length when room is scarce: two short values are worth more
 * than a long one.
 */
export function lengthPenalty(text: string): number {
  return 0.6 * Math.log2(roughTokens(text));
}

/**
 * Tokens by rule of thumb: digits go by threes, letters by fives, every sign alone. Good enough to
 * rank by.
 */
function roughTokens(text: string): number {
  return 1 + (text.match(/\d{1,3}|\p{L}{1,5}|[^\d\p{L}]/gu)?.length ?? 0);
}
