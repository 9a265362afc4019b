import type { Message, Part } from './message.ts';
import { perMessage } from './per-message.ts';
import { isPlainObject } from './plain-object.ts';

/**
 * The message with U+FFFD in place of every half of a surrogate pair, in texts, fields and names; the
 * message itself where it has none. Half a pair is no text: JSON can escape it, and a provider's parser
 * refuses the whole request, for as long as the message is in the context. The same message gives the
 * same object.
 */
export const wellFormedMessage = perMessage((message): Message => {
  const parts = message.parts.map(withWholeArguments);
  const isSame = parts.every((part, index) => part === message.parts[index]);
  return Object.freeze(wholeOf(isSame ? message : { ...message, parts }));
});

const ESCAPED_HALF = /\\ud[89a-f]/i;

/** Escapes that stay, as the group: backslashes, and whole pairs; or half of a pair. */
const ESCAPES = /((?:\\\\)+|\\ud[89ab]..\\ud[c-f]..)|\\ud[89a-f]../gi;

/**
 * Formats that send arguments as values unescape what is escaped in their text. One that has no end, cut
 * off or never JSON, is sent as a text.
 */
function withWholeArguments(part: Part): Part {
  if (part.type !== 'tool-call') return part;
  const { arguments: said } = part;
  if (!ESCAPED_HALF.test(said) || !/[}\]]\s*$/.test(said)) return part;
  const text = said.replace(ESCAPES, (_, kept) => kept ?? '\ufffd');
  return text === said ? part : { ...part, arguments: text };
}

/** The value without halves of pairs; the same one where nothing in it is half a pair. */
export function wholeOf<Value>(value: Value): Value;
export function wholeOf(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) {
    const items: unknown[] = value.map<unknown>(wholeOf);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlainObject(value)) return value;
  const fields = Object.entries(value);
  const entries = wholeOf(fields);
  return entries === fields ? value : Object.fromEntries(entries);
}
