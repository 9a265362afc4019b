import { checkSessionId } from '../../ground/errors/check-session-id.ts';
import { SessionExistsError } from '../../ground/errors/session-errors.ts';
import type { AbortSignalLike } from '../../ground/platform/abort.ts';
import { type Clock, systemClock } from '../../ground/platform/clock.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import type { MemoryStore, SessionChange, SessionInfo } from '../../store/memory-store.ts';
import type { Redact } from '../../store/redaction/redact.ts';
import { redactedChange } from '../../store/redaction/redacted-change.ts';
import { changesThatRebuild, endOf } from '../../store/restoring-changes.ts';
import { storedTranscript } from '../../store/stored-transcript.ts';
import { readingSessionFile } from './session-file.ts';

/** How a file is imported. */
interface ImportCall {
  readonly id?: string;
  readonly redact: Redact | undefined;
  readonly clock?: Clock;
  readonly signal?: AbortSignalLike;
}

/** Checks a file, then stores its session; where storing fails half-way, nothing of it stays. */
export async function importSession(
  store: MemoryStore,
  file: unknown,
  { id, redact, clock = systemClock, ...call }: ImportCall,
): Promise<SessionInfo> {
  const { signal } = call;
  const read = await inSlices(readingSessionFile(file), { clock, signal });
  const stored = { ...read, info: { ...read.info, id: checkSessionId(id ?? read.info.id) } };
  if (await store.load(stored.info.id, { ...call, newest: 1 }))
    throw new SessionExistsError(stored.info.id);
  const said = redact && storedTranscript(stored);
  const [first, ...others] = changesThatRebuild(stored);
  const { id: storedId } = stored.info;
  const commit = async (change: SessionChange) => {
    const storable = redact && said ? redactedChange({ ...change, said }, redact) : change;
    await store.commit(storedId, storable, call);
  };
  // The store must hold nothing else: another tab may have begun the same session by now.
  await commit({ ...first, basis: endOf(stored.entries, first.head).basis });
  try {
    for (const change of others) await commit(change);
    const imported = await store.load(storedId, { ...call, newest: 1 });
    return imported?.info ?? stored.info;
  } catch (error) {
    await store.delete(storedId);
    throw error;
  }
}
