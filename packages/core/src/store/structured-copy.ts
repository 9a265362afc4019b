import { setOwn } from '../message/set-own.ts';

/** Called when a value cannot be stored. `path` leads to it from the copied value: `.parts[0].value`. */
export type RefuseValue = (path: string, kind: string) => never;

/** Data of a message or a scratchpad, as deep as they may be, in a session around them. */
const DEEPEST_LEVELS = 600;

/** Platform objects that nobody can change; they are shared, not copied. */
const UNCHANGEABLE = new Set(['[object Blob]', '[object File]', '[object CryptoKey]']);

/** Leads to a value from the copied one. */
type Path = readonly (string | number)[];

/** How a deep copy differs from its original. */
export interface CopyRules {
  /** The copy of what is no list, map, set or object of fields: a text, a figure, a date. */
  leaf(value: unknown, path: Path): unknown;
  /** The copy of a key of a map; default: as values are copied. */
  key?(key: unknown): unknown;
  /** What a field is called in the copy; default: as it is. */
  name?(name: string): string;
  /** The copy of a field; `undefined`: as values are copied. */
  field?(name: string, value: unknown): unknown;
  /** Called where the value is nested too deep. */
  tooDeep?(path: Path): never;
}

/**
 * A deep copy by rules: lists, maps, sets and cycles survive, and instances of classes come out as plain
 * objects.
 */
export function copiedWith(value: unknown, rules: CopyRules): unknown {
  const path: (string | number)[] = [];
  const copies = new Map<object, unknown>();
  return copy(value);

  function copy(source: unknown): unknown {
    if (typeof source !== 'object' || source === null) return rules.leaf(source, path);
    return copies.get(source) ?? copyObject(source);
  }

  function copyObject(source: object): unknown {
    if (Array.isArray(source)) {
      const list: unknown[] = [];
      copies.set(source, list);
      for (let index = 0; index < source.length; index++) list.push(copyAt(index, source[index]));
      return list;
    }
    if (source instanceof Map) {
      const map = new Map<unknown, unknown>();
      copies.set(source, map);
      for (const [key, item] of source) {
        map.set(rules.key ? rules.key(key) : copyAt('key', key), copyAt(String(key), item));
      }
      return map;
    }
    if (source instanceof Set) {
      const set = new Set<unknown>();
      copies.set(source, set);
      for (const item of source) set.add(copyAt('item', item));
      return set;
    }
    if (Object.prototype.toString.call(source) === '[object Object]') return copyFields(source);
    const leaf = rules.leaf(source, path);
    copies.set(source, leaf);
    return leaf;
  }

  function copyFields(source: object): object {
    const fields: Record<string, unknown> = {};
    copies.set(source, fields);
    for (const [name, item] of Object.entries(source)) {
      const field = rules.field?.(name, item) ?? copyAt(name, item);
      setOwn(fields, rules.name ? rules.name(name) : name, field);
    }
    return fields;
  }

  function copyAt(step: string | number, item: unknown): unknown {
    if (path.length === DEEPEST_LEVELS && typeof item === 'object' && item !== null) {
      rules.tooDeep?.(path);
    }
    path.push(step);
    const copied = copy(item);
    path.pop();
    return copied;
  }
}

/**
 * A deep copy that shares nothing changeable with the original, by the rules of the platform's
 * structured clone as far as data goes: maps, sets, dates, bytes and cycles survive, instances of
 * classes come out as plain objects, functions and symbols are refused. Core knows no platform, so
 * it brings its own. Strings are shared: nobody can change them, and they are nearly all the bytes.
 */
export function structuredCopy<T>(value: T, refuse: RefuseValue): T {
  return copiedWith(value, {
    leaf(source, path) {
      if (typeof source === 'function' || typeof source === 'symbol') {
        return refuse(pathText(path), typeof source);
      }
      if (typeof source !== 'object' || source === null) return source;
      const tag = Object.prototype.toString.call(source);
      const done = UNCHANGEABLE.has(tag) ? source : copyBytesOrDate(source);
      return done ?? refuse(pathText(path), tag.slice('[object '.length, -1));
    },
    tooDeep: (path) =>
      refuse(pathText(path.slice(0, 3)), `value nested deeper than ${DEEPEST_LEVELS} levels`),
  }) as T;
}

function copyBytesOrDate(source: object): object | undefined {
  if (source instanceof Date) return new Date(source.getTime());
  if (source instanceof RegExp) return new RegExp(source);
  if (source instanceof ArrayBuffer) return source.slice(0);
  if (source instanceof DataView) {
    return new DataView(bytesOf(source).buffer);
  }
  return isTypedArray(source) ? source.slice() : undefined;
}

function bytesOf(view: DataView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();
}

function isTypedArray(source: object): source is Uint8Array {
  return ArrayBuffer.isView(source) && !(source instanceof DataView);
}

function pathText(path: Path): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
}
