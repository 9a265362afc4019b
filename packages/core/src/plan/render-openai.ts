import type { Message } from '../message/message.ts';
import {
  type OpenAiContentPart,
  type OpenAiMessage,
  toOpenAiMessages,
} from '../message/openai-chat.ts';
import type { ContextPlan, PlanItem } from './context-plan.ts';

/**
 * The plan's context in the shape of OpenAI Chat Completions. Messages that did not change since
 * the last call are the same objects. Live items go inside the message that the plan names: as a
 * text part ahead of the user's words, or behind the text of the last tool result [TIER-4].
 */
export function renderOpenAi(plan: ContextPlan): readonly OpenAiMessage[] {
  const { livePlacement, items } = plan;
  const live = items
    .filter((item) => item.tier === 'live')
    .map(liveText)
    .join('\n\n');
  const messages: OpenAiMessage[] = [];
  for (const { id, message } of joined(items)) {
    const rendered = toOpenAiMessages(message);
    const isHost = livePlacement.kind === 'inside' && livePlacement.itemId === id;
    messages.push(...(isHost ? hosting(rendered, live) : rendered));
  }
  if (livePlacement.kind === 'message') messages.push({ role: 'user', content: live });
  return messages;
}

/** What goes among the messages; what the provider streamed apart but means as one is one again [MSG-4]. */
function joined(items: readonly PlanItem[]): readonly Pick<PlanItem, 'id' | 'message'>[] {
  const sent: Pick<PlanItem, 'id' | 'message'>[] = [];
  for (const item of items) {
    if (item.tier === 'live' || item.kind === 'tools') continue;
    const last = sent.at(-1);
    if (!last || !goesOn(last.message, item.message)) sent.push(item);
    else sent[sent.length - 1] = { id: item.id, message: oneOf(last.message, item.message) };
  }
  return sent;
}

function goesOn(first: Message, next: Message): boolean {
  if (first.role !== 'assistant' || next.role !== 'assistant') return false;
  return next.providerMessageId !== undefined && next.providerMessageId === first.providerMessageId;
}

const joinedMessages = new WeakMap<Message, { readonly first: Message; readonly whole: Message }>();

/** The same object for the same two, so that it is rendered once. */
function oneOf(first: Message, next: Message): Message {
  const known = joinedMessages.get(next);
  if (known?.first === first) return known.whole;
  const extra = { ...first.extra, ...next.extra };
  const whole: Message = {
    ...first,
    parts: [...first.parts, ...next.parts],
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  joinedMessages.set(next, { first, whole });
  return whole;
}

function liveText(item: PlanItem): string {
  return textParts(item.message).join('\n');
}

function textParts(message: Message): readonly string[] {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

type OpenAiContent = string | readonly OpenAiContentPart[];

function hosting(rendered: readonly OpenAiMessage[], live: string): readonly OpenAiMessage[] {
  const last = rendered.at(-1);
  if (!last) return rendered;
  const content = last.role === 'tool' ? behind(last, live) : ahead(last, live);
  return [...rendered.slice(0, -1), { ...last, content }];
}

function behind({ content }: OpenAiMessage, live: string): OpenAiContent {
  return typeof content === 'string'
    ? `${content}\n\n${live}`
    : [...(content ?? []), { type: 'text', text: live }];
}

function ahead(message: OpenAiMessage, live: string): readonly OpenAiContentPart[] {
  const { content } = message;
  const own =
    typeof content === 'string' ? [{ type: 'text', text: content } as const] : (content ?? []);
  return [{ type: 'text', text: `${live}\n\n` }, ...own];
}
