import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { normalisedText } from '../records/normalised-text.ts';
import { endedRecord } from './revised.ts';

/** The stored records that bear on a record from a file. */
export interface KnownToImport {
  readonly sameId?: MemoryRecord | undefined;
  readonly sameKey?: MemoryRecord | undefined;
}

/** The decision about a record from a file. */
export type ImportDecision =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'imported';
      readonly puts: readonly MemoryRecord[];
      readonly versions: readonly MemoryRecord[];
    };

/** The later word counts, of the file or of the store; what loses it stays in the history. */
export function decideImport(
  record: MemoryRecord,
  versions: readonly MemoryRecord[],
  { sameId, sameKey }: KnownToImport,
  nowMs: number,
): ImportDecision {
  if (sameId && (saysSame(sameId, record) || sameId.updatedAtMs >= record.updatedAtMs)) {
    return { kind: 'unchanged' };
  }
  const placed = sameId ? { ...record, revision: sameId.revision + 1 } : record;
  const own = sameId ? [] : versions.map(withWorth);
  const rival = sameKey && sameKey.id !== record.id && !record.ended ? sameKey : undefined;
  if (!rival) return { kind: 'imported', puts: [withWorth(placed)], versions: own };
  const isNewer = record.updatedAtMs > rival.updatedAtMs;
  const puts = isNewer
    ? [endedRecord(rival, 'superseded', nowMs, record.id), withWorth(placed)]
    : [endedRecord(withWorth(placed), 'superseded', nowMs, rival.id)];
  return { kind: 'imported', puts, versions: own };
}

function saysSame(one: MemoryRecord, other: MemoryRecord): boolean {
  const isEnded = (record: MemoryRecord) => record.ended !== undefined;
  return normalisedText(one.text) === normalisedText(other.text) && isEnded(one) === isEnded(other);
}

/** A file may claim anything: no source is worth more than the table says, unless it was confirmed [GRD-1]. */
function withWorth(record: MemoryRecord): MemoryRecord {
  const { confidence: worth } = WRITE_POLICY.sources[record.source];
  const most = record.verifiedAtMs === undefined ? worth : Math.max(worth, VERIFIED_WORTH);
  return record.confidence <= most ? record : { ...record, confidence: most };
}

const VERIFIED_WORTH = 0.9;
