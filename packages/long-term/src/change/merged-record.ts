import { MOST_EVIDENCE } from '../policy/fields.ts';
import type { Evidence, MemoryRecord } from '../records/memory-record.ts';
import { isSameJson } from '../records/plain-json.ts';
import { confidenceAt } from '../records/standing.ts';
import { newRecord, type PlacedDraft, type WriteTime, withReview } from './new-record.ts';
import { revised } from './revised.ts';

/**
 * Two statements of the same become one: evidence is joined, the surer source counts, the later end
 * holds, and what was seen again does not fade for now. Gives the record itself where nothing is new.
 */
export function mergedRecord(
  known: MemoryRecord,
  placed: PlacedDraft,
  time: WriteTime,
): MemoryRecord {
  const fresh = newRecord(placed, undefined, time);
  const before = confidenceAt(known, time.nowMs);
  const isSurer = fresh.confidence > before;
  const { expiresAtMs: knownEnd, ...rest } = known;
  const expiresAtMs = laterOf(knownEnd, fresh.expiresAtMs);
  const joined: MemoryRecord = {
    ...rest,
    ...(fresh.value === undefined ? {} : { value: fresh.value }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    evidence: joinedEvidence(known.evidence, fresh.evidence),
    metadata: { ...known.metadata, ...fresh.metadata },
    pinned: known.pinned || fresh.pinned,
    ...(isSurer
      ? { source: fresh.source, confidence: fresh.confidence, confidenceAtMs: time.nowMs }
      : {}),
  };
  const merged = isSurer ? withReview(joined, time.nowMs, time.hypothesisLifeMs) : joined;
  return isSameJson(merged, known) ? known : revised(merged, time.nowMs, {});
}

/** Absent is for ever. */
function laterOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.max(one, other);
}

function joinedEvidence(
  known: readonly Evidence[],
  added: readonly Evidence[],
): readonly Evidence[] {
  const isNew = ({ sessionId, entryId }: Evidence) =>
    !known.some((one) => one.sessionId === sessionId && one.entryId === entryId);
  const joined = [...known, ...added.filter(isNew)];
  return joined.length > MOST_EVIDENCE ? joined.slice(-MOST_EVIDENCE) : joined;
}
