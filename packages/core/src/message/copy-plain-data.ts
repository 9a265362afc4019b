import { InvalidMessageError } from '../ground/errors/errors.ts';
import { DEEPEST_LEVELS, isPlainObject } from './plain-object.ts';
import { readyData } from './ready-data.ts';

/** More are copied in steps, or not at all. */
const MOST_AT_ONCE = 50_000;

/**
 * A deep copy of what JSON can say: text, numbers, booleans, null, lists and plain objects. It shares
 * nothing changeable with the original. Each field is read once, so that one that answers differently
 * the second time cannot pass as what it is not. Fields that are `undefined` stay.
 *
 * @throws InvalidMessageError for everything else (a function, a `Date`, an instance of a class, a
 * value that holds itself, more than 500 levels, more than `most` values, a field that throws when it
 * is read), naming the place by its path from `value`, which stands `at` one itself.
 */
export function copyPlainData(
  value: unknown,
  most = MOST_AT_ONCE,
  at: readonly string[] = [],
): unknown {
  const path = [...at];
  const ancestors = new Set<object>();
  let values = 0;
  try {
    return copyOf(value);
  } catch (error) {
    if (error instanceof InvalidMessageError) throw error;
    const refusal = refusalAt(path, 'cannot be read: reading it threw an error');
    throw Object.assign(refusal, { cause: error });
  }

  function copyOf(source: unknown): unknown {
    const problem = unsendable(source);
    if (problem) throw refusalAt(path, problem);
    const isHolder = typeof source === 'object' && source !== null && !readyData.has(source);
    return isHolder ? copyOfHolder(source) : source;
  }

  function copyOfHolder(source: object): object {
    if (ancestors.has(source)) throw refusalAt(path, 'holds itself, which cannot be sent');
    if (path.length === DEEPEST_LEVELS) {
      throw refusalAt(start(), `is nested deeper than ${DEEPEST_LEVELS} levels`);
    }
    ancestors.add(source);
    const copy = Array.isArray(source) ? copyOfList(source) : copyOfFields(source);
    ancestors.delete(source);
    return copy;
  }

  /** Item by item: a list may bring methods of its own, and may have gaps. */
  function copyOfList(source: readonly unknown[]): unknown[] {
    const length = counted(source.length);
    return Array.from({ length }, (_, index) => copyOfField(source, `${index}`));
  }

  /** Unlike assignments, `fromEntries` keeps a field named `__proto__` as a field. */
  function copyOfFields(source: object): object {
    const names = Object.keys(source);
    counted(names.length);
    return Object.fromEntries(names.map((name) => [name, copyOfField(source, name)]));
  }

  function counted(length: number): number {
    values += length;
    // Said this way round, it also refuses a proxy whose length is no number.
    if (values <= most) return length;
    throw refusalAt(start(), `holds more than ${most} values`);
  }

  function copyOfField(source: object, name: string): unknown {
    path.push(name);
    const copy = copyOf(Reflect.get(source, name));
    path.pop();
    return copy;
  }

  /** The whole path would bury the sentence; its start leads to the part: `parts.0.value`. */
  function start(): readonly string[] {
    return path.slice(0, 3);
  }
}

export function refusalAt(path: readonly string[], problem: string): InvalidMessageError {
  return new InvalidMessageError(path.join('.') || 'message', `${problem}.`);
}

/** Why a value is no plain data, in words that continue from its name. */
function unsendable(value: unknown): string | undefined {
  const kind = typeof value;
  if (kind === 'function' || kind === 'symbol' || kind === 'bigint') {
    return `holds a ${kind}, which cannot be sent`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) || isPlainObject(value)) return undefined;
  return `holds an object of class ${classOf(value)}, which is no plain data`;
}

function classOf(value: object): string {
  const maker: unknown = Reflect.get(value, 'constructor');
  const name = typeof maker === 'function' ? maker.name : '';
  return name || Object.prototype.toString.call(value).slice('[object '.length, -1);
}
