import type { Message, Part } from './message.ts';
import { isSameValue } from './same-value.ts';

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
