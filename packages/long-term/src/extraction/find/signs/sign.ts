import type { MemoryKind, MemoryType } from '../../../records/memory-record.ts';

/** A form in which people say something that is worth keeping; it begins where a sentence begins. */
export interface Sign {
  readonly kind: MemoryKind;
  readonly type: MemoryType;
  /**
   * `statement`, or what the user says of the answer ahead of it. A decision has the groups `reason`,
   * an identifier `value`.
   */
  readonly nature: 'statement' | 'correction' | 'confirmation';
  readonly pattern: RegExp;
  /** Something happened, and what came of it lasts: it may have happened today. */
  readonly isEvent?: true;
}

export const preference = (pattern: RegExp): Sign => ({
  kind: 'preference',
  type: 'user',
  nature: 'statement',
  pattern,
});

/** A fact about the user. */
export const fact = (pattern: RegExp): Sign => ({
  kind: 'fact',
  type: 'user',
  nature: 'statement',
  pattern,
});

/** A change in the life of the user: it ends what was so. */
export const change = (pattern: RegExp): Sign => ({ ...fact(pattern), isEvent: true });

/** A habit that the user gave up or took on. */
export const changedHabit = (pattern: RegExp): Sign => ({ ...preference(pattern), isEvent: true });

/** A value of the user's own; the pattern has the group `value`. */
export const identifier = (pattern: RegExp): Sign => ({
  kind: 'identifier',
  type: 'user',
  nature: 'statement',
  pattern,
});

/** The pattern has the group `reason`, which may be empty. */
export const decision = (pattern: RegExp): Sign => ({
  kind: 'decision',
  type: 'project',
  nature: 'statement',
  pattern,
});

export const correction = (pattern: RegExp): Sign => ({
  kind: 'fact',
  type: 'feedback',
  nature: 'correction',
  pattern,
});

/** Thanks, or for how long: a clause that goes on may say the opposite ("exactly like that is what I hate"). */
const NOTHING_BEHIND = String.raw`(?:[^\p{L}\p{N}]+(?:from now on|always|every time|next time|again|please|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|ty|bitte|danke(?: schön| dir)?|vielen dank|por favor|(?:muchas )?gracias|merci(?: beaucoup)?))*[^\p{L}\p{N}]*$`;

export const confirmation = ({ source, flags }: RegExp): Sign => ({
  kind: 'preference',
  type: 'feedback',
  nature: 'confirmation',
  pattern: new RegExp(source + NOTHING_BEHIND, flags),
});
