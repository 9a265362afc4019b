import { contextRecord, refusedRecord } from '../history/history.ts';
import { headIdOf } from '../transcript/transcript.ts';
import { withRecord } from './record-history.ts';
import type { ContextEvent } from './session-event.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { emit, recording, type Step } from './step.ts';

/**
 * The session with a context that was assembled, and the record of it [HIS-2]. A context that was
 * refused is not sent: its record makes it no call. The same one again is the same call, or refusal.
 */
export function assembled<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { plan, isRefused, isRepeat, model, atMs }: ContextEvent,
): Step<Pad> {
  const create = { type: 'plan-create', plan } as const;
  if (isRepeat) return [snapshot, [emit(create)]];
  const next = { ...snapshot, assembled: plan };
  const headId = headIdOf(snapshot.transcript);
  const record = isRefused
    ? refusedRecord(plan, atMs, headId)
    : contextRecord(snapshot.history, plan, { atMs, headId, model });
  const [withContext, history] = withRecord(next, record);
  return recording(withContext, { atMs, ...history }, [create]);
}
