/**
 * A value as a change of the one before it. Parts that are the same object as before are not sent again;
 * anyone who applies it keeps their objects, so that whatever is drawn from them stays as it is.
 */
export type Change =
  | { readonly kind: 'same' }
  | { readonly kind: 'whole'; readonly value: unknown }
  | {
      readonly kind: 'fields';
      readonly fields: Readonly<Record<string, Change>>;
      readonly gone: readonly string[];
    }
  /** Leaves out `skip` at the front, keeps `head`, takes `items` in, and keeps `tail` at the end. */
  | {
      readonly kind: 'list';
      readonly skip: number;
      readonly head: number;
      readonly items: readonly unknown[];
      readonly tail: number;
    };

const SAME: Change = { kind: 'same' };

/** The change that leads from one value to the next. */
export function changeOf(before: unknown, next: unknown): Change {
  if (isSame(before, next)) return SAME;
  if (Array.isArray(before) && Array.isArray(next)) return listChange(before, next);
  if (isPlain(before) && isPlain(next)) return fieldsChange(before, next);
  return { kind: 'whole', value: next };
}

function fieldsChange(
  before: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): Change {
  const fields: Record<string, Change> = {};
  for (const [name, value] of Object.entries(next)) {
    const change = Object.hasOwn(before, name)
      ? changeOf(before[name], value)
      : { kind: 'whole' as const, value };
    if (change.kind !== 'same') fields[name] = change;
  }
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(next, name));
  return Object.keys(fields).length + gone.length === 0 ? SAME : { kind: 'fields', fields, gone };
}

function listChange(before: readonly unknown[], next: readonly unknown[]): Change {
  const found = before.findIndex((item) => isSame(item, next[0]));
  const skip = Math.max(0, found);
  const most = Math.min(before.length - skip, next.length);
  let head = 0;
  while (head < most && isSame(before[skip + head], next[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(before.at(-1 - tail), next.at(-1 - tail))) tail += 1;
  if (head === next.length && skip === 0 && head === before.length) return SAME;
  if (head + tail === 0) return { kind: 'whole', value: next };
  return { kind: 'list', skip, head, items: next.slice(head, next.length - tail), tail };
}

/** The same value, or a flat object of the same values: plans make the facts of their items again. */
function isSame(before: unknown, next: unknown): boolean {
  if (Object.is(before, next)) return true;
  if (!isPlain(before) || !isPlain(next)) return false;
  const names = Object.keys(next);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && Object.is(before[name], next[name]))
  );
}

/**
 * Applies a change that came over a channel.
 * @throws TypeError if it is no change, or none of this value.
 */
export function applyChange(before: unknown, change: unknown): unknown {
  if (!isPlain(change)) throw new TypeError('There is no such change.');
  switch (change.kind) {
    case 'same':
      return before;
    case 'whole':
      return change.value;
    case 'fields':
      return withFields(before, change);
    case 'list':
      return withItems(before, change);
    default:
      throw new TypeError('There is no such change.');
  }
}

function withFields(before: unknown, { fields, gone }: Readonly<Record<string, unknown>>): unknown {
  if (!isPlain(before) || !isPlain(fields) || !Array.isArray(gone)) {
    throw new TypeError('The change is of another value.');
  }
  const next = new Map(Object.entries(before));
  for (const name of gone) next.delete(String(name));
  for (const [name, change] of Object.entries(fields)) {
    next.set(name, applyChange(next.get(name), change));
  }
  return Object.fromEntries(next);
}

function withItems(before: unknown, change: Readonly<Record<string, unknown>>): unknown {
  const { skip, head, items, tail } = change;
  const isOfThis =
    Array.isArray(before) &&
    Array.isArray(items) &&
    typeof skip === 'number' &&
    typeof head === 'number' &&
    typeof tail === 'number' &&
    skip + head + tail <= before.length;
  if (!isOfThis) throw new TypeError('The change is of another value.');
  const kept = before.slice(skip, skip + head);
  return [...kept, ...items, ...(tail > 0 ? before.slice(-tail) : [])];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
