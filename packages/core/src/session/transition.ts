import type { AgentMemoryError } from '../errors/errors.ts';
import type { MemoryEventBody } from '../events/memory-event.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import type { SessionChange, StoredSession } from '../storage/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';
import { appended, type EntryDraft } from '../transcript/transcript.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** What is known of a session once it is loaded; the rest stays as it was. */
export type OpenedState<Pad> = Partial<
  Pick<
    SessionSnapshot<Pad>,
    | 'transcript'
    | 'overlays'
    | 'compactions'
    | 'scratchpad'
    | 'runStartPad'
    | 'system'
    | 'newSystemText'
  >
>;

/** A stored session, and how it stands under today's settings. */
export interface LoadedSession<Pad> extends StoredSession {
  readonly opened: OpenedState<Pad>;
}

/** What can happen to a session. Time, ids and measurements arrive in the event. */
export type SessionEvent<Pad> =
  | { readonly type: 'load-start' }
  | { readonly type: 'load-end'; readonly opened: OpenedState<Pad> }
  | { readonly type: 'append'; readonly drafts: readonly EntryDraft[]; readonly atMs: number }
  /** What is told by code that is fetched on demand; the code that decides its step comes with it. */
  | { readonly type: 'late'; readonly step: (snapshot: SessionSnapshot<Pad>) => Step<Pad> }
  | { readonly type: 'plan-set'; readonly plan: ContextPlan }
  | { readonly type: 'degradation-set'; readonly degradation: Degradation }
  | { readonly type: 'error-set'; readonly error: AgentMemoryError }
  | { readonly type: 'error-clear' };

/** What the shell has to do about it. */
export type SessionEffect =
  | { readonly type: 'commit'; readonly change: SessionChange }
  | { readonly type: 'emit'; readonly event: MemoryEventBody };

/** The session as it is after an event, and what is to be done. */
export type Step<Pad> = readonly [SessionSnapshot<Pad>, readonly SessionEffect[]];

/**
 * What a session decides about its state, together with `lateTransition` and `headMoved`: values in,
 * values out. No clock, no chance, no waiting. Only the shared log is written to: behind the end of
 * every older snapshot, and where an estimated token count gives way to an exact one.
 */
export function transition<Pad>(
  snapshot: SessionSnapshot<Pad>,
  event: SessionEvent<Pad>,
): Step<Pad> {
  switch (event.type) {
    case 'load-start':
      return [{ ...snapshot, phase: 'hydrating' }, []];
    case 'load-end':
      return loaded({ ...snapshot, ...event.opened, phase: 'ready' });
    case 'append':
      return withEntries(snapshot, event.drafts, event.atMs);
    case 'late':
      return event.step(snapshot);
    case 'plan-set': {
      const { plan } = event;
      const next = plan === snapshot.assembled ? snapshot : { ...snapshot, assembled: plan };
      return [next, [emit({ type: 'plan-create', plan })]];
    }
    case 'degradation-set':
      return withDegradation(snapshot, event.degradation);
    case 'error-set':
      return [{ ...snapshot, error: event.error }, []];
    case 'error-clear':
      return [{ ...snapshot, error: undefined }, []];
    default:
      return event satisfies never;
  }
}

function loaded<Pad>(snapshot: SessionSnapshot<Pad>): Step<Pad> {
  const entries = snapshot.transcript.length;
  const compactions = snapshot.compactions.length;
  return [snapshot, [emit({ type: 'session-load', entries, compactions })]];
}

function withEntries<Pad>(
  snapshot: SessionSnapshot<Pad>,
  drafts: readonly EntryDraft[],
  atMs: number,
): Step<Pad> {
  const transcript = drafts.reduce(appended, snapshot.transcript);
  const entries = transcript.log.slice(snapshot.transcript.length, transcript.length);
  if (entries.length === 0) return [snapshot, []];
  const { overflow } = snapshot;
  // The conversation went on, so the last context went through.
  const settled = overflow && { ...overflow, attempts: 0 };
  const { newSystemText, scratchpad } = snapshot;
  const isNewRun = transcript.lastUserSeq !== snapshot.transcript.lastUserSeq;
  const runStartPad = isNewRun ? scratchpad : snapshot.runStartPad;
  const system = newSystemText === undefined ? {} : { system: { value: newSystemText } };
  return [
    { ...snapshot, transcript, overflow: settled, runStartPad, newSystemText: undefined },
    [commit({ atMs, entries, ...system }), ...entries.map((entry) => emit(entryAppend(entry)))],
  ];
}

function entryAppend({ id, seq, tokens }: Entry): MemoryEventBody {
  return { type: 'entry-append', entryId: id, seq, tokens: tokens.value };
}

function withDegradation<Pad>(snapshot: SessionSnapshot<Pad>, degradation: Degradation): Step<Pad> {
  if (snapshot.degraded.some(({ code }) => code === degradation.code)) return [snapshot, []];
  return [
    { ...snapshot, degraded: [...snapshot.degraded, degradation] },
    [emit({ type: 'degradation-add', degradation })],
  ];
}

export function commit(change: SessionChange): SessionEffect {
  return { type: 'commit', change };
}

export function emit(event: MemoryEventBody): SessionEffect {
  return { type: 'emit', event };
}
