import type { Clock, MemoryStore, SessionChange } from '@agent-memory/core';
import { crypt, inSlices, wholeSessions } from '@agent-memory/core/internal';
import { SessionExistsError } from '../session-errors.ts';
import { type SealCall, trustOfFile } from './export-session.ts';
import type { ImportedSession, ImportOptions } from './file-options.ts';
import { readingSessionFile, type SessionFile } from './session-file.ts';

/** How a file is imported. */
interface ImportCall extends SealCall, Pick<ImportOptions, 'id' | 'from'> {
  readonly redact: ((text: string) => string) | undefined;
  readonly checkText: wholeSessions.TextCheck | undefined;
  readonly clock: Clock;
}

/** Checks a file, then stores its session; where storing fails half-way, nothing of it stays. */
export async function importSession(
  store: MemoryStore,
  file: unknown,
  { id, from, redact, checkText, clock, user, passphrase, ...call }: ImportCall,
): Promise<ImportedSession> {
  const { signal } = call;
  const read = await inSlices(readingSessionFile(file), { clock, signal });
  const { scratchpad } = read;
  const after = [read.info.title, scratchpad, read.parts.get(wholeSessions.NOTES_PART.name)];
  if (checkText) await wholeSessions.refuseHeld([checkText], { after }, 'session');
  const trust = from
    ? crypt.trustByCaller(from)
    : await trustOfFile(store, file as SessionFile, { ...call, user, passphrase, clock });
  const parts = new Map(read.parts);
  if (trust.from === 'outside') parts.set(wholeSessions.IMPORTED_PART.name, read.entries.length);
  const info = { ...read.info, id: wholeSessions.checkSessionId(id ?? read.info.id) };
  const stored = {
    ...(trust.from === 'outside' ? wholeSessions.asForeign(read) : read),
    ...{ info, parts },
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
    return { ...(imported?.info ?? stored.info), ...trust };
  } catch (error) {
    await store.delete(storedId);
    throw error;
  }
}
