import { InvalidMessageError } from '@agent-memory/core';

/** Fields of a message or part, as plain data. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}

/**
 * A copy of a message as plain data; a date in `createdAt`, of the message or of one of its parts, is
 * the field `createdAtMs`.
 * @throws InvalidMessageError for what is no object, or cannot be stored.
 */
export function messageData(input: unknown): Fields {
  if (!isFields(input)) throw new InvalidMessageError('message', 'must be an object.');
  const copy: unknown = JSON.parse(JSON.stringify(input, withoutDates));
  if (isFields(copy)) return copy;
  throw new InvalidMessageError('message', 'must be plain data.');
}

function withoutDates(_: string, value: unknown): unknown {
  if (!isFields(value) || !(value.createdAt instanceof Date)) return value;
  const { createdAt, ...others } = value;
  return { ...others, createdAtMs: createdAt.getTime() };
}

/** The fields with `createdAt` as the date that it was. */
export function withDate({ createdAtMs, ...others }: Fields): Fields {
  return typeof createdAtMs === 'number' ? { ...others, createdAt: new Date(createdAtMs) } : others;
}

/** The text of a field, which may not be empty. @throws InvalidMessageError naming it. */
export function nameIn(fields: Fields, field: string, prefix = ''): string {
  const value = fields[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidMessageError(`${prefix}${field}`, 'must be a text that is not empty.');
}

/** The text of a field. @throws InvalidMessageError naming it. */
export function textIn(fields: Fields, field: string, prefix = ''): string {
  const value = fields[field];
  if (typeof value === 'string') return value;
  throw new InvalidMessageError(`${prefix}${field}`, 'must be a text.');
}

/** The objects of a list. @throws InvalidMessageError naming what is none. */
export function listIn(fields: Fields, field: string): readonly Fields[] {
  const value = fields[field];
  if (!Array.isArray(value)) throw new InvalidMessageError(field, 'must be a list of parts.');
  return value.map((item: unknown, index) => {
    if (isFields(item)) return item;
    throw new InvalidMessageError(`${field}.${index}`, 'must be a part with a `type`.');
  });
}

/** The value of JSON text; `undefined` where it is none. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Models and tools may write anything; what is no JSON is words.
    return undefined;
  }
}

/** How a value stands in a text: as the text, or as its JSON. */
type TextKind = 'text' | 'json';

/** The text that a model reads of a value. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Whether a text says a value, so that only one of the two need be kept; `undefined` where it does not. */
export function kindOfText(text: string, value: unknown): TextKind | undefined {
  if (value === text) return 'text';
  const parsed = parsedJson(text);
  const isSame = parsed && JSON.stringify(parsed.value) === JSON.stringify(value);
  return isSame ? 'json' : undefined;
}

/** The value that a text says; the text itself where it is JSON no more. */
export function valueOfText(text: string, kind: unknown): unknown {
  const parsed = kind === 'json' ? parsedJson(text) : undefined;
  return parsed ? parsed.value : text;
}
