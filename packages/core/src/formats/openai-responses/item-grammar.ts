import type { Message } from '../../message/message.ts';
import { isText } from '../../message/read-field.ts';
import { OPENAI_RESPONSES } from './read-item.ts';
import { ResponsesCallIds } from './responses-call-ids.ts';
import { answeredBy, idsOfCall, isRunByTheApp } from './unread-item.ts';
import type { Item } from './write-items.ts';

/** An item and the message that it is of. */
export interface SentItem {
  readonly item: Item;
  readonly message: Message;
}

/**
 * Items as the provider takes them together.
 *
 * - Reasoning stands right ahead of the item that it led to, or not at all. Of several in a row the
 *   last one led to something; an answer that was stopped and asked for again leaves the others.
 * - Of an item that is not read, an output goes with its call, and a call that the app runs with its
 *   output; one without the other is left out.
 * - No two calls have one id, and no two items.
 *
 * Source: OpenAI docs, "Function calling" (each call has an output of its `call_id`), "Reasoning
 * models" (all items between the last message of the user and the output of a call go back),
 * "Conversation state"; API reference, `input`.
 */
export function inResponsesGrammar(sent: readonly SentItem[]): readonly Item[] {
  const isPaired = pairing(sent);
  const callIds = new ResponsesCallIds();
  const ids = new Set<string>();
  const items: Item[] = [];
  let reasoning: readonly Item[] = [];
  for (const each of sent) {
    const isAnswer = each.message.role === 'assistant';
    if (isAnswer && each.item.type === 'reasoning') {
      // Behind one that has an id stands the item that it led to, or it was cut off.
      reasoning = [...reasoning.filter(({ id }) => !isText(id)), each.item];
      continue;
    }
    if (!isPaired(each)) {
      // The reasoning led to this item, and to no other.
      reasoning = [];
      continue;
    }
    const group = isAnswer && isLedTo(each, reasoning) ? [...reasoning, each.item] : [each.item];
    reasoning = [];
    items.push(...withOwnIds(group, ids).map((item) => callIds.item(item)));
  }
  return items;
}

/**
 * Tells whether reasoning led to an item. The provider knows both by their ids: words that an app kept
 * without theirs, as of an answer that was stopped, are not what followed.
 */
function isLedTo({ item, message }: SentItem, reasoning: readonly Item[]): boolean {
  const isNamed = isText(item.id) || reasoning.every(({ id }) => !isText(id));
  return isNamed && message.format === OPENAI_RESPONSES;
}

/** Tells whether an item that is not read has what it needs: an output its call ahead, a call its output behind. */
function pairing(sent: readonly SentItem[]): (each: SentItem) => boolean {
  const alone = new Set<SentItem>();
  const open = new Map<unknown, SentItem>();
  const calls: SentItem[] = [];
  for (const each of sent) {
    if (!isUnread(each)) continue;
    const answered = answeredBy(each.item);
    const call = open.get(answered);
    if (answered === undefined) calls.push(each);
    else if (call) calls.splice(calls.indexOf(call), 1);
    else alone.add(each);
    // The later one of two calls under one id is answered.
    for (const id of idsOfCall(call?.item ?? each.item)) {
      if (answered === undefined) open.set(id, each);
      else open.delete(id);
    }
  }
  for (const call of calls) if (isRunByTheApp(call.item)) alone.add(call);
  return (each) => !alone.has(each);
}

function isUnread({ message: { role, parts } }: SentItem): boolean {
  return role !== 'user' && parts[0]?.type === 'unknown';
}

/**
 * Reasoning and what it led to, each under an id that no other item of the request has. An item that
 * stands there twice, as one that was asked for again, is sent without its id, and without the
 * reasoning that goes by that.
 */
function withOwnIds(group: readonly Item[], ids: Set<string>): readonly Item[] {
  const own = new Map(group.map((item) => [isText(item.id) ? item.id : item, item]));
  const isRepeated = [...own.values()].some(({ id }) => isText(id) && ids.has(id));
  if (isRepeated) return group.slice(-1).map(({ id: _, ...item }) => item);
  for (const { id } of group) if (isText(id)) ids.add(id);
  return [...own.values()];
}
