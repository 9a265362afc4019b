import type { Message, Part } from './message.ts';

/** Equal as JSON: a field that is `undefined` is one that is not there. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [fields, others] = [fieldsOf(a), fieldsOf(b)];
  return (
    fields.length === others.length &&
    fields.every(
      ([name, value]) => Object.hasOwn(b, name) && isSameValue(value, Reflect.get(b, name)),
    )
  );
}

function fieldsOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, field]) => field !== undefined);
}

/**
 * Tells whether a model reads the same in two messages: who speaks, and the parts in their order.
 * Data kept for a provider alone (`extra`, the id it gave a message) does not count.
 */
export function showsSame(a: Message, b: Message): boolean {
  if (a === b) return true;
  return (
    a.role === b.role &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, index) => isSamePart(part, b.parts[index]))
  );
}

function isSamePart(a: Part, b: Part | undefined): boolean {
  if (b === undefined || a.type !== b.type) return false;
  // Looked at first: most messages differ here, and this makes no copies.
  if ('text' in a && 'text' in b && a.text !== b.text) return false;
  return a === b || isSameValue(shownOf(a), shownOf(b));
}

function shownOf(part: Part): object {
  if (part.type === 'unknown') return part;
  const { extra: _, ...shown } = part;
  return shown;
}
