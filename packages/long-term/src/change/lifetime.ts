import type { CheckedDraft } from '../policy/memory-draft.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';

/** When a record of this draft is given out no more; `undefined`: never [LTM-3, LTM-6]. */
export function expiryOf(
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
