import type { MemoryRecord } from '../records/memory-record.ts';
import { normalisedText } from '../records/normalised-text.ts';

/** How a new statement stands to one of the same subject and kind. */
export type Relation =
  | 'same'
  /** Both cannot hold; the new one takes its place. */
  | 'replaces'
  /** They may not both hold: for a person or a model to look at. */
  | 'may-contradict'
  | 'beside';

const NEGATION =
  /\b(?:not|no longer|never|none|cannot|without|nicht|nie|kein\w*|pas|jamais|не|никогда)\b|n['’]t\b/gu;
const CHANGE =
  /\b(?:no longer|not any ?more|instead of|rather than|changed|switched|moved|renamed|replaced|now uses?|actually|anymore|nicht mehr|statt|больше не|вместо)\b/u;
const SINGLE_VALUED =
  /^(.*?\b(?:lives? in|works? (?:at|for)|is called|(?:is )?named?(?: is)?|is (?:located|based) in|was born (?:in|on)|email (?:address )?is|phone (?:number )?is|address is|birthday is|deadline is|budget is|time ?zone is|prefers? the \w+ to be|language is|version is|password is|wohnt in|heißt)\b)/u;
/** Numbers, dates, addresses, quoted words: where two texts may say something else in one place. */
const VALUE =
  /https?:\/\/\S+|[^\s@]{1,64}@[^\s@]{1,200}|"[^"]*"|“[^”]*”|`[^`]*`|\p{N}[\p{N}.,:/-]*(?:\s?(?:%|€|\$|£))?/gu;
/** Share of words in common from which two texts are about the same thing. */
const ALIKE = 0.5;

/**
 * Compares by words alone. It is sure only where the form of the sentence has room for one value:
 * the same sentence with another number, with or without a "not", or a relation that has one object.
 */
export function relationOf(newText: string, oldText: string): Relation {
  const [now, before] = [normalisedText(newText), normalisedText(oldText)];
  if (now === before) return 'same';
  if (isNegated(now, before) || differsInOneValue(now, before) || isSameSlot(now, before)) {
    return 'replaces';
  }
  const alike = likenessOf(now, before);
  if (CHANGE.test(now) && alike >= ALIKE / 2) return 'replaces';
  return alike >= ALIKE ? 'may-contradict' : 'beside';
}

/** The records that a text replaces, and those that somebody should compare with it. */
export function contradictionsOf(
  text: string,
  known: readonly MemoryRecord[],
): { readonly replaced: readonly MemoryRecord[]; readonly doubtful: readonly MemoryRecord[] } {
  const related = known.map((record) => ({ record, relation: relationOf(text, record.text) }));
  const of = (wanted: Relation) =>
    related.filter(({ relation }) => relation === wanted).map(({ record }) => record);
  return { replaced: of('replaces'), doubtful: of('may-contradict') };
}

function isNegated(now: string, before: string): boolean {
  const isOneNegated = hasNegation(now) !== hasNegation(before);
  return isOneNegated && positive(now) === positive(before);
}

function hasNegation(text: string): boolean {
  return text.match(NEGATION) !== null;
}

/** Without negations and the helping verbs that come with them. */
function positive(text: string): string {
  return text
    .replace(/\b(\w+)n['’]t\b/gu, '$1 not')
    .replace(NEGATION, ' ')
    .replace(/\b(?:do|does|did|will|would|should)\b/gu, ' ')
    .replace(/\b(\p{L}{3,})s\b/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Two differences may be two things: "room 3 holds 10", "room 4 holds 12". */
function differsInOneValue(now: string, before: string): boolean {
  if (now.replace(VALUE, '#') !== before.replace(VALUE, '#')) return false;
  const [ours, theirs] = [now.match(VALUE) ?? [], before.match(VALUE) ?? []];
  return ours.filter((value, index) => value !== theirs[index]).length === 1;
}

function isSameSlot(now: string, before: string): boolean {
  const slot = SINGLE_VALUED.exec(now)?.[1];
  return slot !== undefined && slot === SINGLE_VALUED.exec(before)?.[1];
}

function likenessOf(now: string, before: string): number {
  const [ours, theirs] = [wordsOf(now), wordsOf(before)];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  return shared / Math.max(1, Math.min(ours.size, theirs.size));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}
