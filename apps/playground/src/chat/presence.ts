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

/** A run of neighbouring messages of the same presence; `toSeq` is exclusive. */
export interface PresenceRun {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly presence: Presence;
}

/**
 * Tells of each message of the transcript whether it is in the context, as runs in order that cover
 * it whole. Without a plan nothing was sent yet: everything waits.
 */
export function presenceRuns(plan: PlannedMessages | undefined, length: number): PresenceRun[] {
  const planned = Math.min(plan?.transcriptLength ?? 0, length);
  const runs: PresenceRun[] = [];
  const extendTo = (toSeq: number, presence: Presence): void => {
    const last = runs.at(-1);
    const fromSeq = last?.toSeq ?? 0;
    if (toSeq <= fromSeq) return;
    if (last?.presence === presence) runs[runs.length - 1] = { ...last, toSeq };
    else runs.push({ fromSeq, toSeq, presence });
  };
  for (const { seq, fate } of sentEntries(plan)) {
    extendTo(Math.min(seq, planned), 'left');
    extendTo(Math.min(seq + 1, planned), fate === 'trimmed' ? 'shortened' : 'whole');
  }
  extendTo(planned, 'left');
  extendTo(length, 'waiting');
  return runs;
}

/** Presence by position, from the runs; `waiting` beyond them. */
export function presenceAt(runs: readonly PresenceRun[], seq: number): Presence {
  return runAt(runs, seq).presence;
}

/** Tells whether two lists of runs say the same of every message from `fromSeq` up to `toSeq`. */
export function isSamePresence(
  left: readonly PresenceRun[],
  right: readonly PresenceRun[],
  { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
): boolean {
  if (left === right) return true;
  let seq = fromSeq;
  while (seq < toSeq) {
    const [here, there] = [runAt(left, seq), runAt(right, seq)];
    if (here.presence !== there.presence) return false;
    seq = Math.min(here.toSeq, there.toSeq);
  }
  return true;
}

/** How many messages have each presence. */
export function countPresence(runs: readonly PresenceRun[]): Readonly<Record<Presence, number>> {
  const counts = { whole: 0, shortened: 0, left: 0, waiting: 0 };
  for (const run of runs) counts[run.presence] += run.toSeq - run.fromSeq;
  return counts;
}

function sentEntries(plan: PlannedMessages | undefined) {
  return (plan?.items ?? [])
    .flatMap((item) =>
      item.kind !== 'entry' || item.seq === undefined
        ? []
        : [{ seq: item.seq, fate: sentFate(item) }],
    )
    .sort((left, right) => left.seq - right.seq);
}

/** An evicted result leaves a marker in its message: what is sent is shorter, not gone. */
function sentFate(item: PlannedMessages['items'][number]): 'sent' | 'trimmed' {
  const { fate, tokens } = item.decision;
  const isWhole = fate === 'sent' || fate === 'pinned';
  return isWhole && tokens.sent >= tokens.raw ? 'sent' : 'trimmed';
}

/** The run that a message lies in; beyond the last one everything waits. */
function runAt(runs: readonly PresenceRun[], seq: number): PresenceRun {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (!run) break;
    if (seq < run.fromSeq) high = middle - 1;
    else if (seq >= run.toSeq) low = middle + 1;
    else return run;
  }
  return { fromSeq: seq, toSeq: Number.POSITIVE_INFINITY, presence: 'waiting' };
}
