import { textOf } from '../message/message.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';

/** Why an entry may not leave the view. */
export type Protection = 'system' | 'anchor' | 'current-user' | 'newest-unit';

/** The reason why an entry is protected, or `undefined` when it may leave [POL-7]. */
export function protectionOf(transcript: Transcript, seq: number): Protection | undefined {
  if (isProtectedSystem(transcript, seq)) return 'system';
  if (seq === transcript.anchorSeq) return 'anchor';
  if (seq === transcript.lastUserSeq) return 'current-user';
  if (seq >= newestUnitStart(transcript)) return 'newest-unit';
  return undefined;
}

/**
 * Whether it is a system message that has to stay. One that repeats a leading one word for word says nothing
 * that is not sent anyway: it stays while there is room, like any other message.
 */
export function isProtectedSystem({ log, leadingSystems }: Transcript, seq: number): boolean {
  const { message } = log.at(seq);
  if (message.role !== 'system') return false;
  if (message.parts.some(({ type }) => type !== 'text')) return true;
  const text = textOf(message);
  for (let leading = 0; leading < leadingSystems && leading < seq; leading += 1) {
    if (textOf(log.at(leading).message) === text) return false;
  }
  return true;
}

/** Tells whether any entry of a unit is protected; then the unit stays whole. */
export function isUnitProtected(
  transcript: Transcript,
  unit: { readonly start: number; readonly end: number },
): boolean {
  for (let seq = unit.start; seq < unit.end; seq += 1) {
    if (protectionOf(transcript, seq)) return true;
  }
  return false;
}
