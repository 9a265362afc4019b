import {
  type AbortSignalLike,
  type Clock,
  type MemoryStore,
  type SessionChange,
  type SessionInfo,
  systemClock,
} from '@agent-memory/core';
import { inSlices, wholeSessions } from '@agent-memory/core/internal';
import { SessionExistsError } from '../session-errors.ts';
import { readingSessionFile } from './session-file.ts';

/** How a file is imported. */
interface ImportCall {
  readonly id?: string;
  readonly redact: ((text: string) => string) | undefined;
  readonly checkText: wholeSessions.TextCheck | undefined;
  readonly clock?: Clock;
  readonly signal?: AbortSignalLike;
}

/** Checks a file, then stores its session; where storing fails half-way, nothing of it stays. */
export async function importSession(
  store: MemoryStore,
  file: unknown,
  { id, redact, checkText, clock = systemClock, ...call }: ImportCall,
): Promise<SessionInfo> {
  const { signal } = call;
  const read = await inSlices(readingSessionFile(file), { clock, signal });
  const { info, scratchpad, parts } = read;
  const after = [info.title, scratchpad, parts.get(wholeSessions.NOTES_PART.name)];
  if (checkText) await wholeSessions.refuseHeld([checkText], { after }, 'session');
  const stored = {
    ...read,
    info: { ...read.info, id: wholeSessions.checkSessionId(id ?? read.info.id) },
    parts: new Map(read.parts).set(wholeSessions.IMPORTED_PART.name, read.entries.length),
  };
  if (await store.load(stored.info.id, { ...call, newest: 1 }))
    throw new SessionExistsError(stored.info.id);
  const said = redact && wholeSessions.storedTranscript(stored);
  const [first, ...others] = wholeSessions.changesThatRebuild(stored);
  const { id: storedId } = stored.info;
  const commit = async (change: SessionChange) => {
    const storable =
      redact && said ? wholeSessions.redactedChange({ ...change, said }, redact) : change;
    await store.commit(storedId, storable, call);
  };
  // The store must hold nothing else: another tab may have begun the same session by now.
  await commit({ ...first, basis: wholeSessions.endOf(stored.entries, first.head).basis });
  try {
    for (const change of others) await commit(change);
    const imported = await store.load(storedId, { ...call, newest: 1 });
    return imported?.info ?? stored.info;
  } catch (error) {
    await store.delete(storedId);
    throw error;
  }
}
