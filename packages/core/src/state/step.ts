import type { MemoryEventBody } from '../events/memory-event.ts';
import type { SessionChange } from '../storage/memory-store.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** An effect that the shell carries out after an event. */
export type SessionEffect =
  | { readonly type: 'commit'; readonly change: SessionChange }
  | { readonly type: 'emit'; readonly event: MemoryEventBody };

/** The session as it is after an event, and what is to be done. */
export type Step<Pad> = readonly [SessionSnapshot<Pad>, readonly SessionEffect[]];

/** Commits a change together with what waits for the next commit; then tells the events. */
export function committing<Pad>(
  snapshot: SessionSnapshot<Pad>,
  change: SessionChange,
  events: readonly MemoryEventBody[] = [],
): Step<Pad> {
  const { unsaved } = snapshot;
  const whole = unsaved ? joined(unsaved, change) : change;
  const next = unsaved ? withoutUnsaved(snapshot) : snapshot;
  return [next, [{ type: 'commit', change: whole }, ...events.map(emit)]];
}

function withoutUnsaved<Pad>({ unsaved: _, ...rest }: SessionSnapshot<Pad>): SessionSnapshot<Pad> {
  return rest;
}

/**
 * Commits what a session records by itself. A session without a message is not stored for that: the
 * record waits for its first commit.
 */
export function recording<Pad>(
  snapshot: SessionSnapshot<Pad>,
  change: SessionChange,
  events: readonly MemoryEventBody[] = [],
): Step<Pad> {
  if (snapshot.transcript.length > 0) return committing(snapshot, change, events);
  const { atMs: _, ...note } = change;
  return [waiting(snapshot, note), events.map(emit)];
}

/** The session with a change that goes to the store with the next commit. */
export function waiting<Pad>(
  snapshot: SessionSnapshot<Pad>,
  note: Omit<SessionChange, 'atMs'>,
): SessionSnapshot<Pad> {
  return { ...snapshot, unsaved: joined(snapshot.unsaved ?? {}, note) };
}

export function emit(event: MemoryEventBody): SessionEffect {
  return { type: 'emit', event };
}

/** Two changes as one: the later part wins where both have it; history is of both, in order. */
function joined<Later extends Omit<SessionChange, 'atMs'>>(
  earlier: Omit<SessionChange, 'atMs'>,
  later: Later,
): Later {
  const history = [...(earlier.history ?? []), ...(later.history ?? [])];
  const parts = new Map([...(earlier.parts ?? []), ...(later.parts ?? [])]);
  return {
    ...earlier,
    ...later,
    ...(history.length > 0 && { history }),
    ...(parts.size > 0 && { parts }),
  };
}
