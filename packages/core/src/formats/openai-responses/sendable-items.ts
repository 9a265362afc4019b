import type { Message } from '../../message/message.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import { isText } from '../../message/read-field.ts';
import { parsedJson } from '../ai-sdk/json-text.ts';
import { sendableName } from '../sendable-names.ts';
import { type Item, itemsOf } from './write-items.ts';

/** Fields that a client or the provider adds to an answer, and that no request may have. */
const OF_ANSWERS: ReadonlySet<string> = new Set(['created_by', 'parsed_arguments', 'parsed']);

const sendable = new WeakMap<Message, readonly Item[]>();

/** The items of a message as the provider takes them; the same message gives the same objects again. */
export function sendableItems(message: Message): readonly Item[] {
  const known = sendable.get(message);
  if (known) return known;
  const items = Object.freeze(itemsOf(message).flatMap(sendableItem));
  sendable.set(message, items);
  return items;
}

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
  const saysNothing = isText(content) ? content.trim() === '' : content.length === 0;
  return saysNothing ? [] : [frozen(item, { content })];
}

/** The content without blank words; the same list where there are none. */
function contentOf(content: unknown): string | readonly Item[] {
  if (!Array.isArray(content)) return isText(content) ? content : '';
  const pieces = content.flatMap((piece: Item) => (isBlank(piece) ? [] : [withoutFields(piece)]));
  const isSame =
    pieces.length === content.length && pieces.every((piece, index) => piece === content[index]);
  return isSame ? content : Object.freeze(pieces);
}

function isBlank({ text, refusal = text }: Item): boolean {
  return isText(refusal) && refusal.trim() === '';
}

function nameOf({ name }: Item): string {
  return sendableName(String(name));
}

/** A model may have written none, or broken ones, as an answer that was cut off leaves them. */
function argumentsOf(text: unknown): string {
  const words = isText(text) ? text : '';
  if (isPlainObject(parsedJson(words)?.value)) return words;
  return JSON.stringify(words.trim() ? { arguments: words } : {});
}
