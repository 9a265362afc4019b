import type { PlanItem } from '@agent-memory/core';

/** As much of a plan as tells which messages are in it. */
export interface PlannedMessages {
  readonly transcriptLength: number;
  readonly items: readonly Pick<PlanItem, 'kind' | 'seq' | 'decision'>[];
}

/** The form in which a message is in the planned context, or why it is not. */
export type Presence =
  /** Sent as it was written. */
  | 'whole'
  /** Sent shorter than it was written. */
  | 'shortened'
  /** Not sent; a summary or an index may stand for it. */
  | 'left'
  /** Appended after the plan was made. */
  | 'waiting';

/**
 * Tells of each message of the transcript, by its position, whether it is in the context. Without a
 * plan nothing was sent yet: everything waits.
 */
export function presencesOf(
  plan: PlannedMessages | undefined,
  length: number,
): readonly Presence[] {
  const planned = Math.min(plan?.transcriptLength ?? 0, length);
  const presences = Array.from(
    { length },
    (_, seq): Presence => (seq < planned ? 'left' : 'waiting'),
  );
  for (const { kind, seq, decision } of plan?.items ?? []) {
    if (kind === 'entry' && seq !== undefined && seq < planned) presences[seq] = sentAs(decision);
  }
  return presences;
}

/** An evicted result leaves a marker in its message: what is sent is shorter, not gone. */
function sentAs({ fate, tokens }: PlanItem['decision']): Presence {
  const isWhole = fate === 'sent' || fate === 'pinned';
  return isWhole && tokens.sent >= tokens.raw ? 'whole' : 'shortened';
}

/** How many messages have each presence. */
export function countPresence(presences: readonly Presence[]): Readonly<Record<Presence, number>> {
  const counts = { whole: 0, shortened: 0, left: 0, waiting: 0 };
  for (const presence of presences) counts[presence] += 1;
  return counts;
}
