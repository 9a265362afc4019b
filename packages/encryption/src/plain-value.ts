import { InvalidOptionError } from '@agent-memory/core';
import { crypt } from '@agent-memory/core/internal';

/*
 * PERSISTED. Values as JSON, behind a letter that says whether something in it stands for what JSON cannot
 * say, as `{ "$": kind, "v": what it holds }`.
 */
const PLAIN = '0';
const ESCAPED = '1';

interface Escape {
  readonly $: string;
  readonly v?: unknown;
}

/** @throws InvalidOptionError for objects of other classes than a store's values commonly have. */
export function bytesOfValue(value: unknown): Uint8Array<ArrayBuffer> {
  let isEscaped = false;
  const json = JSON.stringify([value], function (this: object, name) {
    // As it is in its holder: what is handed over is a text where it was a date.
    const given: unknown = Reflect.get(this, name);
    if (given === undefined && !Array.isArray(this)) return undefined;
    const escaped = escapeOf(given);
    isEscaped ||= escaped !== undefined;
    return escaped ?? given;
  });
  return new TextEncoder().encode((isEscaped ? ESCAPED : PLAIN) + json);
}

export function valueOfBytes(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  const [value]: readonly unknown[] = JSON.parse(text.slice(1));
  return text.startsWith(ESCAPED) ? restored(value) : value;
}

function escapeOf(value: unknown): Escape | undefined {
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) };
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return { $: 'number', v: '-0' };
    return Number.isFinite(value) ? undefined : { $: 'number', v: String(value) };
  }
  const isHolder = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHolder ? escapeOfObject(value) : undefined;
}

function escapeOfObject(value: object): Escape | undefined {
  if (value instanceof Map) return { $: 'map', v: [...value] };
  if (value instanceof Set) return { $: 'set', v: [...value] };
  if (value instanceof Date) return { $: 'date', v: value.getTime() };
  if (value instanceof Uint8Array) return { $: 'bytes', v: crypt.base64Of(value) };
  const tag = Object.prototype.toString.call(value);
  if (tag === '[object Object]') {
    return Object.hasOwn(value, '$') ? { $: 'object', v: Object.entries(value) } : undefined;
  }
  const problem = `holds ${tag}, which cannot be encrypted: give its bytes as a Uint8Array.`;
  throw new InvalidOptionError('value', problem);
}

function restored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restored);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, '$')) return restoredEscape(value as Escape);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, restored(field)]));
}

const RESTORE: Readonly<Record<string, (held: never) => unknown>> = {
  undefined: () => undefined,
  bigint: (text: string) => BigInt(text),
  number: Number,
  map: (pairs: readonly [unknown, unknown][]) => new Map(pairs),
  set: (items: readonly unknown[]) => new Set(items),
  date: (ms: number) => new Date(ms),
  bytes: crypt.bytesOfBase64,
  object: Object.fromEntries,
};

/** An authenticated value was written by `escapeOf`, so that it is of these kinds. */
function restoredEscape({ $: kind, v }: Escape): unknown {
  return RESTORE[kind]?.(restored(v) as never);
}
