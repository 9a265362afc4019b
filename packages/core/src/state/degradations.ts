import type { Degradation } from '../plan/context-plan.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { emit, type Step } from './step.ts';

/** The session with a trouble reported; one that is known is not reported again. */
export function withDegradation<Pad>(
  snapshot: SessionSnapshot<Pad>,
  degradation: Degradation,
): Step<Pad> {
  if (snapshot.degraded.some(({ code }) => code === degradation.code)) return [snapshot, []];
  return [
    { ...snapshot, degraded: [...snapshot.degraded, degradation] },
    [emit({ type: 'degradation-add', degradation })],
  ];
}

/** The session with the number of entries that its store has not taken. */
export function withOwed<Pad>(snapshot: SessionSnapshot<Pad>, owed: number): Step<Pad> {
  const { owed: entries } = snapshot;
  if (owed === entries) return [snapshot, []];
  const told = [emit({ type: 'owed-update', owed })];
  if (owed === 0) told.push(emit({ type: 'store-recover', entries }));
  return [{ ...snapshot, owed }, told];
}

/** The session without a trouble that is over. */
export function withoutDegradation<Pad>(
  snapshot: SessionSnapshot<Pad>,
  gone: Degradation['code'],
): Step<Pad> {
  const degraded = snapshot.degraded.filter(({ code }) => code !== gone);
  return [degraded.length === snapshot.degraded.length ? snapshot : { ...snapshot, degraded }, []];
}
