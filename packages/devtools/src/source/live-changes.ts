import type { Decision, LiveRecord } from '@agent-memory/core';
import type { LiveDecision } from './logged-decision.ts';

type LiveStates = ReadonlyMap<string, { readonly isPart: boolean; readonly decision: Decision }>;

const NONE: LiveRecord = { items: [], withheld: [] };

/** The decisions on live state that are others than in the call before. */
export function liveChanges(
  before: LiveRecord = NONE,
  after: LiveRecord = NONE,
  { call, atMs }: { readonly call: number; readonly atMs: number },
): readonly LiveDecision[] {
  if (before === after) return [];
  const [old, now] = [statesOf(before), statesOf(after)];
  const changes: LiveDecision[] = [];
  const add = (kind: LiveDecision['kind'], itemId: string, decision?: Decision) =>
    changes.push({
      ...{ key: `${call}:live:${itemId}`, call, atMs, kind, itemId },
      ...(decision && { decision }),
    });
  for (const [itemId, { isPart, decision }] of now) {
    const last = old.get(itemId)?.decision;
    const isNew = last?.rule !== decision.rule || last.fate !== decision.fate;
    if (isNew) {
      const kind = isPart ? partKind(decision, last) : sectionKind(decision, last);
      if (kind) add(kind, itemId, decision);
    }
  }
  for (const [itemId, { isPart, decision }] of old) {
    if (isPart && isShown(decision) && !now.has(itemId)) add('not-retrieved', itemId);
  }
  return changes;
}

function partKind(now: Decision, before: Decision | undefined): LiveDecision['kind'] | undefined {
  if (now.fate === 'pinned') return 'pinned';
  if (!isShown(now)) return 'not-retrieved';
  return before && isShown(before) ? undefined : 'retrieved';
}

function sectionKind(
  now: Decision,
  before: Decision | undefined,
): LiveDecision['kind'] | undefined {
  if (!isShown(now)) return 'gave-way';
  return before && !isShown(before) ? 'restored' : undefined;
}

function isShown({ fate }: Decision): boolean {
  return fate === 'sent' || fate === 'pinned';
}

/** Parts by their ids, and sections without parts. */
function statesOf({ items, withheld }: LiveRecord): LiveStates {
  const states = new Map<string, { isPart: boolean; decision: Decision }>();
  for (const decision of [...items.map((item) => item.decision), ...withheld]) {
    const { parts = [] } = decision;
    for (const part of parts) states.set(part.itemId, { isPart: true, decision: part });
    if (parts.length === 0) states.set(decision.itemId, { isPart: false, decision });
  }
  return states;
}
