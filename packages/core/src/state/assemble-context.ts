import { contextRecord } from '../history/history.ts';
import { headIdOf } from '../transcript/transcript.ts';
import { withRecord } from './record-history.ts';
import type { ContextEvent } from './session-event.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { emit, recording, type Step } from './step.ts';

/**
 * The session with a context that was assembled, and the record of it [HIS-2]. A context that was
 * refused is not sent and leaves no record; the same one again is the same call.
 */
export function assembled<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { plan, isRefused, isRepeat, model, atMs }: ContextEvent,
): Step<Pad> {
  const create = { type: 'plan-create', plan } as const;
  if (isRepeat) return [snapshot, [emit(create)]];
  const next = { ...snapshot, assembled: plan };
  if (isRefused) return [next, [emit(create)]];
  const headId = headIdOf(snapshot.transcript);
  const record = contextRecord(snapshot.history, plan, { atMs, headId, model });
  const [withContext, history] = withRecord(next, record);
  return recording(withContext, { atMs, ...history }, [create]);
}
