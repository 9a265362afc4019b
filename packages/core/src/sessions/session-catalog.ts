import { InvalidOptionError } from '../errors/errors.ts';
import { UnknownSessionError } from '../errors/session-errors.ts';
import type { AbortSignalLike } from '../platform/abort.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { MemoryStore, SessionChange, SessionInfo } from '../storage/memory-store.ts';
import type { Redact } from '../storage/redacted-change.ts';
import type { SessionFile } from './session-file.ts';

/** A signal that aborts the call; the promise then rejects with its reason. */
interface CallOptions {
  readonly signal?: AbortSignalLike;
}

/** How `import` is called. */
export interface ImportOptions extends CallOptions {
  /** The id under which the session is stored. Default: the one in the file. */
  readonly id?: string;
}

/** The sessions of a store, for a list of conversations [STO-5]. */
export interface SessionCatalog {
  /** Newest update first. A session that cannot be read is left out. */
  list(options?: CallOptions): Promise<readonly SessionInfo[]>;
  /**
   * Names a session; '' takes the name away.
   * @throws UnknownSessionError where there is none.
   */
  rename(id: string, title: string, options?: CallOptions): Promise<void>;
  /**
   * A session as plain JSON, with the originals of all branches, overlays, summaries and notes.
   * @throws UnknownSessionError where there is none; SessionFileError where it holds what JSON
   * cannot say, such as a `Blob` in the scratchpad.
   */
  export(id: string, options?: CallOptions): Promise<SessionFile>;
  /**
   * Stores the session that a file holds, whole or not at all. Its token figures are not believed
   * but estimated anew, and counted once it is opened. Its system text is left out: where `system` is
   * a function it is called anew when the session is opened. A title is cut after 1,000 characters.
   * @throws SessionFileError naming the field at fault; SessionExistsError where the id is taken.
   */
  import(file: unknown, options?: ImportOptions): Promise<SessionInfo>;
  /**
   * Removes a session whole; an unknown one is no error. A memory of it that is still open is not
   * told: its next write is refused with the code `STORE_CONFLICT`, so dispose of it first.
   * `useSessions` does.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** What a catalog takes beside its store. */
export interface SessionCatalogOptions {
  /** As for `createAgentMemory`: titles and imported sessions pass through it on their way to the store. */
  readonly redact?: Redact;
  readonly clock?: Clock;
}

/**
 * The sessions of a store: list, rename, export, import, delete. A memory that is open goes on as it
 * was; one whose session is to be deleted is disposed of first.
 *
 * @example
 * const sessions = sessionCatalog(store);
 * const [newest] = await sessions.list();
 * if (newest) await sessions.rename(newest.id, 'Trip to Lyon');
 */
export function sessionCatalog(
  store: MemoryStore,
  { redact, clock = systemClock }: SessionCatalogOptions = {},
): SessionCatalog {
  return {
    list: (options) => store.list(options),

    async rename(id, title, options) {
      if (typeof title !== 'string') throw new InvalidOptionError('title', 'must be text.');
      const sessions = await store.list(options);
      if (!sessions.some((session) => session.id === id)) throw new UnknownSessionError(id);
      const change = { atMs: clock.nowMs(), title: { value: title } };
      await store.commit(id, redact ? await redacted(change, redact) : change, options);
    },

    async export(id, options) {
      const stored = await store.load(id, options);
      if (!stored) throw new UnknownSessionError(id);
      const { sessionFileOf } = await import('./session-file.ts');
      return sessionFileOf(stored, clock.nowMs());
    },

    async import(file, options = {}) {
      const { importSession } = await import('./import-session.ts');
      return importSession(store, file, { ...options, redact });
    },

    delete: (id, options) => store.delete(id, options),
  };
}

async function redacted(change: SessionChange, redact: Redact): Promise<SessionChange> {
  const { redactedChange } = await import('../storage/redacted-change.ts');
  return redactedChange(change, redact);
}
