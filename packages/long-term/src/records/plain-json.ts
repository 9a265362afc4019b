import type { JsonValue } from './memory-record.ts';

const DEEPEST_LEVELS = 32;
const MOST_VALUES = 10_000;

/** A value that JSON can hold, or a sentence that says why it cannot. */
export type PlainJson =
  | { readonly value: JsonValue; readonly problem?: never }
  | { readonly problem: string };

/** Thrown within this file alone, to leave the walk. */
class NotPlain extends Error {}

/**
 * A copy of plain data that shares nothing with the original. Each field is read once. Halves of
 * surrogate pairs become U+FFFD, since no other program could read them back.
 */
export function plainJson(source: unknown): PlainJson {
  const ancestors = new Set<object>();
  let values = 0;
  try {
    return { value: copyOf(source, 0) };
  } catch (error) {
    return { problem: error instanceof NotPlain ? error.message : 'cannot be read' };
  }

  function copyOf(value: unknown, level: number): JsonValue {
    values += 1;
    if (values > MOST_VALUES) throw new NotPlain(`holds more than ${MOST_VALUES} values`);
    if (typeof value === 'string') return value.toWellFormed();
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number') return finite(value);
    if (typeof value !== 'object') throw new NotPlain(`holds a ${typeof value}`);
    return copyOfHolder(value, level + 1);
  }

  function copyOfHolder(holder: object, level: number): JsonValue {
    if (ancestors.has(holder)) throw new NotPlain('holds itself');
    if (level > DEEPEST_LEVELS) throw new NotPlain(`is deeper than ${DEEPEST_LEVELS} levels`);
    ancestors.add(holder);
    const copy = Array.isArray(holder)
      ? Array.from(holder, (item: unknown) => copyOf(item, level))
      : copyOfFields(holder, level);
    ancestors.delete(holder);
    return copy;
  }

  /** Unlike assignments, `fromEntries` keeps a field named `__proto__` as a field. */
  function copyOfFields(holder: object, level: number): JsonValue {
    const prototype: unknown = Object.getPrototypeOf(holder);
    if (prototype !== Object.prototype && prototype !== null) {
      throw new NotPlain('holds an object that is no plain data');
    }
    return Object.fromEntries(
      Object.entries(holder)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => [name.toWellFormed(), copyOf(field, level)]),
    );
  }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new NotPlain(`holds ${value}, which JSON has no word for`);
}

/** The JSON of a plain value, the same for the same value: fields in the order of their names. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_, held: unknown) => (isFields(held) ? sorted(held) : held));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Unlike assignments, `fromEntries` keeps a field named `__proto__` as a field. */
function sorted(fields: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(fields).sort();
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
