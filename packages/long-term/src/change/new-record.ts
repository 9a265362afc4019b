import type { CheckedDraft } from '../policy/memory-draft.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { needsVerification } from '../records/standing.ts';
import { LAST_TIME_MS } from '../records/time.ts';

/** A draft that was let in, with what was worked out for it. */
export interface PlacedDraft {
  readonly draft: CheckedDraft;
  readonly id: string;
  readonly namespace: string;
  /** The user, in a shared namespace. */
  readonly author?: string;
  /** Dates absolute. */
  readonly text: string;
  /** A deadline, and the last moment of its day. */
  readonly deadline?: { readonly atMs: number; readonly endOfDayMs: number };
}

/** The time, and the options of the memory. */
export interface WriteTime {
  readonly nowMs: number;
  /** How long a hypothesis waits for its review; `Infinity`: for ever. */
  readonly hypothesisLifeMs: number;
}

/** The record that a draft becomes, in place of those that it supersedes. */
export function newRecord(
  { draft, id, namespace, author, text, deadline }: PlacedDraft,
  [supersedes, ...alsoSupersedes]: readonly string[],
  { nowMs, hypothesisLifeMs }: WriteTime,
): MemoryRecord {
  const expiresAtMs = expiryOf(draft, deadline?.endOfDayMs, nowMs);
  const record: MemoryRecord = {
    id,
    revision: 1,
    namespace,
    ...(author === undefined ? {} : { author }),
    type: draft.type,
    kind: draft.kind,
    ...(draft.subject === undefined ? {} : { subject: draft.subject }),
    ...(draft.key === undefined ? {} : { key: draft.key }),
    ...(draft.aliases === undefined ? {} : { aliases: draft.aliases }),
    ...(draft.value === undefined ? {} : { value: draft.value }),
    text,
    source: draft.source,
    confidence: draft.confidence,
    confidenceAtMs: nowMs,
    evidence: draft.evidence,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    uses: 0,
    validFromMs: draft.validFromMs ?? nowMs,
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(deadline === undefined ? {} : { deadlineMs: deadline.atMs }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(alsoSupersedes.length === 0 ? {} : { alsoSupersedes }),
    pinned: draft.pinned,
    metadata: draft.metadata,
  };
  return withReview(record, nowMs, hypothesisLifeMs);
}

/** A hypothesis has a time by which somebody has to confirm it. */
export function withReview(record: MemoryRecord, nowMs: number, lifeMs: number): MemoryRecord {
  const { reviewByMs: _, ...rest } = record;
  const waits = needsVerification(record, nowMs) && Number.isFinite(lifeMs);
  return waits ? { ...rest, reviewByMs: Math.min(nowMs + lifeMs, LAST_TIME_MS) } : rest;
}

/** When a record of this draft is given out no more; `undefined`: never [LTM-3, LTM-6]. */
function expiryOf(
  draft: CheckedDraft,
  deadlineEndMs: number | undefined,
  nowMs: number,
): number | undefined {
  const ends = [
    draft.expiresAtMs,
    deadlineEndMs,
    endOf(WRITE_POLICY.kinds[draft.kind].ttlMs, nowMs),
    endOf(WRITE_POLICY.natures[draft.nature].ttlMs, nowMs),
    endOf(sourceTtlMs(draft), nowMs),
  ].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** A tool's word grows old, whatever nature its author gave it. */
function sourceTtlMs({ source }: CheckedDraft): number | undefined {
  return source === 'tool_verified' ? WRITE_POLICY.natures['tool-result'].ttlMs : undefined;
}

function endOf(ttlMs: number | undefined, nowMs: number): number | undefined {
  return ttlMs === undefined ? undefined : nowMs + ttlMs;
}
