import type { Entry } from '@agent-memory/core';
import { formatAge, formatMoment } from './format.ts';

/** The times of a message; both are of the session, whenever it is looked at. */
type Timed = Pick<Entry, 'seq' | 'createdAtMs'>;

/** `14:02:11` and `3 min before the newest message`, as far as there is something to say. */
export function timeFacts(entry: Timed, newest: Timed): readonly string[] {
  const moment = formatMoment(entry.createdAtMs, newest.createdAtMs);
  const before = formatAge(entry.createdAtMs, newest.createdAtMs);
  if (entry.seq >= newest.seq) return [moment, 'the newest message'];
  return before === 'now' ? [moment] : [moment, `${before} before the newest message`];
}
