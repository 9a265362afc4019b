import { onceATask } from '../platform/once-a-task.ts';
import { normalisedText } from '../records/bare-text.ts';
import type { MemoryRecord, MemoryType } from '../records/memory-record.ts';
import { changesValue } from './changed-value.ts';
import { inFirstPerson, isOfUser, isToldOfUser } from './user/first-person.ts';
import { saysMoreThan, userRelation } from './user/user-relation.ts';

/** How a new statement stands to one of the same subject and kind. */
export type Relation =
  /** To the letter, or the same value of the same attribute of the user in other words. */
  | 'same'
  /** Both cannot hold; the new one replaces it. */
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
  /https?:\/\/\S+|[^\s@]{1,64}@[^\s@]{1,200}|"[^"]*"|“[^”]*”|`[^`]*`|(?:(?<![\p{L}\p{N}])[-+−])?\p{N}[\p{N}.,:/-]*(?:\s?(?:%|€|\$|£))?/gu;
/** The value that a sentence is about: behind "is" and at its end. Elsewhere a number names a thing. */
const IS_BEFORE =
  /(?:^|\s)(?:is|are|was|were|be|ist|sind|war|waren|est|sont|es|son|è|sono|[=:])(?: (?:now|only|at|on|by|due|due on|due by|jetzt|am|um|bei))?\s?$/u;
const NOTHING_BEHIND = /^[\s.!?)]*$/u;
/** Words behind a place or a name that say when, with whom or what else: then there may be two. */
const NARROWED =
  /\b(?:in|on|at|during|when|while|if|for|from|until|since|before|after|with|without|and|or|but|sometimes|usually|mostly|part[- ]time|im|am|an|bei|mit|und|oder|während|seit|bis|wenn|von)\b/u;
/** Share of words in common from which two texts are about the same thing. */
const ALIKE = 0.5;

/**
 * Compares by words alone. It is sure only where the form of the sentence has room for one value:
 * the same sentence with another value at its end, with or without a "not", or a relation that has one
 * object.
 */
export function relationOf(newText: string, oldText: string): Relation {
  const [now, before] = [normalisedText(newText), normalisedText(oldText)];
  if (now === before) return 'same';
  if (isNegated(now, before) || differsInLastValue(now, before) || isSameSlot(now, before)) {
    return 'replaces';
  }
  const alike = likenessOf(now, before);
  if (CHANGE.test(now) && alike >= ALIKE / 2 && !nameOthers(now, before)) return 'replaces';
  return alike >= ALIKE ? 'may-contradict' : 'beside';
}

/** A text, and what it is about where that was said. */
export interface Statement {
  readonly text: string;
  readonly type?: MemoryType | undefined;
  readonly subject?: string | undefined;
}

/**
 * How a statement stands to another one whose subject is the same, or where one of the two names none.
 *
 * - Two of the user about themselves have one subject, named or not: see `relationOfUser`.
 * - With one subject the form of the sentence decides.
 * - Where neither names a subject the words alone say what they are about: it takes the other's place
 *   only where it is the same sentence with another value at its end.
 * - Where one of the two names a subject they may be about two things: neither takes the other's place.
 * - It replaces none that says something else as well: that would be lost with it.
 */
export function relationBetween(now: Statement, before: Statement): Relation {
  const relation = relationByForm(now, before);
  const isMore = () => saysMoreThan(inFirstPerson(now.text), inFirstPerson(before.text));
  return relation === 'replaces' && isMore() ? 'may-contradict' : relation;
}

function relationByForm(now: Statement, before: Statement): Relation {
  const changed = changesValue(normalisedText(now.text), normalisedText(before.text));
  if (changed) return changed;
  if (isByUser(now) && isByUser(before)) return relationOfUser(now.text, before.text);
  const relation = relationOf(now.text, before.text);
  if (relation !== 'replaces' || isNamed(now, before)) return relation;
  const isUnnamed = now.subject === undefined && before.subject === undefined;
  const isSure = differsInLastValue(normalisedText(now.text), normalisedText(before.text));
  return isUnnamed && isSure ? 'replaces' : 'may-contradict';
}

function isByUser(statement: Statement): boolean {
  return statement.type === 'user' && isOfUser(statement);
}

/**
 * People like many things and live in one place: of an attribute that has one value the newest counts,
 * and what is taken back ends. Everything else of which there may be two stands beside what was said.
 */
function relationOfUser(newText: string, oldText: string): Relation {
  if (normalisedText(newText) === normalisedText(oldText)) return 'same';
  const [ours, theirs] = [inFirstPerson(newText), inFirstPerson(oldText)];
  const relation = userRelation(ours, theirs, { isTold: isToldOfUser(newText) });
  if (relation !== undefined) return relation;
  const [now, before] = [normalisedText(ours), normalisedText(theirs)];
  // Attributes have decided about the user; the form of the sentence decides about others, such as a sister.
  const isOfOther = !/^i(?!\p{L})/u.test(now) && isSameSlot(now, before);
  if (differsInLastValue(now, before) || isOfOther) return 'replaces';
  return likenessOf(now, before) >= ALIKE ? 'may-contradict' : 'beside';
}

function isNamed(...statements: readonly Statement[]): boolean {
  return statements.every(({ subject }) => subject !== undefined);
}

/**
 * The records that a statement replaces, those that somebody should compare with it, and those that say
 * the same in other words.
 */
export function contradictionsOf(
  statement: Statement,
  known: readonly MemoryRecord[],
): Readonly<Record<'replaced' | 'doubtful' | 'disputed' | 'restated', readonly MemoryRecord[]>> {
  const said = normalisedText(statement.text);
  const related = known.map((record) => ({ record, relation: relationBetween(statement, record) }));
  const of = (wanted: Relation) =>
    related.filter(({ relation }) => relation === wanted).map(({ record }) => record);
  return {
    replaced: of('replaces'),
    doubtful: of('may-contradict'),
    disputed: of('may-contradict').filter((record) => isDispute(statement, record)),
    restated: of('same').filter(({ text }) => normalisedText(text) !== said),
  };
}

/** Whether the form of one of two statements that are alike speaks against the other, and not their words alone. */
function isDispute(one: Statement, other: Statement): boolean {
  const [now, before] = [normalisedText(one.text), normalisedText(other.text)];
  const isOneNegated = hasNegation(now) !== hasNegation(before);
  return isOneNegated || CHANGE.test(now) || relationByForm(one, other) === 'replaces';
}

function isNegated(now: string, before: string): boolean {
  const isOneNegated = hasNegation(now) !== hasNegation(before);
  return isOneNegated && positive(now) === positive(before);
}

const hasNegation = onceATask((text) => text.match(NEGATION) !== null);

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

/**
 * The same sentence with another value at its end: "the budget is 500". A number elsewhere names what
 * it is about, and another one is about another thing: "ticket 4711 is fixed", "paid invoice 17".
 */
function differsInLastValue(now: string, before: string): boolean {
  const [ours, theirs] = [lastValueOf(now), lastValueOf(before)];
  return ours !== undefined && theirs !== undefined && ours.said === theirs.said;
}

/** The value behind "is" at the end, and what is said of it. */
const lastValueOf = onceATask((text): { readonly said: string } | undefined => {
  const last = [...text.matchAll(VALUE)].at(-1);
  if (last === undefined) return undefined;
  const said = text.slice(0, last.index);
  const behind = text.slice(last.index + last[0].length);
  return IS_BEFORE.test(said) && NOTHING_BEHIND.test(behind) ? { said } : undefined;
});

/** Whether both name things by numbers, and none of them is the same. */
function nameOthers(now: string, before: string): boolean {
  const [ours, theirs] = [namesIn(now), namesIn(before)];
  return ours.length > 0 && theirs.length > 0 && !ours.some((name) => theirs.includes(name));
}

function namesIn(text: string): readonly string[] {
  return (lastValueOf(text)?.said ?? text).match(VALUE) ?? [];
}

function isSameSlot(now: string, before: string): boolean {
  const [ours, theirs] = [slotOf(now), slotOf(before)];
  if (ours === undefined || theirs === undefined || ours.slot !== theirs.slot) return false;
  return !NARROWED.test(ours.rest) && !NARROWED.test(theirs.rest);
}

const slotOf = onceATask((text): { readonly slot: string; readonly rest: string } | undefined => {
  const slot = SINGLE_VALUED.exec(text)?.[1];
  return slot === undefined ? undefined : { slot, rest: text.slice(slot.length) };
});

function likenessOf(now: string, before: string): number {
  const [ours, theirs] = [wordsOf(now), wordsOf(before)];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  return shared / Math.max(1, Math.min(ours.size, theirs.size));
}

const wordsOf = onceATask(
  (text): ReadonlySet<string> => new Set(text.match(/[\p{L}\p{N}]{3,}/gu) ?? []),
);
