import type { ContextPlan, Decision, Entry } from '@agent-memory/core';
import type { MessageDecision } from './logged-decision.ts';

/** A conversation as a call was sent of it. */
export interface SentConversation {
  readonly plan: ContextPlan;
  readonly entries: readonly Entry[];
}

/** The decisions on messages that are others than in the call before. */
export function messageChanges(
  before: SentConversation | undefined,
  after: SentConversation,
  { call, atMs }: { readonly call: number; readonly atMs: number },
): readonly MessageDecision[] {
  const old = notWhole(before?.plan);
  const now = notWhole(after.plan);
  const changes: MessageDecision[] = [];
  const add = (kind: MessageDecision['kind'], { seq, id: entryId, tokens }: Entry, why: Decision) =>
    changes.push({
      ...{ key: `${call}:message:${seq}`, call, atMs, kind, seq, entryId },
      ...{ decision: why, tokens: tokens.value, tokenSource: tokens.source },
    });
  for (const [seq, decision] of now) {
    const entry = after.entries[seq];
    if (!entry) continue;
    // Where the conversation went on somewhere else, another message stands at this place.
    const last = before?.entries[seq]?.id === entry.id ? old.get(seq) : undefined;
    if (!last || !isSame(last, decision)) add(kindOf(decision), entry, decision);
  }
  for (const item of after.plan.items) {
    const { seq } = item;
    const entry = item.kind === 'entry' && seq !== undefined ? after.entries[seq] : undefined;
    const isBack = entry && !now.has(entry.seq) && old.has(entry.seq);
    if (isBack && before?.entries[entry.seq]?.id === entry.id) add('back', entry, item.decision);
  }
  return changes.sort((one, other) => one.seq - other.seq);
}

function kindOf({ fate, tokens }: Decision): MessageDecision['kind'] {
  if (tokens.sent > 0) return 'shortened';
  return fate === 'summarised' ? 'condensed' : 'left';
}

function isSame(one: Decision, other: Decision): boolean {
  const hasSameLimit = one.numbers.limitTokens === other.numbers.limitTokens;
  return one.fate === other.fate && one.rule === other.rule && hasSameLimit;
}

/** The decision on each message that is not sent whole, by its place. */
function notWhole(plan: ContextPlan | undefined): ReadonlyMap<number, Decision> {
  const decisions = new Map<number, Decision>();
  for (const { fromSeq, toSeq, decision } of plan?.ranges ?? []) {
    for (let seq = fromSeq; seq < toSeq; seq += 1) decisions.set(seq, decision);
  }
  for (const { kind, seq, decision } of plan?.items ?? []) {
    const isShorter = decision.fate === 'trimmed' || decision.fate === 'evicted';
    if (kind === 'entry' && seq !== undefined && isShorter) decisions.set(seq, decision);
  }
  return decisions;
}
