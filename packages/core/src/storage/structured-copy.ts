import { setOwn } from '../message/set-own.ts';

/** Called when a value cannot be stored. `path` leads to it from the copied value: `.parts[0].value`. */
export type RefuseValue = (path: string, kind: string) => never;

/** Data of a message or a scratchpad, as deep as they may be, in a session around them. */
const DEEPEST_LEVELS = 600;

/** Platform objects that nobody can change; they are shared, not copied. */
const UNCHANGEABLE = new Set(['[object Blob]', '[object File]', '[object CryptoKey]']);

/**
 * A deep copy that shares nothing changeable with the original, by the rules of the platform's
 * structured clone as far as data goes: maps, sets, dates, bytes and cycles survive, instances of
 * classes come out as plain objects, functions and symbols are refused. Core knows no platform, so
 * it brings its own. Strings are shared: nobody can change them, and they are nearly all the bytes.
 */
export function structuredCopy<T>(value: T, refuse: RefuseValue): T {
  const path: (string | number)[] = [];
  const copies = new Map<object, unknown>();
  return copy(value) as T;

  function copy(source: unknown): unknown {
    if (typeof source === 'function' || typeof source === 'symbol') {
      return refuse(pathText(path), typeof source);
    }
    if (typeof source !== 'object' || source === null) return source;
    return copies.get(source) ?? copyObject(source);
  }

  function copyObject(source: object): unknown {
    if (Array.isArray(source)) return copyArray(source);
    if (source instanceof Map) return copyMap(source);
    if (source instanceof Set) return copySet(source);
    const tag = Object.prototype.toString.call(source);
    if (tag === '[object Object]') return copyRecord(source);
    const done = UNCHANGEABLE.has(tag) ? source : copyBytesOrDate(source);
    if (done === undefined) return refuse(pathText(path), tag.slice('[object '.length, -1));
    copies.set(source, done);
    return done;
  }

  function copyArray(source: readonly unknown[]): unknown[] {
    const target: unknown[] = [];
    copies.set(source, target);
    for (let index = 0; index < source.length; index++) target.push(copyAt(index, source[index]));
    return target;
  }

  function copyMap(source: ReadonlyMap<unknown, unknown>): Map<unknown, unknown> {
    const target = new Map<unknown, unknown>();
    copies.set(source, target);
    for (const [key, item] of source) target.set(copyAt('key', key), copyAt(String(key), item));
    return target;
  }

  function copySet(source: ReadonlySet<unknown>): Set<unknown> {
    const target = new Set<unknown>();
    copies.set(source, target);
    for (const item of source) target.add(copyAt('item', item));
    return target;
  }

  function copyRecord(source: object): object {
    const target: Record<string, unknown> = {};
    copies.set(source, target);
    for (const [key, item] of Object.entries(source)) setOwn(target, key, copyAt(key, item));
    return target;
  }

  function copyAt(key: string | number, item: unknown): unknown {
    if (item === null || (typeof item !== 'object' && typeof item !== 'function')) {
      if (typeof item !== 'symbol') return item;
    }
    if (path.length === DEEPEST_LEVELS) {
      return refuse(
        pathText(path.slice(0, 3)),
        `value nested deeper than ${DEEPEST_LEVELS} levels`,
      );
    }
    path.push(key);
    const copied = copy(item);
    path.pop();
    return copied;
  }
}

function copyBytesOrDate(source: object): object | undefined {
  if (source instanceof Date) return new Date(source.getTime());
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

function pathText(path: readonly (string | number)[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
}
