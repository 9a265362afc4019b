import type { Message } from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';
import { formatKit, isPlainObject, reading } from '@agent-memory/core/internal';
import { parsedJson } from '../ai-sdk/json-text.ts';
import { OPENING_WORDS } from '../stand-ins.ts';
import { OPENAI_RESPONSES } from './read-item.ts';
import type { OpenAiResponsesContext } from './responses-item.ts';
import { answeredBy, idsOfCall, isRunByTheApp } from './unread-item.ts';
import { type Item, itemsOf } from './write-items.ts';

/**
 * The plan's context as the provider takes it. System text is an item like others: it may stand
 * anywhere. Live text goes inside the item that the plan names [TIER-4].
 */
export function renderResponses(plan: BarePlan): OpenAiResponsesContext {
  const { items, livePlacement } = plan;
  const live = formatKit.liveTextOf(items);
  const host = livePlacement.kind === 'none' ? -1 : formatKit.liveHostIndex(plan);
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
    formatKit.liveSideOf(message) === 'ahead'
      ? [textPiece(`${live}\n\n`), ...piecesOf(content)]
      : behind(content, live);
  return [...own.slice(0, -1), { item: { ...item, [field]: held }, message }];
}

function behind(content: unknown, live: string): string | readonly Item[] {
  if (!reading.isText(content)) return [...piecesOf(content), textPiece(live)];
  return content === '' ? live : `${content}\n\n${live}`;
}

function piecesOf(content: unknown): readonly Item[] {
  if (reading.isText(content)) return content === '' ? [] : [textPiece(content)];
  return Array.isArray(content) ? content : [];
}

function textPiece(text: string): Item {
  return { type: 'input_text', text };
}

/** An item and the message that it is of. */
interface SentItem {
  readonly item: Item;
  readonly message: Message;
}

/**
 * Items as the provider takes them together.
 *
 * - Reasoning stands right before the item that it led to, or not at all. Of several in a row the
 *   last one led to something; an answer that was stopped and asked for again leaves the others.
 * - Of an item that is not read, an output goes with its call, and a call that the app runs with its
 *   output; one without the other is left out.
 * - No two calls have one id, and no two items.
 *
 * Source: OpenAI docs, "Function calling" (each call has an output of its `call_id`), "Reasoning
 * models" (all items between the last message of the user and the output of a call go back),
 * "Conversation state"; API reference, `input`.
 */
function inResponsesGrammar(sent: readonly SentItem[]): readonly Item[] {
  const isPaired = pairing(sent);
  const callIds = new ResponsesCallIds();
  const ids = new Set<string>();
  const items: Item[] = [];
  let reasoning: readonly Item[] = [];
  for (const each of sent) {
    const isAnswer = each.message.role === 'assistant';
    if (isAnswer && each.item.type === 'reasoning') {
      // Behind one that has an id stands the item that it led to, or it was cut off.
      reasoning = [...reasoning.filter(({ id }) => !reading.isText(id)), each.item];
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
  const isNamed = reading.isText(item.id) || reasoning.every(({ id }) => !reading.isText(id));
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
  const own = new Map(group.map((item) => [reading.isText(item.id) ? item.id : item, item]));
  const isRepeated = [...own.values()].some(({ id }) => reading.isText(id) && ids.has(id));
  if (isRepeated) return group.slice(-1).map(({ id: _, ...item }) => item);
  for (const { id } of group) if (reading.isText(id)) ids.add(id);
  return [...own.values()];
}

const LONGEST_ID = 64;

const OUTPUT_OF: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
};

interface OpenCall {
  readonly given: string;
  readonly own: string;
  readonly outputType: string;
}

/**
 * Gives each call of a request an id of its own, and its output that id and the kind that belongs to
 * the call: outputs are found by the id alone, and one of the other kind is not one. Called with the
 * items in their order. Items that can stay are the same objects.
 */
class ResponsesCallIds {
  readonly #free = new formatKit.FreeIds();
  #open: readonly OpenCall[] = [];

  item(item: Item): Item {
    const { type, call_id: given } = item;
    if (!reading.isText(type) || !reading.isText(given)) return item;
    const outputType = OUTPUT_OF[type];
    if (outputType !== undefined) return this.#call(item, given, outputType);
    return Object.values(OUTPUT_OF).includes(type) ? this.#output(item, given) : item;
  }

  #call(item: Item, given: string, outputType: string): Item {
    const own = formatKit.shortId(this.#free.take(given), LONGEST_ID);
    this.#open = [...this.#open, { given, own, outputType }];
    return own === given ? item : { ...item, call_id: own };
  }

  #output(item: Item, given: string): Item {
    const call = this.#open.find((open) => open.given === given);
    if (!call) return item;
    this.#open = this.#open.filter((open) => open !== call);
    const isSame = call.own === given && call.outputType === item.type;
    return isSame ? item : { ...item, type: call.outputType, call_id: call.own };
  }
}

/** Fields that a client or the provider adds to an answer, and that no request may have. */
const OF_ANSWERS: ReadonlySet<string> = new Set(['created_by', 'parsed_arguments', 'parsed']);

/** The items of a message as the provider takes them; the same message gives the same objects again. */
const sendableItems = formatKit.perMessage((message): readonly Item[] =>
  Object.freeze(itemsOf(message).flatMap(sendableItem)),
);

/** Blank words are left out, arguments that are no object become one, names keep to their letters. */
function sendableItem(given: Item): readonly Item[] {
  const item = withoutFields(given);
  switch (item.type) {
    case 'function_call':
      return [frozen(item, { name: nameOf(item), arguments: argumentsOf(item.arguments) })];
    case 'custom_tool_call':
      return [frozen(item, { name: nameOf(item) })];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [frozen(item, { output: contentOf(item.output) })];
    case undefined:
    case 'message':
      return messageOf(item);
    default:
      return [item];
  }
}

/** The same object where nothing changes. */
function frozen(item: Item, changes: Item): Item {
  const isSame = Object.entries(changes).every(([name, value]) => item[name] === value);
  return isSame ? item : Object.freeze({ ...item, ...changes });
}

function withoutFields(item: Item): Item {
  const names = Object.keys(item);
  if (!names.some((name) => OF_ANSWERS.has(name))) return item;
  return Object.freeze(
    Object.fromEntries(Object.entries(item).filter(([name]) => !OF_ANSWERS.has(name))),
  );
}

function messageOf(item: Item): readonly Item[] {
  const content = contentOf(item.content);
  const saysNothing = reading.isText(content) ? content.trim() === '' : content.length === 0;
  return saysNothing ? [] : [frozen(item, { content })];
}

/** The content without blank words; the same list where there are none. */
function contentOf(content: unknown): string | readonly Item[] {
  if (!Array.isArray(content)) return reading.isText(content) ? content : '';
  const pieces = content.flatMap((piece: Item) => (isBlank(piece) ? [] : [withoutFields(piece)]));
  const isSame =
    pieces.length === content.length && pieces.every((piece, index) => piece === content[index]);
  return isSame ? content : Object.freeze(pieces);
}

function isBlank({ text, refusal = text }: Item): boolean {
  return reading.isText(refusal) && refusal.trim() === '';
}

function nameOf({ name }: Item): string {
  return formatKit.sendableName(String(name));
}

/** A model may have written none, or broken ones, as an answer that was cut off leaves them. */
function argumentsOf(text: unknown): string {
  const words = reading.isText(text) ? text : '';
  if (isPlainObject(parsedJson(words)?.value)) return words;
  return JSON.stringify(words.trim() ? { arguments: words } : {});
}
