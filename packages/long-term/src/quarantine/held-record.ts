import { newRecord, type PlacedDraft, type WriteTime, withReview } from '../change/new-record.ts';
import type { TextCheck } from '../guard/load-check.ts';
import type { CheckedDraft } from '../policy/memory-draft.ts';
import type { Refusal } from '../policy/refusal.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { isUsersWord } from '../records/users-word.ts';
import { textsBeside, wholeText } from '../records/whole-text.ts';

/** A text that waits for a review: a person releases or erases it, or its time runs out [GRD-3]. */
export interface HeldRecord {
  /** For `release` and `erase`. */
  readonly id: string;
  /** The record that it would have been; it never held. Its text is hostile or may be: show it as text. */
  readonly record: MemoryRecord;
  /** For people: a sentence for each sign that it was held for, the heaviest first. */
  readonly reasons: readonly string[];
  readonly heldAtMs: number;
  /** It is erased at this time. */
  readonly expiresAtMs: number;
}

/** PERSISTED: ids in quarantine begin with it, apart from those of the records that they may become. */
const HELD_ID = 'held:';

/** Why a statement has to wait, a sentence for each sign; none: it may be taken in. */
export function reasonsToHold(
  check: TextCheck,
  statement: Pick<CheckedDraft, 'text' | 'source' | 'subject' | 'key' | 'aliases' | 'value'>,
): readonly string[] {
  // A calm text does not make up for an order in an alias.
  const parts = [wholeText(statement), ...textsBeside(statement)];
  return [...new Set(parts.flatMap((part) => check(part, statement).reasons))];
}

/**
 * Why a record is not given out, a sentence for each sign. Who wrote it counts, and not what its source says: the
 * user's own word and what passed a review are not asked for again; what another user wrote is text from
 * outside, unless somebody else with the right reviewed it [GRD-1].
 *
 * @param isOfOther another user than the reader wrote it
 */
export function ordersIn(
  check: TextCheck,
  record: MemoryRecord,
  isOfOther: boolean,
): readonly string[] {
  const { releasedAtMs, reviewedBy } = record;
  const isReviewed = isOfOther
    ? reviewedBy !== undefined
    : releasedAtMs !== undefined || isUsersWord(record);
  if (isReviewed) return [];
  return reasonsToHold(check, isOfOther ? { ...record, source: 'external' } : record);
}

/** The record by which a draft waits: ended from the start, so that nothing gives it out. */
export function heldDraft(
  placed: PlacedDraft,
  reasons: readonly string[],
  time: WriteTime,
): MemoryRecord {
  return held({ ...newRecord(placed, [], time), id: heldId(placed.id) }, reasons, time.nowMs);
}

/** A record of a file or of older code as it waits. */
export function held(
  record: MemoryRecord,
  reasons: readonly string[],
  nowMs: number,
): MemoryRecord {
  const { reviewByMs: _review, supersededBy: _by, ...rest } = record;
  return { ...rest, pinned: false, heldFor: reasons, ended: { atMs: nowMs, why: 'held' } };
}

/** The id in quarantine of what would have had this id. */
export function heldId(id: string): string {
  return id.includes(HELD_ID) ? id : HELD_ID + id;
}

/** The id of the record that a held one becomes; never the id of the held one. */
function idOfReleased(id: string): string {
  return id.includes(HELD_ID) ? id.replace(HELD_ID, '') : `released:${id}`;
}

/** A record in quarantine, as a reviewer gets it; `undefined`: it is in none, or no longer. */
export function heldRecord(record: MemoryRecord, nowMs: number): HeldRecord | undefined {
  const { id, ended, heldFor = [] } = record;
  if (ended?.why !== 'held') return undefined;
  const expiresAtMs = ended.atMs + WRITE_POLICY.quarantine.ttlMs;
  if (expiresAtMs <= nowMs) return undefined;
  return { id, record, reasons: heldFor, heldAtMs: ended.atMs, expiresAtMs };
}

/** A held record as what it is, let in by a review: a quotation from outside, or a claim. */
export function releasedRecord(
  record: MemoryRecord,
  as: 'reference' | 'claim',
  { nowMs, hypothesisLifeMs }: WriteTime,
): MemoryRecord {
  const { ended: _, heldFor: _reasons, verifiedAtMs: _seen, ...kept } = record;
  const { supersedes: _old, alsoSupersedes: _others, ...rest } = kept;
  const type = as === 'reference' ? 'reference' : record.type;
  const source = as === 'reference' ? 'external' : record.source;
  const confidence = Math.min(record.confidence, WRITE_POLICY.sources[source].confidence);
  const released: MemoryRecord = {
    ...rest,
    id: idOfReleased(record.id),
    revision: 1,
    type,
    source,
    confidence,
    confidenceAtMs: nowMs,
    updatedAtMs: nowMs,
    releasedAtMs: nowMs,
    pinned: false,
  };
  return withReview(released, nowMs, hypothesisLifeMs);
}

/** The refusal of a statement that waits now. */
export function heldRefusal(recordId: string, reasons: readonly string[]): Refusal {
  return {
    rule: 'HELD',
    sentence: `This reads like an order to the assistant, and waits in quarantine: ${reasons.join(' ')}`,
    remedy: 'Look at it with `quarantine.list`; release it as a reference or a claim, or erase it.',
    recordId,
  };
}

/** The refusal of a decision about an id that does not wait. */
export function notHeld(recordId: string): Refusal {
  const sentence = 'Nothing of this id waits in quarantine; nothing was changed.';
  return { rule: 'UNKNOWN_RECORD', sentence, recordId };
}
