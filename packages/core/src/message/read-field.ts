import { InvalidMessageError } from '../ground/errors/errors.ts';
import { isPlainObject } from './plain-object.ts';

/**
 * Goes on where the condition holds.
 *
 * @throws InvalidMessageError that names the field and says what is wrong with it [MSG-3].
 */
export function refuseUnless(holds: boolean, field: string, problem: string): asserts holds {
  if (!holds) throw new InvalidMessageError(field, `${problem}.`);
}

/** The fields of an object that came from outside; `copyPlainData` made it, so reading runs no code. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads one field, or refuses the message and names the field by `prefix` and `name`: 'parts.0.' and
 * 'text' are `parts.0.text`. The prefix of the message itself is ''.
 */
export type FieldReader<Value> = (fields: Fields, name: string, prefix: string) => Value;

/** The field as it is. It must be there. */
export function fieldAt(fields: Fields, name: string, prefix: string): unknown {
  refuseUnless(Object.hasOwn(fields, name), prefix + name, 'is missing');
  return fields[name];
}

/** A reader of fields whose value must pass the test. */
export function readerOf<Value>(
  isRight: (value: unknown) => value is Value,
  problem: string,
): FieldReader<Value> {
  return (fields, name, prefix) => {
    const value = fieldAt(fields, name, prefix);
    refuseUnless(isRight(value), prefix + name, problem);
    return value;
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export const textAt = readerOf(isText, 'must be text');

/** The arguments of a call, which stay the text that the model wrote. */
export const argumentsAt = readerOf(isText, 'must be the JSON text of the arguments');

export const objectAt = readerOf(isPlainObject, 'must be an object');

/** Text that is not empty: an id, the name of a tool, an address. */
export function nameAt(fields: Fields, name: string, prefix: string): string {
  const value = textAt(fields, name, prefix);
  refuseUnless(value !== '', prefix + name, 'must not be empty');
  return value;
}

/** Reads the items of a list one by one; `read` is given the item and its path, `parts.0`. */
export function itemsOf<Item>(
  list: unknown,
  field: string,
  problem: string,
  read: (item: unknown, field: string) => Item,
): readonly Item[] {
  refuseUnless(Array.isArray(list), field, problem);
  return list.map((item: unknown, index) => read(item, `${field}.${index}`));
}

/** A message or a part with what was kept unread of it. */
export function withExtra<Kept extends object>(
  kept: Kept,
  extra: Fields,
): Kept & { extra?: Fields } {
  return Object.keys(extra).length > 0 ? { ...kept, extra } : kept;
}
