import { isAboutTopic } from '../../change/bans.ts';
import { relationBetween } from '../../change/contradiction.ts';
import { draftOfRecord } from '../../change/draft-of-record.ts';
import { knownRecords } from '../../manifest/known-records.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import { isOfExtraction } from '../../records/extractor-mark.ts';
import type { Evidence, MemoryRecord } from '../../records/memory-record.ts';
import { isKept } from '../../records/muted.ts';
import { isUsersWord } from '../../records/users-word.ts';
import type { Candidate, Findings } from '../candidate.ts';
import type { ForgetRequest } from '../find/forget-requests.ts';
import { idsOf } from './choose-candidates.ts';
import { type Conversation, isUsers } from './conversation.ts';
import type { ForgetWork } from './extraction-state.ts';
import type { ExtractionReport, ForgottenRecord } from './report.ts';

/** The session in which something was asked or written again, and what its passes did. */
interface SessionTraces {
  readonly conversation: Conversation;
  readonly log: readonly ExtractionReport[];
}

/** The records that hold no more, and those that hold again. */
interface ForgetOutcome {
  readonly forgotten: readonly ForgottenRecord[];
  readonly restored: readonly MemoryRecord[];
}

/**
 * Forgets what only a replaced version of a message said, brings back what that version had ended, and
 * forgets what the user asked to forget. Decides by the records as they stand, so that doing it once more
 * changes nothing.
 */
export async function forgetRecords(
  longTerm: LongTermMemory,
  { requests, replacedId }: ForgetWork,
  { conversation, log }: SessionTraces,
): Promise<ForgetOutcome> {
  const replaced =
    replacedId === undefined
      ? []
      : await forgetAll(longTerm, replacedBy(replacedId, await recordsIn(longTerm), conversation));
  const restored =
    replacedId === undefined ? [] : await restore(longTerm, replacedId, { conversation, log });
  const asked =
    requests.length === 0
      ? []
      : await forgetAll(
          longTerm,
          askedFor(requests, await recordsIn(longTerm), { conversation, log }),
        );
  return { forgotten: [...replaced, ...asked], restored };
}

async function recordsIn(longTerm: LongTermMemory): Promise<readonly MemoryRecord[]> {
  const known = await knownRecords(longTerm, { most: Infinity });
  // Only other users forget what they said.
  return known.filter(({ saidBy }) => saidBy === undefined).map(({ record }) => record);
}

async function forgetAll(
  longTerm: LongTermMemory,
  chosen: readonly ForgottenRecord[],
): Promise<readonly ForgottenRecord[]> {
  const outcomes = await Promise.all(
    chosen.map(async (one) => {
      const { kind } = await longTerm.forget(one.recordId);
      return kind === 'refused' ? [] : [one];
    }),
  );
  return outcomes.flat();
}

/** Brings back what a replaced message had ended or asked to forget. */
async function restore(
  longTerm: LongTermMemory,
  replacedId: string,
  { conversation, log }: SessionTraces,
): Promise<readonly MemoryRecord[]> {
  const traces = tracesOf(replacedId, log);
  const [gone, asked] = await Promise.all([
    forgottenOf(longTerm, traces.taken),
    forgottenOf(longTerm, traces.forgotten),
  ]);
  const ended = await Promise.all(
    gone.map(async ({ id }) => endedBy(id, await longTerm.history(id), conversation)),
  );
  const restored: MemoryRecord[] = [];
  // One by one: each may be what the next one is held against.
  for (const record of [...ended.flat(), ...asked]) {
    if (!mayHoldAgain(record, await recordsIn(longTerm))) continue;
    const outcome = await longTerm.store(draftOfRecord(record));
    if (outcome.kind !== 'refused') restored.push(outcome.record);
  }
  return restored;
}

async function forgottenOf(
  longTerm: LongTermMemory,
  ids: readonly string[],
): Promise<readonly MemoryRecord[]> {
  const known = await Promise.all(ids.map((id) => longTerm.record(id)));
  return known.flatMap((one) => (one?.record.ended?.why === 'forgotten' ? [one.record] : []));
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
  conversation: Conversation,
): { readonly findings: Findings; readonly open: readonly ForgetRequest[] } {
  const gone = new Set<Candidate>();
  const open = requests.filter((request) => {
    if (request.isConfirming) return true;
    const said = candidates.map((one) => ({ text: one.text, entryIds: idsOf(one), one }));
    const meant = meantBy(request, said, conversation);
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
function askedFor(
  requests: readonly ForgetRequest[],
  records: readonly MemoryRecord[],
  { conversation, log }: SessionTraces,
): readonly ForgottenRecord[] {
  const shown = log.findLast(({ unwanted }) => unwanted !== undefined)?.unwanted ?? [];
  const own = records
    .filter((record) => isOfSpeaker(record) && record.key === undefined)
    .toSorted((one, other) => one.updatedAtMs - other.updatedAtMs);
  const forgotten = requests.flatMap((request) => {
    if (request.isConfirming)
      return own.filter(({ id }) => shown.includes(id)).map(askedBy(request));
    const said = own.map((record) => ({
      text: record.text,
      entryIds: idsIn(record.evidence, conversation),
      record,
    }));
    return meantBy(request, said, conversation).map(({ record }) => askedBy(request)(record));
  });
  return [...new Map(forgotten.map((one) => [one.recordId, one])).values()];
}

function askedBy({ entryId }: ForgetRequest) {
  return ({ id }: MemoryRecord): ForgottenRecord => ({
    recordId: id,
    why: 'ASKED',
    entryIds: [entryId],
  });
}

/**
 * The records that extraction drew from a version of a message which the user has replaced, and that nothing
 * else bears out: no other message of theirs, no other session, nobody's review, and nobody who stored
 * the same.
 */
function replacedBy(
  replacedId: string,
  records: readonly MemoryRecord[],
  conversation: Conversation,
): readonly ForgottenRecord[] {
  return records
    .filter(({ evidence }) => idsIn(evidence, conversation).includes(replacedId))
    .filter((record) => isOfReplacedAlone(record, conversation))
    .map(({ id }) => ({ recordId: id, why: 'REPLACED', entryIds: [replacedId] }));
}

/** Whether nothing bears a record out but messages that are written again. */
function isOfReplacedAlone(record: MemoryRecord, conversation: Conversation): boolean {
  const { evidence, verifiedAtMs } = record;
  const isStillSaid = ({ sessionId, entryId }: Evidence) =>
    sessionId !== conversation.sessionId || conversation.isStillSaid(entryId);
  const isOwn = isOfExtraction(record) && evidence.length > 0;
  return isOwn && !isKept(record) && verifiedAtMs === undefined && !evidence.some(isStillSaid);
}

function isOfSpeaker(record: MemoryRecord): boolean {
  return isUsersWord(record) || isOfExtraction(record);
}

function idsIn(evidence: readonly Evidence[], { sessionId }: Conversation): readonly string[] {
  return evidence.filter((one) => one.sessionId === sessionId).map(({ entryId }) => entryId);
}

/** Picks the newest of the statements that fit, or all, in their order; none that was said again after the request. */
function meantBy<One extends Said>(
  { entryId, within = 1, topic, isAll }: ForgetRequest,
  said: readonly One[],
  conversation: Conversation,
): readonly One[] {
  const asked = conversation.placeOf(entryId);
  if (asked === undefined) return [];
  const placesOf = ({ entryIds }: Said) => {
    const all = entryIds.map((id) => conversation.placeOf(id));
    const shown = all.filter((place) => place !== undefined);
    return shown.filter((place) => isUsers(conversation.at(place)));
  };
  const earlier = said.filter((one) => placesOf(one).every((place) => place < asked));
  if (topic !== undefined) {
    const about = earlier.filter(({ text }) => isAboutTopic(text, topic));
    return isAll ? about : about.slice(-1);
  }
  const near = conversation.usersPlacesBefore(asked, within);
  const newest = near.findLast((place) => earlier.some((one) => placesOf(one).includes(place)));
  return newest === undefined ? [] : earlier.filter((one) => placesOf(one).includes(newest));
}

/** Ids of the records that a pass took from a message, and of those that the message had forgotten. */
function tracesOf(
  entryId: string,
  log: readonly ExtractionReport[],
): { readonly taken: readonly string[]; readonly forgotten: readonly string[] } {
  const isOfMessage = ({ entryIds }: { readonly entryIds: readonly string[] }) =>
    entryIds.includes(entryId);
  const taken = log.flatMap((report) => report.taken.filter(isOfMessage));
  const forgotten = log
    .flatMap((report) => report.forgotten ?? [])
    .filter((one) => one.why === 'ASKED' && isOfMessage(one));
  const idsIn = (records: readonly { readonly recordId: string }[]) => [
    ...new Set(records.map(({ recordId }) => recordId)),
  ];
  return { taken: idsIn(taken), forgotten: idsIn(forgotten) };
}

/**
 * The records that one ended which is gone now; where nothing bears them out either, those that they had
 * ended themselves. `history`: every version, oldest first.
 */
function endedBy(
  goneId: string,
  history: readonly MemoryRecord[],
  conversation: Conversation,
): readonly MemoryRecord[] {
  const newest = [...new Map(history.map((version) => [version.id, version])).values()];
  return newest
    .filter(({ ended, supersededBy }) => ended?.why === 'superseded' && supersededBy === goneId)
    .flatMap((record) => {
      if (!isOfReplacedAlone(record, conversation)) return [record];
      const others = newest.filter((one) => one !== record);
      return endedBy(record.id, others, conversation);
    });
}

/** Whether nothing that holds says otherwise. */
function mayHoldAgain(record: MemoryRecord, active: readonly MemoryRecord[]): boolean {
  return !active.some(
    (one) =>
      one.namespace === record.namespace &&
      one.type === record.type &&
      relationBetween(one, record) === 'replaces',
  );
}
