import { isSameValue } from '@agent-memory/core/internal';
import { MOST_ALIASES, MOST_EVIDENCE } from '../policy/fields.ts';
import { withSharedMark } from '../records/extractor-mark.ts';
import type { Evidence, MemoryRecord } from '../records/memory-record.ts';
import { confidenceAt } from '../records/standing.ts';
import { newRecord, type PlacedDraft, type WriteTime, withReview } from './new-record.ts';
import { revised } from './revised.ts';
import { worthOf } from './trust.ts';

/**
 * Two statements of the same become one: evidence is joined, the surer confidence counts, and what was
 * seen again does not fade for now. A source that is worth as much as that of the record or more also
 * puts itself, its subject, value, metadata, pin and the later end there; a weaker one puts none of them.
 * The mark of extraction stays only where both have it.
 * Gives the record itself where nothing is new.
 */
export function mergedRecord(
  known: MemoryRecord,
  placed: PlacedDraft,
  time: WriteTime,
): MemoryRecord {
  const fresh = newRecord(placed, [], time);
  const isSurer = fresh.confidence > confidenceAt(known, time.nowMs);
  const isWeaker = worthOf(fresh) < worthOf(known);
  const base = isWeaker ? known : withFieldsOf(fresh, known);
  const joined: MemoryRecord = {
    ...base,
    metadata: withSharedMark(base.metadata, known, fresh),
    evidence: joinedEvidence(known.evidence, fresh.evidence, isWeaker),
    ...(isSurer ? { confidence: fresh.confidence, confidenceAtMs: time.nowMs } : {}),
    ...(isSurer && !isWeaker ? { source: fresh.source } : {}),
  };
  const merged = isSurer ? withReview(joined, time.nowMs, time.hypothesisLifeMs) : joined;
  return isSameValue(merged, known) ? known : revised(merged, time.nowMs, {});
}

function withFieldsOf(fresh: MemoryRecord, known: MemoryRecord): MemoryRecord {
  // It may say more than was reviewed.
  const { expiresAtMs: knownEnd, reviewedBy: _, ...rest } = known;
  const expiresAtMs = laterOf(knownEnd, fresh.expiresAtMs);
  const subject = known.subject ?? fresh.subject;
  return {
    ...rest,
    ...(subject === undefined ? {} : { subject }),
    ...aliasesOf(known, fresh),
    ...(fresh.value === undefined ? {} : { value: fresh.value }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    metadata: { ...known.metadata, ...fresh.metadata },
    // A mark against recall stays, and no pin stands beside it.
    pinned: (known.pinned || fresh.pinned) && known.muted !== true,
  };
}

/** The names of both; a statement that gives none takes none away. */
function aliasesOf(known: MemoryRecord, fresh: MemoryRecord): Pick<MemoryRecord, 'aliases'> {
  if (fresh.aliases === undefined) return {};
  const all = [...new Set([...(known.aliases ?? []), ...fresh.aliases])];
  return { aliases: all.slice(-MOST_ALIASES) };
}

/** Absent is for ever. */
function laterOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.max(one, other);
}

/** The newest messages as many as a record may name; a weaker source pushes none of the others out. */
export function joinedEvidence(
  known: readonly Evidence[],
  added: readonly Evidence[],
  isWeaker: boolean,
): readonly Evidence[] {
  const isNew = ({ sessionId, entryId }: Evidence) =>
    !known.some((one) => one.sessionId === sessionId && one.entryId === entryId);
  const joined = [...known, ...added.filter(isNew)];
  if (joined.length <= MOST_EVIDENCE) return joined;
  return isWeaker ? joined.slice(0, MOST_EVIDENCE) : joined.slice(-MOST_EVIDENCE);
}
