import { type BarePlan, type Message, type PlanItem, textOf } from '@agent-memory/core';

/** A message of a context. */
export interface ContextEntry {
  readonly id: string;
  readonly message: Message;
  /** It stands in for a result that never came. */
  readonly isRepair?: boolean;
}

/** The messages of a context in send order, live text ahead of the words of the user [TIER-4]. */
export function contextEntries(plan: BarePlan): readonly ContextEntry[] {
  const entries = plan.items
    .filter(({ tier, kind }) => tier !== 'live' && kind !== 'tools')
    .map(({ id, message, kind }) => ({ id, message, isRepair: kind === 'repair' }));
  const live = plan.items.find(({ tier }) => tier === 'live');
  if (!live || plan.livePlacement.kind === 'none') return entries;
  const { livePlacement } = plan;
  const hostId = livePlacement.kind === 'inside' ? livePlacement.itemId : undefined;
  return withLive(entries, live, hostId);
}

function withLive(
  entries: readonly ContextEntry[],
  live: PlanItem,
  hostId: string | undefined,
): readonly ContextEntry[] {
  const text = textOf(live.message);
  const wished = entries.findLastIndex(({ id }) => id === hostId);
  const index = entries[wished]?.message.role === 'system' ? wished : lastUserUpTo(entries, wished);
  const host = entries[index];
  if (hostId === undefined || !host) {
    const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
    return [...entries, { id: live.id, message }];
  }
  const { message } = host;
  const parts: Message['parts'] =
    message.role === 'system'
      ? [...message.parts, { type: 'text', text: `\n\n${text}` }]
      : [{ type: 'text', text: `${text}\n\n` }, ...message.parts];
  return entries.with(index, { ...host, message: { ...message, parts } });
}

function lastUserUpTo(entries: readonly ContextEntry[], last: number): number {
  return entries.findLastIndex(({ message }, at) => message.role === 'user' && at <= last);
}
