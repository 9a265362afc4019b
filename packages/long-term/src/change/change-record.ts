import type { Evidence, JsonValue, MemoryRecord } from '../records/memory-record.ts';
import { unmuted } from '../records/muted.ts';
import { standingOf } from '../records/standing.ts';
import type { AuditAction, AuditEntry, RecordChange } from '../store/record-change.ts';
import { joinedEvidence } from './merged-record.ts';
import { endedRecord, revised } from './revised.ts';

/** A change of a record that leaves what it says. */
export interface RecordPatch {
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** `null` takes the expiry away. */
  readonly expiresAtMs?: number | null;
  readonly pinned?: boolean;
  /** They take the place of those that it has; `[]`: none. */
  readonly aliases?: readonly string[];
}

/** The parts of a change without the state of the store that it rests on. */
export type UnbasedChange = Omit<RecordChange, 'basis' | 'keyedBy'>;

/** What the audit log says of records: an entry for each of their namespaces. */
export function auditOf(
  action: AuditAction,
  records: readonly Pick<MemoryRecord, 'id' | 'namespace'>[],
  atMs: number,
  by?: string,
): readonly AuditEntry[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, namespace } of records) {
    ids.set(namespace, (ids.get(namespace) ?? new Set()).add(id));
  }
  const who = by === undefined ? {} : { by };
  return [...ids].map(([namespace, all]) => ({
    ...{ atMs, action, namespace, recordIds: [...all] },
    ...who,
  }));
}

/** Puts a record, and says so in the log. */
export function put(
  record: MemoryRecord,
  action: AuditAction,
  nowMs: number,
  by?: string,
): UnbasedChange {
  return { puts: [record], audit: auditOf(action, [record], nowMs, by) };
}

/** Changes what stands around a record. Metadata is laid over what there is, evidence is joined to it. */
export function patched(
  record: MemoryRecord,
  patch: RecordPatch & { readonly evidence?: readonly Evidence[] | undefined },
  nowMs: number,
): MemoryRecord {
  const { expiresAtMs, ...rest } = record;
  const end = patch.expiresAtMs === undefined ? expiresAtMs : (patch.expiresAtMs ?? undefined);
  return revised({ ...rest, ...(end === undefined ? {} : { expiresAtMs: end }) }, nowMs, {
    metadata: { ...record.metadata, ...patch.metadata },
    pinned: patch.pinned ?? record.pinned,
    ...(patch.aliases === undefined ? {} : { aliases: patch.aliases }),
    evidence: joinedEvidence(record.evidence, patch.evidence ?? [], false),
  });
}

/** Marks a record against recall, or takes the mark away. */
export function marked(record: MemoryRecord, muted: boolean, nowMs: number): MemoryRecord {
  return revised(muted ? { ...record, muted: true } : unmuted(record), nowMs, {});
}

/** A record that had ended holds again, with all that stood around it. */
export function restored(record: MemoryRecord, nowMs: number): MemoryRecord {
  const { ended: _, supersededBy: __, ...rest } = record;
  return revised(rest, nowMs, {});
}

/** A review that confirms: the record is known from now on, as sure as it says. */
export function verified(record: MemoryRecord, nowMs: number): MemoryRecord {
  const { reviewByMs: _, ...rest } = record;
  const confidence = Math.max(record.confidence, VERIFIED_CONFIDENCE);
  return revised(rest, nowMs, { verifiedAtMs: nowMs, confidence, confidenceAtMs: nowMs });
}

/** A confirmation lifts a record to the confidence of one that a tool has verified. */
const VERIFIED_CONFIDENCE = 0.9;

const ACTION_OF_END = {
  superseded: 'supersede',
  forgotten: 'forget',
  rejected: 'reject',
  unconfirmed: 'drop',
  expired: 'expire',
  faded: 'fade',
  held: 'hold',
} as const satisfies Record<string, AuditAction>;

/** Ends records for one reason. */
export function ended(
  record: MemoryRecord,
  why: keyof typeof ACTION_OF_END,
  nowMs: number,
): UnbasedChange {
  return put(endedRecord(record, why, nowMs), ACTION_OF_END[why], nowMs);
}

/** Ends those whose time is over or whose confidence has faded; `undefined` where there are none [LTM-6]. */
export function swept(records: readonly MemoryRecord[], nowMs: number): UnbasedChange | undefined {
  const changes = records.flatMap((record) => {
    const standing = standingOf(record, nowMs);
    const isOver = standing !== 'active' && record.ended === undefined;
    return isOver ? [ended(record, standing, nowMs)] : [];
  });
  if (changes.length === 0) return undefined;
  return {
    puts: changes.flatMap(({ puts }) => puts ?? []),
    audit: changes.flatMap(({ audit }) => audit ?? []),
  };
}
