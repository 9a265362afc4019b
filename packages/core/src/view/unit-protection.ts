import type { Transcript } from '../transcript/transcript.ts';
import { protectionOf } from './protected.ts';

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
