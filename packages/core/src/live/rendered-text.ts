import type { LiveRoom, LiveSection, LiveText } from './live-section.ts';

/**
 * The text that a section gives for a room; absent where it has nothing to say.
 *
 * @throws TypeError if it gives anything but a text, a promise of one for instance.
 */
export function renderedText(section: LiveSection, room: LiveRoom): LiveText | undefined {
  const rendered: unknown = section.render(room);
  if (rendered === undefined || rendered === null) return undefined;
  const { text, reason } = rendered as Partial<LiveText>;
  const isReason = reason === undefined || typeof reason?.rule === 'string';
  if (typeof text === 'string' && isReason) return rendered as LiveText;
  throw new TypeError('`render` has to give `{ text }` at once, with a `reason` at most.');
}
