import { outdatedResults } from '../../policies/outdated-results.ts';
import type { CompactionStage, EvictedResult, StageInput, StageUnit } from '../stage.ts';

/** A marker is about thirty tokens; a result must be worth several to be replaced by one. */
const LEAST_EVICTED_TOKENS = 120;

/**
 * Results ahead of the tail that a newer one replaces, or that have served their purpose, leave a
 * marker, oldest first, until the low watermark is reached.
 *
 * @example
 * const compaction: CompactionOptions = { stages: [evictSuperseded(), condense()] };
 * createAgentMemory({ id: 'support', contextWindow: 128_000, compaction });
 */
export function evictSuperseded(): CompactionStage {
  return { name: 'evict', decide: (input) => ({ evict: superseded(input) }) };
}

function superseded({ units, excessTokens, toolHints }: StageInput): readonly EvictedResult[] {
  const shown = new Map(units.flatMap(wholeEntries));
  const evict: EvictedResult[] = [];
  let leftTokens = excessTokens;
  for (const outdated of outdatedResults(units, toolHints)) {
    if (leftTokens <= 0) break;
    const { seq } = outdated.entry;
    const tokens = shown.get(seq) ?? 0;
    if (tokens < LEAST_EVICTED_TOKENS) continue;
    const { reason } = outdated;
    evict.push({
      seq,
      ...(reason !== 'ephemeral' && { supersededBySeq: outdated.supersededBySeq }),
      ...(reason !== 'superseded' && { reason }),
    });
    leftTokens -= tokens;
  }
  return evict;
}

/** Entries ahead of the tail that are shown as they are or trimmed, and what they take. */
function wholeEntries({ inTail, members }: StageUnit): readonly (readonly [number, number])[] {
  if (inTail) return [];
  return members.flatMap((member) => {
    const isShown = member.kind === 'entry' && member.overlay?.kind !== 'evicted-results';
    return isShown ? [[member.entry.seq, member.tokens] as const] : [];
  });
}
