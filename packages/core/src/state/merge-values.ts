import { isPlainObject } from '../message/plain-object.ts';
import { isSameValue } from '../message/same-value.ts';
import type { ValuesBeside } from '../store/outbox.ts';

/** The values beside a conversation in the words of this page, and as they are stored, redacted or not. */
export interface BothWords {
  readonly read: ValuesBeside;
  readonly stored: ValuesBeside;
}

/** The values of both sides, and those that page and store had when they last agreed. */
export interface ValueSides {
  readonly now: ValuesBeside;
  readonly before: BothWords;
  readonly theirs: BothWords;
}

/** Names a part; `undefined`: the scratchpad. */
type Name = string | undefined;

function namedIn({ scratchpad, parts }: ValuesBeside, name: Name): unknown {
  return name === undefined ? scratchpad : parts.get(name);
}

/** Tells whether nobody else has changed a value. */
function isAsBefore({ before, theirs }: ValueSides, name: Name): boolean {
  return isSameValue(namedIn(theirs.stored, name), namedIn(before.stored, name));
}

/** The values as the store has them: those that it has as before, in the words of this page. */
export function standingValues(sides: ValueSides): ValuesBeside {
  const { before, theirs } = sides;
  const standing = (name: Name) => namedIn((isAsBefore(sides, name) ? before : theirs).read, name);
  const parts = [...theirs.read.parts.keys()].map((name) => [name, standing(name)] as const);
  return { scratchpad: standing(undefined), parts: new Map(parts) };
}

/**
 * A value with what both sides have changed: by its fields, where it has some and the outcome can be read;
 * otherwise the change of this page counts. One that says the same stays the same object.
 */
export function valueAfter(
  sides: ValueSides,
  name: Name,
  isOwn: boolean,
  read: (fields: Readonly<Record<string, unknown>>) => unknown,
): unknown {
  const now = namedIn(sides.now, name);
  const isSame = isAsBefore(sides, name);
  if (!isOwn) return isSame && now !== undefined ? now : namedIn(sides.theirs.read, name);
  const fields = isSame ? undefined : fieldsOnTop(sides, name);
  if (!fields) return now;
  try {
    return read(fields);
  } catch {
    // The two do not fit together; the last word counts.
    return now;
  }
}

/** This page's changes of the fields of a value on top of another tab's; `undefined` where it has no fields. */
function fieldsOnTop(
  { now: own, before, theirs: other }: ValueSides,
  name: Name,
): Readonly<Record<string, unknown>> | undefined {
  const now = namedIn(own, name);
  const theirs = namedIn(other.stored, name);
  const read = namedIn(before.read, name) ?? {};
  const stored = namedIn(before.stored, name) ?? {};
  if (!isPlainObject(theirs) || !isPlainObject(now)) return undefined;
  if (!isPlainObject(read) || !isPlainObject(stored)) return undefined;
  const fields: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(theirs), ...Object.keys(now)])) {
    const isOwn = !isSameValue(now[field], read[field]);
    const isTheirs = !isOwn && !isSameValue(theirs[field], stored[field]);
    const value = isTheirs ? theirs[field] : now[field];
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}
