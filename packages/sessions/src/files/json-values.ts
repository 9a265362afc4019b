import { isPlainObject } from '@agent-memory/core/internal';

/** Called with a path, such as `scratchpad.map.0`, and what is wrong there. */
export type RefuseAt = (field: string, problem: string) => never;

/** Deeper than any session is, and far from where walking it would run out of stack. */
const DEEPEST_LEVELS = 600;

/**
 * A value of a store as JSON can say it. What JSON has no word for stands as an object with one
 * field, whose name begins with `$`: `{ "$date": 0 }`, `{ "$map": [] }`; everything else is as it
 * is. `toJsonValue` and `fromJsonValue` undo each other.
 */
export function toJsonValue(value: unknown, field: string, refuse: RefuseAt): unknown {
  const ancestors = new Set<object>();
  return plain(value, field);

  function plain(source: unknown, path: string): unknown {
    switch (typeof source) {
      case 'string':
      case 'boolean':
        return source;
      case 'number':
        return JSON.stringify(source) === String(source) && !Object.is(source, -0)
          ? source
          : { $number: Object.is(source, -0) ? '-0' : String(source) };
      case 'bigint':
        return { $bigint: String(source) };
      case 'undefined':
        return { $undefined: true };
      case 'object':
        return source === null ? null : plainHolder(source, path);
      default:
        return refuse(path, `holds a ${typeof source}, which a file cannot say`);
    }
  }

  function plainHolder(source: object, path: string): unknown {
    if (ancestors.has(source)) return refuse(path, 'holds itself, which a file cannot say');
    if (ancestors.size === DEEPEST_LEVELS) {
      return refuse(startOf(path), `is nested deeper than ${DEEPEST_LEVELS} levels`);
    }
    ancestors.add(source);
    const made = plainObject(source, path);
    ancestors.delete(source);
    return made;
  }

  function plainObject(source: object, path: string): unknown {
    const items = (list: Iterable<unknown>) =>
      Array.from(list, (item, index) => plain(item, `${path}.${index}`));
    if (Array.isArray(source)) return items(source);
    if (source instanceof Date) {
      return { $date: Number.isNaN(source.getTime()) ? null : source.getTime() };
    }
    if (source instanceof Map) return { $map: items(source) };
    if (source instanceof Set) return { $set: items(source) };
    if (isPlainObject(source)) return plainFields(source, path);
    const kind = Object.prototype.toString.call(source).slice('[object '.length, -1);
    return refuse(path, `holds a ${kind}, which a file cannot say`);
  }

  function plainFields(source: Readonly<Record<string, unknown>>, path: string): unknown {
    const names = Object.keys(source);
    const fields = Object.fromEntries(
      names.map((name) => [name, plain(source[name], `${path}.${name}`)]),
    );
    const looksLikeOurs = names.length === 1 && names[0]?.startsWith('$');
    return looksLikeOurs ? { $object: fields } : fields;
  }
}

/** @throws what `refuse` throws, for everything that `toJsonValue` cannot have given. */
export function fromJsonValue(value: unknown, field: string, refuse: RefuseAt): unknown {
  return read(value, field, 0);

  function read(source: unknown, path: string, depth: number): unknown {
    if (typeof source === 'string' || typeof source === 'boolean' || source === null) return source;
    if (typeof source === 'number' && Number.isFinite(source)) return source;
    if (typeof source !== 'object') return refuse(path, 'is nothing that JSON can say');
    if (depth === DEEPEST_LEVELS) {
      return refuse(startOf(path), `is nested deeper than ${depth} levels`);
    }
    if (Array.isArray(source)) return readItems(source, path, depth);
    if (!isPlainObject(source)) return refuse(path, 'is nothing that JSON can say');
    const [name, ...others] = Object.keys(source);
    if (name?.startsWith('$') && others.length === 0) {
      return readTagged(name, source[name], `${path}.${name}`, depth);
    }
    return readFields(source, path, depth);
  }

  function readItems(list: readonly unknown[], path: string, depth: number): unknown[] {
    // Unlike `map` it asks a list for no `constructor`, which could be a field of its own.
    return Array.from(list, (item, index) => read(item, `${path}.${index}`, depth + 1));
  }

  /** Unlike assignments, `fromEntries` keeps a field named `__proto__` as a field. */
  function readFields(
    source: Readonly<Record<string, unknown>>,
    path: string,
    depth: number,
  ): unknown {
    const names = Object.keys(source);
    return Object.fromEntries(
      names.map((name) => [name, read(source[name], `${path}.${name}`, depth + 1)]),
    );
  }

  function readTagged(tag: string, held: unknown, path: string, depth: number): unknown {
    switch (tag) {
      case '$object':
        return isPlainObject(held) ? readFields(held, path, depth) : refuse(path, 'must be fields');
      case '$undefined':
        return undefined;
      case '$number':
        return readNumber(held, path);
      case '$bigint':
        if (typeof held !== 'string' || !/^-?\d{1,10000}$/.test(held)) break;
        return BigInt(held);
      case '$date':
        if (held !== null && typeof held !== 'number') break;
        return new Date(held ?? Number.NaN);
      case '$map':
        return new Map(readPairs(held, path, depth));
      case '$set':
        if (!Array.isArray(held)) break;
        return new Set(readItems(held, path, depth));
      default:
        return refuse(path, 'is of a kind that this version does not know');
    }
    return refuse(path, 'is not what its name says');
  }

  function readNumber(held: unknown, path: string): number {
    const isName = held === 'NaN' || held === 'Infinity' || held === '-Infinity' || held === '-0';
    return isName ? Number(held) : refuse(path, 'must be NaN, Infinity, -Infinity or -0');
  }

  function readPairs(held: unknown, path: string, depth: number): [unknown, unknown][] {
    if (!Array.isArray(held)) return refuse(path, 'must be a list of pairs');
    return Array.from(held, (pair: unknown, index) => {
      const isPair = Array.isArray(pair) && pair.length === 2;
      if (!isPair) return refuse(`${path}.${index}`, 'must be a pair');
      const [key, item] = readItems(pair, `${path}.${index}`, depth + 1);
      return [key, item];
    });
  }
}

/** The whole path would bury the sentence. */
function startOf(path: string): string {
  return path.split('.').slice(0, 6).join('.');
}
