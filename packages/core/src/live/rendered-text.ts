import type { LivePart, LiveRoom, LiveSection, LiveText } from './live-section.ts';

/**
 * The text that a section gives for a room; absent where it has nothing to say.
 *
 * @throws TypeError if it gives anything but a text, a promise of one for instance.
 */
export function renderedText(section: LiveSection, room: LiveRoom): LiveText | undefined {
  const rendered: unknown = section.render(room);
  if (rendered === undefined || rendered === null) return undefined;
  const { text, reason, parts } = rendered as Partial<LiveText>;
  const isReason = reason === undefined || typeof reason?.rule === 'string';
  const areParts = parts === undefined || (Array.isArray(parts) && parts.every(isPart));
  if (typeof text === 'string' && isReason && areParts) return rendered as LiveText;
  throw new TypeError(
    '`render` has to give `{ text }` at once, with a `reason` and `parts` at most.',
  );
}

function isPart(part: Partial<LivePart> | undefined): boolean {
  const { id, fate, rule, sentence, text = '' } = part ?? {};
  return [id, fate, rule, sentence, text].every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
