import type { Message } from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';
import { formatKit } from '@agent-memory/core/internal';

/** Names the message that live text is where it stands in no other. */
const LIVE_ID = 'live-state';

/** A message of a context, with the id of its entry. */
export interface ContextEntry {
  readonly id: string;
  readonly message: Message;
  /** A placeholder for a result that never came. */
  readonly isRepair?: boolean;
}

/** The messages of a context in send order, with live text before the user's text [TIER-4]. */
export function contextEntries(plan: BarePlan): readonly ContextEntry[] {
  const items = plan.items.filter(({ tier, kind }) => tier !== 'live' && kind !== 'tools');
  const entries = formatKit.withJoinedAnswers(items).map(({ id, message, kind }) => ({
    id,
    message,
    isRepair: kind === 'repair',
  }));
  const { livePlacement } = plan;
  if (livePlacement.kind === 'none') return entries;
  const hostId = livePlacement.kind === 'inside' ? livePlacement.itemId : undefined;
  return withLive(entries, formatKit.liveTextOf(plan.items), hostId);
}

function withLive(
  entries: readonly ContextEntry[],
  text: string,
  hostId: string | undefined,
): readonly ContextEntry[] {
  const wished = entries.findLastIndex(({ id }) => id === hostId);
  const index = entries[wished]?.message.role === 'system' ? wished : lastUserUpTo(entries, wished);
  const host = entries[index];
  if (hostId === undefined || !host) {
    const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
    return [...entries, { id: LIVE_ID, message }];
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
