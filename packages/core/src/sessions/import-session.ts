import { InvalidOptionError } from '../errors/errors.ts';
import { SessionExistsError } from '../errors/session-errors.ts';
import type { AbortSignalLike } from '../platform/abort.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { Redact } from '../redaction/redact.ts';
import { redactedChange } from '../redaction/redacted-change.ts';
import type {
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoredSession,
} from '../storage/memory-store.ts';
import { changesThatRebuild, infoOf, mutableSessionOf } from '../storage/mutable-session.ts';
import { storedTranscript } from '../storage/stored-transcript.ts';
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
  const stored = id === undefined ? read : { ...read, info: { ...read.info, id: checkedId(id) } };
  if (await store.load(stored.info.id, { ...call, newest: 1 }))
    throw new SessionExistsError(stored.info.id);
  const session = mutableSessionOf(stored);
  const said = redact && storedTranscript(stored);
  const [first, ...others] = changesThatRebuild(session).map((change) =>
    redact && said ? redactedChange({ ...change, said }, redact) : change,
  );
  if (!first) return infoOf(session);
  await store.commit(session.id, { ...first, basis: basisOf(stored) }, call);
  try {
    for (const change of others) await store.commit(session.id, change, call);
  } catch (error) {
    await store.delete(session.id);
    throw error;
  }
  const title = first.title?.value;
  return { ...infoOf(session), ...(title && { title }) };
}

/** Nothing may be there but what the file brings: another tab may have begun it meanwhile. */
function basisOf({ entries, headId }: StoredSession): NonNullable<SessionChange['basis']> {
  const lastEntryId = entries.at(-1)?.id ?? null;
  return { entries: entries.length, lastEntryId, ...(headId !== undefined && { headId }) };
}

function checkedId(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new InvalidOptionError('id', 'must be text that is not empty; it names the session.');
}
