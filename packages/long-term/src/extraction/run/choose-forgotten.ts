import type { Entry } from '@agent-memory/core';
import { isOfExtraction } from '../../records/extractor-mark.ts';
import type { Evidence, MemoryRecord } from '../../records/memory-record.ts';
import { isKept } from '../../records/muted.ts';
import { isUsersWord } from '../../records/users-word.ts';
import type { Candidate, Findings } from '../candidate.ts';
import { isAboutTopic } from '../find/about-topic.ts';
import type { ForgetRequest } from '../find/forget-requests.ts';
import { idsOf } from './choose-candidates.ts';
import type { Conversation } from './cursor.ts';
import type { ForgottenRecord } from './report.ts';

/** The session in which something was asked, or written anew. */
export interface SessionPlaces {
  readonly sessionId: string;
  /** Places of the messages that are shown; others have none. */
  readonly places: ReadonlyMap<string, number>;
  /** The places of those that the user wrote, in their order. */
  readonly usersPlaces: readonly number[];
  /** Whether a message is the user's, on whichever branch, and no other version of it is shown instead. */
  isStillSaid(entryId: string): boolean;
}

export function placesIn(sessionId: string, { entries, entry }: Conversation): SessionPlaces {
  const isUsers = (one: Entry | undefined) => one?.message.role === 'user';
  const users = entries.filter(isUsers);
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  const beginnings = new Map(users.map(({ id, parentId }) => [parentId, id]));
  return {
    sessionId,
    places,
    usersPlaces: users.flatMap(({ id }) => places.get(id) ?? []),
    isStillSaid(entryId) {
      const said = entry(entryId);
      if (!said || !isUsers(said)) return false;
      return (beginnings.get(said.parentId) ?? entryId) === entryId;
    },
  };
}

/** A statement that may be meant. */
interface Said {
  readonly text: string;
  readonly entryIds: readonly string[];
}

/** Leaves out what the user asked to forget before it was ever written; gives the requests that are still open. */
export function withoutForgotten(
  { candidates, refused }: Findings,
  requests: readonly ForgetRequest[],
  places: SessionPlaces,
): { readonly findings: Findings; readonly open: readonly ForgetRequest[] } {
  const gone = new Set<Candidate>();
  const open = requests.filter((request) => {
    const said = candidates.map((one) => ({ text: one.text, entryIds: idsOf(one), one }));
    const meant = meantBy(request, said, places);
    for (const { one } of meant) gone.add(one);
    return meant.length === 0 || request.isAll === true;
  });
  const left = [...gone].map((one) => ({
    rule: 'WITHDRAWN' as const,
    entryIds: idsOf(one),
    kind: one.kind,
  }));
  const kept = candidates.filter((one) => !gone.has(one));
  return { findings: { candidates: kept, refused: [...refused, ...left] }, open };
}

/** The records that the user asked to forget: what they said or confirmed, and nothing else. */
export function askedFor(
  requests: readonly ForgetRequest[],
  records: readonly MemoryRecord[],
  places: SessionPlaces,
): readonly ForgottenRecord[] {
  const own = records
    .filter((record) => isOfSpeaker(record) && record.key === undefined)
    .toSorted((one, other) => one.updatedAtMs - other.updatedAtMs);
  const forgotten = requests.flatMap((request) => {
    const said = own.map((record) => ({
      text: record.text,
      entryIds: idsIn(record.evidence, places),
      record,
    }));
    return meantBy(request, said, places).map(({ record }) => ({
      recordId: record.id,
      why: 'ASKED' as const,
      entryIds: [request.entryId],
    }));
  });
  return [...new Map(forgotten.map((one) => [one.recordId, one])).values()];
}

/**
 * The records that extraction drew from a version of a message which the user has replaced, and that nothing
 * else bears out: no other message of theirs, no other session, nobody's review, and nobody who stored
 * the same.
 */
export function replacedBy(
  replacedId: string,
  records: readonly MemoryRecord[],
  places: SessionPlaces,
): readonly ForgottenRecord[] {
  return records
    .filter(({ evidence }) => idsIn(evidence, places).includes(replacedId))
    .filter((record) => isOfReplacedAlone(record, places))
    .map(({ id }) => ({ recordId: id, why: 'REPLACED', entryIds: [replacedId] }));
}

/** Whether nothing bears a record out but messages that are written anew. */
export function isOfReplacedAlone(record: MemoryRecord, places: SessionPlaces): boolean {
  const { evidence, verifiedAtMs } = record;
  const isStillSaid = ({ sessionId, entryId }: Evidence) =>
    sessionId !== places.sessionId || places.isStillSaid(entryId);
  const isOwn = isOfExtraction(record) && evidence.length > 0;
  return isOwn && !isKept(record) && verifiedAtMs === undefined && !evidence.some(isStillSaid);
}

function isOfSpeaker(record: MemoryRecord): boolean {
  return isUsersWord(record) || isOfExtraction(record);
}

function idsIn(evidence: readonly Evidence[], { sessionId }: SessionPlaces): readonly string[] {
  return evidence.filter((one) => one.sessionId === sessionId).map(({ entryId }) => entryId);
}

/** Picks the newest of the statements that fit, or all, in their order; none that was said again after the request. */
function meantBy<One extends Said>(
  { entryId, within = 1, topic, isAll }: ForgetRequest,
  said: readonly One[],
  { places, usersPlaces }: SessionPlaces,
): readonly One[] {
  const asked = places.get(entryId);
  if (asked === undefined) return [];
  const placesOf = ({ entryIds }: Said) => {
    const all = entryIds.map((id) => places.get(id)).filter((place) => place !== undefined);
    return all.filter((place) => usersPlaces.includes(place));
  };
  const earlier = said.filter((one) => placesOf(one).every((place) => place < asked));
  if (topic !== undefined) {
    const about = earlier.filter(({ text }) => isAboutTopic(text, topic));
    return isAll ? about : about.slice(-1);
  }
  const near = usersPlaces.filter((place) => place < asked).slice(-within);
  const newest = near.findLast((place) => earlier.some((one) => placesOf(one).includes(place)));
  return newest === undefined ? [] : earlier.filter((one) => placesOf(one).includes(newest));
}
