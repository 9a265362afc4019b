import type { MemoryKind, MemoryType } from '../../../records/memory-record.ts';

/** A form in which people say something that is worth keeping; it begins where a sentence begins. */
export interface Sign {
  readonly kind: MemoryKind;
  readonly type: MemoryType;
  /**
   * `statement`, or what the user says of the answer before it. A decision has the groups `reason`,
   * an identifier `value`.
   */
  readonly nature: 'statement' | 'correction' | 'confirmation';
  readonly pattern: RegExp;
  /** It may stand anywhere in a sentence, and says all by itself. */
  readonly isPart?: true;
  /** Something happened, and what came of it lasts: it may have happened today. */
  readonly isEvent?: true;
}

type Kind = Omit<Sign, 'pattern'>;

const PREFERENCE: Kind = { kind: 'preference', type: 'user', nature: 'statement' };
const FACT: Kind = { ...PREFERENCE, kind: 'fact' };
const OF_WORK: Kind = { ...FACT, type: 'project' };
const IDENTIFIER: Kind = { ...PREFERENCE, kind: 'identifier' };

/** What a language has forms for, in the order in which they are looked for. */
const KINDS = {
  /** A change in the life of the user: it ends what was so. */
  change: { ...FACT, isEvent: true },
  /** A habit that the user gave up or took on. */
  changedHabit: { ...PREFERENCE, isEvent: true },
  /** A rule for every later session. */
  instruction: { ...PREFERENCE, kind: 'instruction' },
  preference: PREFERENCE,
  /** Something that the group never did, or has, does and aims at. */
  projectFact: OF_WORK,
  /** A value of the work that is another one by now. */
  projectChange: { ...OF_WORK, isEvent: true },
  /** A fact about the user. */
  fact: FACT,
  /** A value of the user's own; the pattern has the group `value`. */
  identifier: IDENTIFIER,
  /** Where something is; the pattern has the group `value`. */
  reference: { ...IDENTIFIER, type: 'reference' },
  /** A value of the work. */
  projectIdentifier: { ...IDENTIFIER, type: 'project' },
  /** The pattern has the group `reason`, which may be empty. */
  decision: { kind: 'decision', type: 'project', nature: 'statement' },
  /** Values of the user's own that changed, named in passing. */
  within: { ...FACT, isEvent: true, isPart: true },
  withinReference: { ...IDENTIFIER, type: 'reference', isPart: true },
  withinWork: { ...OF_WORK, isEvent: true, isPart: true },
  correction: { kind: 'fact', type: 'feedback', nature: 'correction' },
  confirmation: { kind: 'preference', type: 'feedback', nature: 'confirmation' },
} as const satisfies Readonly<Record<string, Kind>>;

/** Thanks, or for how long: a clause that continues may say the opposite ("exactly like that is what I hate"). */
const NOTHING_BEHIND = String.raw`(?:[^\p{L}\p{N}]+(?:from now on|always|every time|next time|again|please|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|ty|bitte|danke(?: schön| dir)?|vielen dank|por favor|(?:muchas )?gracias|merci(?: beaucoup)?))*[^\p{L}\p{N}]*$`;

/** The signs of a language, from its patterns by kind. */
export function signsOf(
  patterns: Readonly<Partial<Record<keyof typeof KINDS, readonly RegExp[]>>>,
): readonly Sign[] {
  return Object.entries(KINDS).flatMap(([name, kind]) =>
    (patterns[name as keyof typeof KINDS] ?? []).map((pattern) => ({
      ...kind,
      pattern: name === 'confirmation' ? whole(pattern) : pattern,
    })),
  );
}

function whole({ source, flags }: RegExp): RegExp {
  return new RegExp(source + NOTHING_BEHIND, flags);
}
