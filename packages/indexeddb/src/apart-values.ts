import { crypt, isPlainObject } from '@agent-memory/core/internal';
import { exactBytes } from './exact-bytes.ts';
import type { StoredApart, StoredEntry } from './schema.ts';

/** Shorter texts stay in their message: a record of their own would cost more than it saves. */
const MIN_CHARACTERS = 64 * 1024;
/** Images and files stand near the top of a message; what is deeper stays where it is. */
const MOST_LEVELS = 12;

/** A message as it is stored: its images and files, as bytes, beside it [STO-5]. */
export interface EntryApart {
  readonly record: StoredEntry;
  /** In the order of `record.apart`. */
  readonly blobs: readonly Uint8Array[];
}

/**
 * Takes images and files out of a message: each long text that is base64 letter for letter, alone or
 * behind the head of a data URL. What comes back from `putBack` is the same text, and the checksum over
 * the message as it was appended vouches for it.
 */
export function setApart(record: StoredEntry): EntryApart {
  const found: Found[] = [];
  const message = without(record.message, [], found);
  if (found.length === 0) return { record, blobs: [] };
  return {
    record: { ...record, message, apart: found.map(({ place }) => place) },
    blobs: found.map(({ bytes }) => bytes),
  };
}

/** Whether something of a record stands beside it. */
export function isApart(
  record: unknown,
): record is StoredEntry & Pick<Required<StoredEntry>, 'apart'> {
  return typeof record === 'object' && record !== null && 'apart' in record;
}

/**
 * The record with its images and files in their places. What is missing leaves its place empty, and
 * `apart` names that place.
 */
export function putBack(record: StoredEntry, blobs: readonly unknown[]): StoredEntry {
  const { apart, ...rest } = record;
  const places: readonly unknown[] = Array.isArray(apart) ? apart : [];
  let { message } = rest;
  const missing: StoredApart[] = [];
  for (const [index, place] of places.entries()) {
    const bytes = blobs[index];
    if (!isPlace(place)) continue;
    if (bytes instanceof Uint8Array) {
      message = withText(message, place.path, place.head + crypt.base64Of(bytes));
    } else missing.push(place);
  }
  return { ...rest, message, ...(missing.length > 0 && { apart: missing }) };
}

interface Found {
  readonly place: StoredApart;
  readonly bytes: Uint8Array;
}

type Path = readonly (string | number)[];

function without<Value>(value: Value, path: Path, found: Found[]): Value;
function without(value: unknown, path: Path, found: Found[]): unknown {
  if (typeof value === 'string') return withoutBytes(value, path, found);
  if (path.length > MOST_LEVELS) return value;
  if (Array.isArray(value)) {
    return unlessSame(
      value,
      value.map((item, index) => without<unknown>(item, [...path, index], found)),
    );
  }
  if (!isPlainObject(value)) return value;
  const fields = Object.entries(value).map(
    ([name, field]) => [name, without<unknown>(field, [...path, name], found)] as const,
  );
  const isSame = fields.every(([name, field]) => field === value[name]);
  return isSame ? value : Object.fromEntries(fields);
}

function withoutBytes(text: string, path: Path, found: Found[]): string {
  if (text.length < MIN_CHARACTERS) return text;
  const head = /^data:[^,]{0,200};base64,/.exec(text)?.[0] ?? '';
  const bytes = exactBytes(text.slice(head.length));
  if (!bytes) return text;
  found.push({ place: { path, head }, bytes });
  return '';
}

function unlessSame(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, index) => item === before[index]) ? before : after;
}

/** A copy in which the text stands at the end of the path; the value itself where the path leads nowhere. */
function withText<Value>(value: Value, path: Path, text: string): Value;
function withText(value: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      index === step ? withText<unknown>(item, rest, text) : item,
    );
  }
  if (!isPlainObject(value) || !Object.hasOwn(value, step)) return value;
  const fields = Object.entries(value).map(
    ([name, field]) =>
      [name, name === step ? withText<unknown>(field, rest, text) : field] as const,
  );
  return Object.fromEntries(fields);
}

function isPlace(value: unknown): value is StoredApart {
  if (typeof value !== 'object' || value === null) return false;
  const { path, head }: Partial<Record<keyof StoredApart, unknown>> = value;
  const isStep = (step: unknown) => typeof step === 'string' || typeof step === 'number';
  return Array.isArray(path) && path.every(isStep) && typeof head === 'string';
}
