import { isSameValue, type Steps } from '@agent-memory/core/internal';
import { type Relation, relationBetween } from '../change/contradiction.ts';
import { inFirstPerson, isOfUser } from '../change/user/first-person.ts';
import { absoluteDates } from '../dates/absolute-dates.ts';
import type { DateParser } from '../dates/date-parser.ts';
import { natureOfText } from '../policy/check-draft.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { bareText } from '../records/bare-text.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { KnownRecord } from '../records/standing.ts';
import { isUsersWord } from '../records/users-word.ts';
import { changeOf, type ProposedChange, summarizedBy } from './proposed-change.ts';

/** Most records of one namespace, type and kind that a record is compared with: the next older ones. */
const COMPARED = 100;
/** Under it an inference that nobody confirmed is about to fade: it is not given out below 0.3. */
const FADING_BELOW = 0.4;
/** Words that change nothing about what a statement says. */
const FILLERS = new Set('a an the also really very please'.split(' '));

/** What is known of the time in which records are looked at. */
export interface FindParts {
  readonly nowMs: number;
  readonly dates: DateParser;
}

/**
 * The changes that need no model [EXT-9]: records that say the same twice, that contradict each other, and that are
 * over. Each record ends by one change at most, and none that stays by another change ends, so that any of
 * them can be accepted. Only what one person said about the same is compared; a pinned record never ends.
 *
 * @param known records that this memory may change, newest first.
 */
export function* findChanges(
  known: readonly KnownRecord[],
  parts: FindParts,
): Steps<readonly ProposedChange[]> {
  const changes: ProposedChange[] = [];
  const ending = new Set<string>();
  const staying = new Set<string>();
  const holding = new Set(known.map(({ record }) => record.id));
  for (const one of known) {
    yield;
    const reason = one.record.pinned ? undefined : reasonToEnd(one, holding, parts);
    if (reason === undefined) continue;
    ending.add(one.record.id);
    changes.push(changeOf('end', [one.record], reason));
  }
  for (const [newer, older] of pairsOf(known)) {
    yield;
    if (ending.has(newer.record.id) || ending.has(older.record.id)) continue;
    const change = changeOfPair(newer, older);
    const [stays, ends] = change?.before ?? [];
    if (!change || !stays || !ends || staying.has(ends.id)) continue;
    staying.add(stays.id);
    ending.add(ends.id);
    changes.push(change);
  }
  return changes;
}

function reasonToEnd(
  { record, confidence, labels }: KnownRecord,
  holding: ReadonlySet<string>,
  { nowMs, dates }: FindParts,
): string | undefined {
  const { text, source, createdAtMs } = record;
  if (summarizedBy(record)?.some((id) => !holding.has(id))) {
    return 'It sums up a record that holds no more.';
  }
  const isOld = createdAtMs + (WRITE_POLICY.natures.status.ttlMs ?? 0) < nowMs;
  if (isOld && natureOfText(text, source) === 'status') return 'It told a status that is over.';
  const said = { nowMs: createdAtMs, utcOffsetMinutes };
  const endMs = /\d/u.test(text)
    ? absoluteDates(text, dates, said).deadline?.endOfDayMs
    : undefined;
  if (endMs !== undefined && endMs < nowMs) return 'The day that it names is over.';
  if (labels.includes('hypothesis') && labels.includes('decayed') && confidence < FADING_BELOW) {
    return `Nobody has confirmed it, and it is down to ${Math.round(confidence * 100)} %.`;
  }
  return undefined;
}

function utcOffsetMinutes(atMs: number): number {
  return -new Date(atMs).getTimezoneOffset();
}

/** Pairs that may be about the same, the newer one first. */
function* pairsOf(known: readonly KnownRecord[]): Generator<readonly [KnownRecord, KnownRecord]> {
  const groups = new Map<string, KnownRecord[]>();
  for (const one of known) {
    const { namespace, type, kind, author = '' } = one.record;
    if (summarizedBy(one.record) || kind === 'episode') continue;
    const group = JSON.stringify([namespace, type, kind, author]);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  for (const group of groups.values()) {
    for (const [index, newer] of group.entries()) {
      for (const older of group.slice(index + 1, index + 1 + COMPARED)) yield [newer, older];
    }
  }
}

function changeOfPair(newer: KnownRecord, older: KnownRecord): ProposedChange | undefined {
  if (!isAboutSame(newer.record, older.record)) return undefined;
  const relation = relationOfPair(newer.record, older.record);
  if (relation === 'beside') return undefined;
  const isOldSurer = rankOf(older) > rankOf(newer);
  const [stays, ends] = isOldSurer ? [older, newer] : [newer, older];
  const { pinned, key } = ends.record;
  if (pinned || (key !== undefined && key !== stays.record.key)) return undefined;
  const records = [stays.record, ends.record];
  if (relation === 'same') {
    if (!agree(stays.record, ends.record)) return undefined;
    return changeOf('merge', records, `Both say the same; the ${sureness(isOldSurer)} one stays.`);
  }
  const may = relation === 'replaces' ? 'contradict' : 'may contradict';
  return changeOf(
    'replace',
    records,
    `They ${may} each other; the ${sureness(isOldSurer)} one stays.`,
  );
}

function sureness(isOldSurer: boolean): string {
  return isOldSurer ? 'surer' : 'newer';
}

/** What a person said stays before what a model said; then the surer one. */
function rankOf({ record, confidence }: KnownRecord): number {
  return Number(isUsersWord(record)) + confidence / 2;
}

/** Whether two records are surely about the same person or thing. */
function isAboutSame(one: MemoryRecord, other: MemoryRecord): boolean {
  const areOfUser = one.type === 'user' && isOfUser(one) && isOfUser(other);
  return areOfUser || one.subject?.toLowerCase() === other.subject?.toLowerCase();
}

function relationOfPair(newer: MemoryRecord, older: MemoryRecord): Relation {
  if (wordsOf(newer.text) === wordsOf(older.text)) return 'same';
  const relation = relationBetween(newer, older);
  if (relation !== 'may-contradict') return relation;
  const isDisputed = newer.disputedBy?.includes(older.id) || older.disputedBy?.includes(newer.id);
  return isDisputed ? relation : 'beside';
}

/** The words in their order, those that say nothing left out: "I really prefer tea" is "The user prefers tea". */
function wordsOf(text: string): string {
  const words = bareText(inFirstPerson(text), ' ').split(/\s+/u);
  return words.filter((word) => !FILLERS.has(word)).join(' ');
}

function agree({ value }: MemoryRecord, other: MemoryRecord): boolean {
  return value === other.value || isSameValue(value, other.value);
}
