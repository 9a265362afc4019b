import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';

/** Why an entry may not leave the view. */
export type Protection = 'system' | 'anchor' | 'current-user' | 'newest-unit';

/** The reason why an entry is protected, or `undefined` when it may leave [POL-7]. */
export function protectionOf(transcript: Transcript, seq: number): Protection | undefined {
  if (transcript.log.at(seq).message.role === 'system') return 'system';
  if (seq === transcript.anchorSeq) return 'anchor';
  if (seq === transcript.lastUserSeq) return 'current-user';
  if (seq >= newestUnitStart(transcript)) return 'newest-unit';
  return undefined;
}
