import { liveSideOf } from '../../live/live-placement.ts';
import { liveHostIndex, liveTextOf } from '../../live/live-text.ts';
import type { Message } from '../../message/message.ts';
import { isText } from '../../message/read-field.ts';
import type { BarePlan } from '../../plan/context-plan.ts';
import { OPENING_WORDS } from '../opening-words.ts';
import { inResponsesGrammar, type SentItem } from './item-grammar.ts';
import type { OpenAiResponsesContext } from './responses-item.ts';
import { sendableItems } from './sendable-items.ts';
import type { Item } from './write-items.ts';

/**
 * The plan's context as the provider takes it. System text is an item like others: it may stand
 * anywhere. Live text goes inside the item that the plan names [TIER-4].
 */
export function renderResponses(plan: BarePlan): OpenAiResponsesContext {
  const { items, livePlacement } = plan;
  const live = liveTextOf(items);
  const host = livePlacement.kind === 'none' ? -1 : liveHostIndex(plan);
  const sent = items.flatMap(({ tier, kind, message }, index): readonly SentItem[] => {
    if (tier === 'live' || kind === 'tools') return [];
    const own = sendableItems(message).map((item) => ({ item, message }));
    return index === host ? withLive(own, message, live) : own;
  });
  const isApart = livePlacement.kind !== 'none' && host === -1;
  const input = inResponsesGrammar(isApart ? [...sent, said(live)] : sent);
  // Without any input the request is refused.
  const list = input.length > 0 ? input : [userItem(OPENING_WORDS)];
  return { input: list } as unknown as OpenAiResponsesContext;
}

function userItem(content: string): Item {
  return { role: 'user', content };
}

function said(text: string): SentItem {
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
  return { item: userItem(text), message };
}

/** Ahead of the user's words, or behind those of a tool or of the system. */
function withLive(own: readonly SentItem[], message: Message, live: string): readonly SentItem[] {
  const last = own.at(-1);
  if (!last) return [said(live)];
  const { item } = last;
  const field = item.type === undefined || item.type === 'message' ? 'content' : 'output';
  const content = item[field];
  const held =
    liveSideOf(message) === 'ahead'
      ? [textPiece(`${live}\n\n`), ...piecesOf(content)]
      : behind(content, live);
  return [...own.slice(0, -1), { item: { ...item, [field]: held }, message }];
}

function behind(content: unknown, live: string): string | readonly Item[] {
  if (!isText(content)) return [...piecesOf(content), textPiece(live)];
  return content === '' ? live : `${content}\n\n${live}`;
}

function piecesOf(content: unknown): readonly Item[] {
  if (isText(content)) return content === '' ? [] : [textPiece(content)];
  return Array.isArray(content) ? content : [];
}

function textPiece(text: string): Item {
  return { type: 'input_text', text };
}
