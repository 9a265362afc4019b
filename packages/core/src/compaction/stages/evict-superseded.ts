import { runToEnd, type Steps } from '../../platform/steps.ts';
import { findingOutdated } from '../../policies/outdated-results.ts';
import type {
  CompactionStage,
  EvictedResult,
  StageDecision,
  StageInput,
  StageUnit,
} from '../stage.ts';
import { unitWith } from '../unit-with.ts';
import { steppedDecision } from './stage-steps.ts';

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
  const decide = steppedDecision((input) => runToEnd(deciding(input)), deciding);
  return { name: 'evict', decide };
}

function* deciding(input: StageInput): Steps<StageDecision> {
  return { evict: yield* superseded(input) };
}

function* superseded({
  units,
  excessTokens,
  toolHints,
}: StageInput): Steps<readonly EvictedResult[]> {
  const evict: EvictedResult[] = [];
  let leftTokens = excessTokens;
  for (const outdated of yield* findingOutdated(units, toolHints)) {
    yield;
    if (leftTokens <= 0) break;
    const { seq } = outdated.entry;
    const tokens = shownTokens(unitWith(units, seq), seq);
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

/** Gives the tokens of an entry ahead of the tail that is shown as it is or trimmed. */
function shownTokens(unit: StageUnit | undefined, seq: number): number {
  if (!unit || unit.inTail) return 0;
  const member = unit.members.find((one) => one.kind === 'entry' && one.entry.seq === seq);
  return member?.kind === 'entry' && member.overlay?.kind !== 'evicted-results' ? member.tokens : 0;
}
