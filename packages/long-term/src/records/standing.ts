import type { EndReason, MemoryRecord } from './memory-record.ts';
import { isKept } from './muted.ts';
import { DAY_MS } from './time.ts';

/** Under it a record is a hypothesis that somebody has to confirm [LTM-2]. */
const TRUSTED_FROM = 0.7;
/** The confidence that an unverified inference loses with each step [LTM-6]. */
const DECAY_PER_STEP = 0.05;
/** A step of decay: a whole day since the record has had its confidence. */
const DECAY_STEP_MS = DAY_MS;
/** Under it an unverified inference is given out no more. */
const FADED_BELOW = 0.3;
/** Older than this and under `STALE_BELOW`, a record is flagged. */
const STALE_AFTER_MS = 7 * DAY_MS;
const STALE_BELOW = 0.8;

/** How a record stands at a time: `active` is given out, everything else is history. */
export type Standing = 'active' | EndReason;

/** A mark that a record has when it is read. */
export type RecordLabel =
  /** Not confirmed, and under 0.7: to be rendered as a hypothesis. */
  | 'hypothesis'
  /** A hypothesis that is new: somebody may still know whether it is right. */
  | 'needs-verification'
  /** Older than 7 days, and under 0.8. */
  | 'stale'
  /** Older than 7 days, and never retrieved. */
  | 'never-used'
  /** Its confidence is lower than it was. */
  | 'decayed'
  /** It holds from a later time on. */
  | 'not-yet-valid'
  /** Quoted from outside: what it says is not a fact that the memory vouches for. */
  | 'quoted';

/** A record with its confidence and labels, as a reader gets it. */
export interface KnownRecord {
  readonly record: MemoryRecord;
  /** As it is at the time of reading, decay included. */
  readonly confidence: number;
  readonly labels: readonly RecordLabel[];
  /** Another user wrote it: a claim of theirs, and not the word of the reader [NS-3]. Absent: the reader's own. */
  readonly saidBy?: string;
  /** The memory that gives it out may not change it: another user wrote it, or its namespace is read alone [NS-3]. */
  readonly isReadOnly?: true;
}

/**
 * How a record stands at a time, whether or not a sweep has seen it since.
 *
 * @example
 * const known = await memory.record(id);
 * if (known && standingOf(known.record, Date.now()) === 'expired') console.log('Its time is over.');
 *
 * @throws InvalidOptionError if it is no record, or the time no number.
 */
export function standingOf(record: MemoryRecord, atMs: number): Standing {
  if (record.ended) return record.ended.why;
  if (isKept(record)) return 'active';
  if (record.expiresAtMs !== undefined && record.expiresAtMs <= atMs) return 'expired';
  const isOverdue = record.reviewByMs !== undefined && record.reviewByMs <= atMs;
  // Nobody vouches for what came from outside; an inference fades.
  if (isOverdue && record.source === 'external') return 'unconfirmed';
  return decays(record) && confidenceAt(record, atMs) < FADED_BELOW ? 'faded' : 'active';
}

/**
 * The record as a reader gets it at a time.
 *
 * @example
 * const [record] = await memory.history(id);
 * if (record) console.log(knownRecord(record, Date.now()).labels);
 *
 * @throws InvalidOptionError if it is no record, or the time no number.
 */
export function knownRecord(record: MemoryRecord, atMs: number): KnownRecord {
  return { record, confidence: confidenceAt(record, atMs), labels: labelsOf(record, atMs) };
}

/**
 * Confidence with decay: a step for each whole day, for what nobody has verified.
 *
 * @example
 * const inAWeek = Date.now() + 7 * 86_400_000;
 * const { items } = await memory.list();
 * const fading = items.filter(({ record }) => confidenceAt(record, inAWeek) < 0.3);
 *
 * @throws InvalidOptionError if it is no record, or the time no number.
 */
export function confidenceAt(record: MemoryRecord, atMs: number): number {
  if (record.pinned || !decays(record)) return record.confidence;
  const steps = Math.max(0, Math.floor((atMs - record.confidenceAtMs) / DECAY_STEP_MS));
  // Tenths and twentieths have no exact binary form: what is 0.3 on paper must not fall below it.
  return Math.max(0, Math.round((record.confidence - steps * DECAY_PER_STEP) * 1e9) / 1e9);
}

/** @throws InvalidOptionError if it is no record that stands some way, or no time. */
function isBeyondReview(record: MemoryRecord): boolean {
  return isQuoted(record) || isExperience(record);
}

/** Text that is quoted from outside claims nothing, so that nothing about it fades. */
function isQuoted(record: MemoryRecord): boolean {
  return record.type === 'reference' && record.source === 'external';
}

/** The agent's own experience is no inference: it lives as long as the table says. */
function isExperience({ kind, source }: MemoryRecord): boolean {
  return (kind === 'episode' || kind === 'strategy') && source === 'agent_inferred';
}

function decays(record: MemoryRecord): boolean {
  const isInferred =
    record.source === 'agent_inferred' ||
    record.source === 'recalled' ||
    record.source === 'external' ||
    record.source === 'unknown';
  return isInferred && record.verifiedAtMs === undefined && !isBeyondReview(record);
}

/** Whether somebody has to confirm it before it counts as known [LTM-2]. */
export function needsVerification(record: MemoryRecord, atMs: number): boolean {
  return (
    record.verifiedAtMs === undefined &&
    !isBeyondReview(record) &&
    confidenceAt(record, atMs) < TRUSTED_FROM
  );
}

function labelsOf(record: MemoryRecord, atMs: number): RecordLabel[] {
  const confidence = confidenceAt(record, atMs);
  const isOld = atMs - record.createdAtMs > STALE_AFTER_MS;
  const holds: Readonly<Record<RecordLabel, boolean>> = {
    hypothesis: needsVerification(record, atMs),
    'needs-verification':
      needsVerification(record, atMs) && (record.reviewByMs ?? Number.NEGATIVE_INFINITY) > atMs,
    quoted: isQuoted(record),
    stale: atMs - record.confidenceAtMs > STALE_AFTER_MS && confidence < STALE_BELOW,
    'never-used': isOld && record.uses === 0,
    decayed: confidence < record.confidence,
    'not-yet-valid': record.validFromMs > atMs,
  };
  const labels: RecordLabel[] = [
    'hypothesis',
    'needs-verification',
    'quoted',
    'stale',
    'never-used',
    'decayed',
    'not-yet-valid',
  ];
  return labels.filter((label) => holds[label]);
}
