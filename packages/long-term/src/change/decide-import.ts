import type { People } from '../policy/people.ts';
import type { Refusal } from '../policy/refusal.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { normalisedText } from '../records/bare-text.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { unmuted, withMarkOf } from '../records/muted.ts';
import { confidenceAt } from '../records/standing.ts';
import { type WriteTime, withReview } from './new-record.ts';
import { overrules } from './overruling.ts';
import { endedRecord } from './revised.ts';
import { worthOf } from './trust.ts';

/** The stored records that bear on a record from a file. */
export interface KnownToImport {
  readonly sameId?: MemoryRecord | undefined;
  readonly sameKey?: MemoryRecord | undefined;
}

/** The decision about a record from a file. */
export type ImportDecision =
  | { readonly kind: 'unchanged' }
  /** A surer record stays. */
  | { readonly kind: 'overruled'; readonly by: MemoryRecord }
  /** It would change what another user wrote. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'imported';
      readonly puts: readonly MemoryRecord[];
      readonly versions: readonly MemoryRecord[];
    };

/**
 * The later word counts, of the file or of the store, unless a surer one stands against it, as for a
 * draft [LTM-5]; what loses it stays in the history.
 */
export function decideImport(
  record: MemoryRecord,
  versions: readonly MemoryRecord[],
  { sameId, sameKey }: KnownToImport,
  nowMs: number,
  people: People,
): ImportDecision {
  if (sameId && (saysSame(sameId, record) || sameId.updatedAtMs >= record.updatedAtMs)) {
    return { kind: 'unchanged' };
  }
  // A file of one user says nothing in the name of another one.
  const named = record.author === undefined ? undefined : record;
  const refusal = [named, sameId, record.ended ? undefined : sameKey]
    .map((one) => one && people.refusalOfChange(one))
    .find(Boolean);
  if (refusal) return { kind: 'refused', refusal };
  const rival = sameKey && sameKey.id !== record.id && !record.ended ? sameKey : undefined;
  const isNewer = rival !== undefined && record.updatedAtMs > rival.updatedAtMs;
  const confidence = confidenceAt(withWorth(record), nowMs);
  const by = [sameId, isNewer ? rival : undefined].find(
    (one) => one !== undefined && overrules(one, { source: record.source, confidence }, nowMs),
  );
  if (by) return { kind: 'overruled', by };
  const next = sameId ? { ...record, revision: sameId.revision + 1 } : record;
  // A file puts a mark against recall there, and takes none away.
  const placed = withMarkOf(next, [sameId, isNewer ? rival : undefined]);
  const own = sameId ? [] : versions.map(withWorth);
  if (!rival) return { kind: 'imported', puts: [withWorth(placed)], versions: own };
  const puts = isNewer
    ? [endedRecord(rival, 'superseded', nowMs, record.id), withWorth(placed)]
    : [endedRecord(withWorth(placed), 'superseded', nowMs, rival.id)];
  return { kind: 'imported', puts, versions: own };
}

function saysSame(one: MemoryRecord, other: MemoryRecord): boolean {
  const isEnded = (record: MemoryRecord) => record.ended !== undefined;
  const isMarked = (record: MemoryRecord) => record.muted === true;
  return (
    normalisedText(one.text) === normalisedText(other.text) &&
    isEnded(one) === isEnded(other) &&
    (isMarked(one) || !isMarked(other))
  );
}

/** A file may claim anything: no source is worth more than the table says, unless it was confirmed [GRD-1]. */
function withWorth(record: MemoryRecord): MemoryRecord {
  const most = worthOf(record);
  return record.confidence <= most ? record : { ...record, confidence: most };
}

/** A record of a file that anybody may have made: it comes from outside, whatever it says of itself [GRD-1]. */
export function foreignRecord(
  record: MemoryRecord,
  { nowMs, hypothesisLifeMs }: WriteTime,
): MemoryRecord {
  const {
    verifiedAtMs: _confirmed,
    releasedAtMs: _released,
    reviewedBy: _reviewer,
    ...claimed
  } = record;
  // Nobody's file keeps what is said here out of contexts.
  const rest = unmuted(claimed);
  const confidence = Math.min(record.confidence, WRITE_POLICY.sources.external.confidence);
  // Its doubt begins here: an old file would otherwise be taken in and have faded at once.
  const doubt = { confidence, confidenceAtMs: nowMs };
  const foreign = { ...rest, ...doubt, source: 'external', pinned: false } as const;
  return withReview(foreign, nowMs, hypothesisLifeMs);
}
