import type { Decision } from '@agent-memory/core';
import type { MemoryKind, MemoryType, RecordSource } from '@agent-memory/long-term';
import type { PlanFacts } from '../source/devtools-source.ts';
import type { RecordMark, RecordQuery } from '../source/namespace-facts.ts';
import type { RecordFacts } from '../source/record-facts.ts';
import { type MenuItem, type Term, termsFrom, wordsFrom } from '../words/format.ts';

const TYPES: Readonly<Record<MemoryType, string>> = {
  user: 'about the user',
  feedback: 'feedback of the user',
  project: 'about the work',
  reference: 'where things are',
};

const KINDS: Readonly<Record<MemoryKind, string>> = {
  instruction: 'instruction',
  fact: 'fact',
  preference: 'preference',
  decision: 'decision',
  identifier: 'identifier',
  artifact: 'artifact',
  episode: 'episode',
  strategy: 'strategy',
};

const SOURCES: Readonly<Record<RecordSource, Term>> = {
  user_stated: { name: 'user said', meaning: 'the user said so' },
  user_correction: { name: 'user corrected', meaning: 'the user put it right' },
  in_session_correction: {
    name: 'corrected in chat',
    meaning: 'it was put right in the course of a conversation',
  },
  tool_verified: { name: 'tool', meaning: 'a tool gave it' },
  agent_inferred: { name: 'inferred', meaning: 'the agent concluded it; nobody said so' },
  recalled: { name: 'recalled', meaning: 'the agent said it from memory' },
  external: { name: 'outside', meaning: 'quoted from outside; nobody here vouches for it' },
  unknown: { name: 'unknown', meaning: 'nobody said where it comes from' },
};

const MARKS: Readonly<Record<RecordMark, Term>> = {
  pinned: { name: 'pinned', meaning: 'never expires, fades or is swept away' },
  muted: {
    name: 'kept from recall',
    meaning: 'by choice of a person: no context and no recall has it',
  },
  hypothesis: {
    name: 'hypothesis',
    meaning: 'not confirmed; the agent is told to treat it as a guess',
  },
  'needs-verification': {
    name: 'to confirm',
    meaning: 'new; somebody may still know whether it is right',
  },
  stale: { name: 'stale', meaning: 'older than a week, and not sure' },
  'never-recalled': { name: 'not recalled yet', meaning: 'no context has had it so far' },
  'never-used': { name: 'never used', meaning: 'older than a week, and no context has had it' },
  decayed: { name: 'fading', meaning: 'loses confidence each day until somebody confirms it' },
  'not-yet-valid': { name: 'not yet valid', meaning: 'holds from a later time on' },
  quoted: {
    name: 'quoted',
    meaning: 'quoted from outside; not a fact that the memory vouches for',
  },
};

/** The values that one menu filters by, in its order. */
export const MENUS = {
  type: menuOf(TYPES, (words) => words),
  kind: menuOf(KINDS, (words) => words),
  source: menuOf(SOURCES, ({ name }) => name),
  mark: menuOf(MARKS, ({ name }) => name),
} as const;

export const typeWords = wordsFrom(TYPES);

export const kindWords = wordsFrom(KINDS);

export const sourceWords = termsFrom(SOURCES);

export const markWords = termsFrom(MARKS);

/** The marks of a record that a list shows: what a person set, and its labels but for the fading one. */
export function marksOf({
  pinned,
  muted,
  labels,
}: Pick<RecordFacts, 'pinned' | 'muted' | 'labels'>): RecordMark[] {
  // The figure of its confidence shows that it fades.
  const shown = labels.filter((label) => label !== 'decayed');
  return [...(pinned ? ['pinned' as const] : []), ...(muted ? ['muted' as const] : []), ...shown];
}

/** The same for a list that has no column for uses. */
export function marksWithUse(
  facts: Parameters<typeof marksOf>[0] & Pick<RecordFacts, 'uses'>,
): RecordMark[] {
  const marks = marksOf(facts);
  const isMarked = facts.uses > 0 || marks.includes('never-used');
  return isMarked ? marks : [...marks, 'never-recalled'];
}

/** Why a record holds no more. */
export const endWords = wordsFrom({
  superseded: 'corrected by another record',
  forgotten: 'forgotten because somebody wanted so',
  rejected: 'found wrong in a review',
  unconfirmed: 'dropped: nobody confirmed it in time',
  expired: 'expired',
  held: 'held for a review, and not in force before it',
  faded: 'faded: its confidence decayed away',
});

export function menuOf<Value extends string, Words>(
  words: Readonly<Record<Value, Words>>,
  nameOf: (words: Words) => string,
): readonly MenuItem<Value>[] {
  const values = Object.keys(words) as Value[];
  return values.map((value) => ({ value, name: nameOf(words[value]) }));
}

/** The filters of the list; '' lets all through. */
export type RecordFilter = {
  readonly [Field in keyof RecordQuery]-?: NonNullable<RecordQuery[Field]> | '';
};

export const ALL_RECORDS: RecordFilter = {
  phrase: '',
  type: '',
  kind: '',
  source: '',
  namespace: '',
  mark: '',
};

export function queryOf(filter: RecordFilter): RecordQuery {
  const { phrase, type, kind, source, namespace, mark } = filter;
  return {
    ...(phrase.trim() === '' ? {} : { phrase: phrase.trim() }),
    ...(type === '' ? {} : { type }),
    ...(kind === '' ? {} : { kind }),
    ...(source === '' ? {} : { source }),
    ...(namespace === '' ? {} : { namespace }),
    ...(mark === '' ? {} : { mark }),
  };
}

/** Whether everything is listed. */
export function isUnfiltered(filter: RecordFilter): boolean {
  return Object.keys(queryOf(filter)).length === 0;
}

/** The decision about a record in the context that stands; `undefined` where it was no candidate. */
export function decisionOnRecord(
  plan: PlanFacts | undefined,
  recordId: string,
): Decision | undefined {
  for (const { decision } of plan?.items ?? []) {
    const part = decision.parts?.find(({ itemId }) => itemId === recordId);
    if (part) return part;
  }
  return undefined;
}
