import { InvalidMessageError } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';

/** Fields of a message or part, as plain data. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}

/**
 * A copy of a message as plain data. A date in `createdAt`, of the message or of one of its parts,
 * becomes the field `createdAtMs`.
 * @throws InvalidMessageError if the input is not an object, or cannot be stored.
 */
export function messageData(input: unknown): Fields {
  if (!isFields(input)) throw new InvalidMessageError('message', 'must be an object.');
  const copy = asJson(input);
  if (isFields(copy)) return copy;
  throw new InvalidMessageError('message', 'must be plain data.');
}

function asJson(input: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(input, withoutDates));
  } catch (cause) {
    // It holds itself, or is nested so deep that no JSON can be written of it.
    const refusal = new InvalidMessageError('message', `is no JSON: ${errorText(cause)}.`);
    throw Object.assign(refusal, { cause });
  }
}

function withoutDates(_: string, value: unknown): unknown {
  if (!isFields(value) || !(value.createdAt instanceof Date)) return value;
  const { createdAt, ...others } = value;
  return { ...others, createdAtMs: createdAt.getTime() };
}

/** The fields with the date in `createdAt` again. */
export function withDate({ createdAtMs, ...others }: Fields): Fields {
  return typeof createdAtMs === 'number' ? { ...others, createdAt: new Date(createdAtMs) } : others;
}

/** The text of a field. @throws InvalidMessageError naming the field if it is not a text or empty. */
export function nameIn(fields: Fields, field: string, prefix = ''): string {
  const value = fields[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidMessageError(`${prefix}${field}`, 'must be a text that is not empty.');
}

/** The text of a field. @throws InvalidMessageError naming the field if it is not a text. */
export function textIn(fields: Fields, field: string, prefix = ''): string {
  const value = fields[field];
  if (typeof value === 'string') return value;
  throw new InvalidMessageError(`${prefix}${field}`, 'must be a text.');
}

/** The objects of a list. @throws InvalidMessageError naming the item that is not an object. */
export function listIn(fields: Fields, field: string): readonly Fields[] {
  const value = fields[field];
  if (!Array.isArray(value)) throw new InvalidMessageError(field, 'must be a list of parts.');
  return value.map((item: unknown, index) => {
    if (isFields(item)) return item;
    throw new InvalidMessageError(`${field}.${index}`, 'must be a part with a `type`.');
  });
}

/** The value of JSON text; `undefined` if the text is not JSON. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Models and tools may write anything.
    return undefined;
  }
}

/** Whether a text is a value itself, or its JSON. */
type TextKind = 'text' | 'json';

/** The text that a model reads of a value. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The kind of text that a value can be read from, so that the value need not be kept; `undefined` if it cannot. */
export function kindOfText(text: string, value: unknown): TextKind | undefined {
  if (value === text) return 'text';
  const parsed = parsedJson(text);
  const isSame = parsed && JSON.stringify(parsed.value) === JSON.stringify(value);
  return isSame ? 'json' : undefined;
}

/** The value of a text; the text itself where it is not JSON any more, as after shortening. */
export function valueOfText(text: string, kind: unknown): unknown {
  const parsed = kind === 'json' ? parsedJson(text) : undefined;
  return parsed ? parsed.value : text;
}
