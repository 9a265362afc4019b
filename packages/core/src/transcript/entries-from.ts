import type { Entry } from './entry.ts';
import { placeOf, type Transcript } from './transcript.ts';

/** Entries at this place and behind it in the order of appending. Costs what it gives. */
export function entriesFrom({ log, length }: Transcript, place: number): readonly Entry[] {
  const { elsewhere } = log;
  if (elsewhere.length === 0) return log.slice(place, length);
  const found: Entry[] = [];
  for (let seq = length - 1; seq >= 0 && placeOf(log.at(seq)) >= place; seq -= 1) {
    found.push(log.at(seq));
  }
  for (let index = elsewhere.length - 1; index >= 0; index -= 1) {
    const entry = elsewhere[index];
    if (!entry || placeOf(entry) < place) break;
    found.push(entry);
  }
  return found.sort((a, b) => placeOf(a) - placeOf(b));
}
