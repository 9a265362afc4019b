import type { Message, Part } from './message.ts';
import { isPlainObject } from './plain-object.ts';

const wellFormed = new WeakMap<Message, Message>();

/**
 * The message with U+FFFD in place of every half of a surrogate pair, in texts, fields and names; the
 * message itself where it has none. Half a pair is no text: JSON can escape it, and a provider's parser
 * refuses the whole request, for as long as the message is in the context. The same message gives the
 * same object.
 */
export function wellFormedMessage(message: Message): Message {
  const known = wellFormed.get(message);
  if (known) return known;
  const whole = wholeOf({ ...message, parts: message.parts.map(withWholeArguments) });
  const isSame = message.parts.every((part, index) => part === whole.parts[index]);
  const result = isSame && sameBeside(message, whole) ? message : Object.freeze(whole);
  wellFormed.set(message, result);
  return result;
}

function sameBeside(message: Message, whole: Message): boolean {
  return Object.entries(message).every(
    ([name, value]) => name === 'parts' || Reflect.get(whole, name) === value,
  );
}

const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;

/** Formats that send arguments as values unescape what is escaped in their text. */
function withWholeArguments(part: Part): Part {
  if (part.type !== 'tool-call' || !ESCAPED_HALF.test(part.arguments)) return part;
  try {
    const value: unknown = JSON.parse(part.arguments);
    const whole = wholeOf(value);
    return whole === value ? part : { ...part, arguments: JSON.stringify(whole) };
  } catch {
    // Cut off or never JSON: it is sent as a text.
    return part;
  }
}

/** The value without halves of pairs; the same one where nothing in it is half a pair. */
export function wholeOf<Value>(value: Value): Value {
  return whole(value) as Value;
}

function whole(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(whole);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlainObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => ({
    name,
    field,
    to: [name.toWellFormed(), whole(field)] as const,
  }));
  const isChanged = fields.some(({ name, field, to }) => to[0] !== name || to[1] !== field);
  return isChanged ? Object.fromEntries(fields.map(({ to }) => to)) : value;
}
