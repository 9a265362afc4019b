import { type NewRecord, recorded } from '../history/history.ts';
import type { SessionChange } from '../store/memory-store.ts';
import type { MemoryEventBody } from './events/memory-event.ts';
import type { SessionSnapshot, UntimedChange } from './snapshot.ts';

/** An effect that the shell carries out after an event. */
export type SessionEffect =
  | { readonly type: 'commit'; readonly change: SessionChange }
  | { readonly type: 'emit'; readonly event: MemoryEventBody };

/** The session as it is after an event, and what is to be done. */
export type Step<Pad> = readonly [SessionSnapshot<Pad>, readonly SessionEffect[]];

/** Commits a change together with what waits for the next commit; then tells the events. */
export function committing<Pad>(
  snapshot: SessionSnapshot<Pad>,
  note: UntimedChange,
  events: readonly MemoryEventBody[] = [],
): Step<Pad> {
  const { unsaved, ...rest } = snapshot;
  const change = { ...(unsaved ? joined(unsaved, note) : note), atMs: snapshot.atMs };
  return [unsaved ? rest : snapshot, [{ type: 'commit', change }, ...events.map(emit)]];
}

/**
 * Commits what a session records by itself. A session without a message is not stored for that: the
 * record waits for its first commit.
 */
export function recording<Pad>(
  snapshot: SessionSnapshot<Pad>,
  note: UntimedChange,
  events: readonly MemoryEventBody[] = [],
): Step<Pad> {
  if (snapshot.transcript.length > 0) return committing(snapshot, note, events);
  return [waiting(snapshot, note), events.map(emit)];
}

/** The session with a change that goes to the store with the next commit. */
export function waiting<Pad>(
  snapshot: SessionSnapshot<Pad>,
  note: UntimedChange,
): SessionSnapshot<Pad> {
  return { ...snapshot, unsaved: joined(snapshot.unsaved ?? {}, note) };
}

export function emit(event: MemoryEventBody): SessionEffect {
  return { type: 'emit', event };
}

/** Two changes as one: the later part wins where both have it; history is of both, in order. */
function joined(earlier: UntimedChange, later: UntimedChange): UntimedChange {
  const history = [...(earlier.history ?? []), ...(later.history ?? [])];
  const parts = new Map([...(earlier.parts ?? []), ...(later.parts ?? [])]);
  return {
    ...earlier,
    ...later,
    ...(history.length > 0 && { history }),
    ...(parts.size > 0 && { parts }),
  };
}

/** The session with one more record of its history, and what of that is to be stored [HIS-3]. */
export function withRecord<Pad>(
  snapshot: SessionSnapshot<Pad>,
  given: NewRecord,
): readonly [SessionSnapshot<Pad>, Pick<SessionChange, 'history' | 'historyFrom'>] {
  const { history, record, droppedBefore } = recorded(snapshot.history, given);
  return [
    { ...snapshot, history },
    { history: [record], ...(droppedBefore !== undefined && { historyFrom: droppedBefore }) },
  ];
}
