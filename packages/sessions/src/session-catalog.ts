import {
  type Clock,
  InvalidOptionError,
  type MemoryStore,
  type SessionInfo,
  type StoreCallOptions,
  StoreUnavailableError,
  systemClock,
} from '@agent-memory/core';
import {
  checkOption,
  type KnownNames,
  refuseUnknown,
  wholeSessions,
} from '@agent-memory/core/internal';
import type { Erasure } from './erasing/erased-session.ts';
import type { ExportOptions, ImportedSession, ImportOptions } from './files/file-options.ts';
import type { SessionFile } from './files/session-file.ts';
import { loadWhole } from './load-whole.ts';
import { UnknownSessionError } from './session-errors.ts';

/**
 * The sessions of a store, for a list of conversations [STO-5]. A store that gives no answer is waited for
 * 4.75 s in the time in which the page runs; then the call rejects with `StoreUnavailableError` [STO-8], as it
 * does where the code for a call cannot be fetched.
 */
export interface SessionCatalog {
  /**
   * Newest update first. A session whose record is damaged is among them, with as much of it as can be
   * read (`indexedDbStore`).
   */
  list(options?: StoreCallOptions): Promise<readonly SessionInfo[]>;
  /**
   * Names a session; '' takes the name away.
   * @throws UnknownSessionError if there is none.
   */
  rename(id: string, title: string, options?: StoreCallOptions): Promise<void>;
  /**
   * A session as plain JSON, with the originals of all branches, overlays, summaries, notes, its
   * history and the named parts of its state, sealed where the page has WebCrypto.
   * @throws UnknownSessionError if there is none; SessionFileError if it holds what JSON
   * cannot say, such as bytes in the scratchpad. `SESSION_OF_OTHER_USER` if it is somebody else's, as for each
   * call that names a session.
   */
  export(id: string, options?: ExportOptions): Promise<SessionFile>;
  /**
   * Stores the session that a file holds, whole or not at all. Its token figures are not believed
   * but estimated again; once it is opened, the conversation is counted, and another branch when the
   * head moves there. Its system text is left out: where `system` is a function it is called again when
   * the session is opened. A title is cut after 1,000 characters.
   * @throws SessionFileError naming the field at fault; SessionExistsError if the id is taken;
   * InvalidOptionError if the passphrase is another one than the file's; AgentMemoryError `TEXT_HELD`.
   */
  import(file: unknown, options?: ImportOptions): Promise<ImportedSession>;
  /**
   * Erases messages for good: their words go, their places stay, so that ids and branches hold. What
   * was made of the session's messages (summaries, markers, compactions, its history) goes with
   * them and is made again; scratchpad, named parts, title and system text stay without the words
   * that only those messages had. A memory of the session that is still open is not told and holds
   * the words until it is loaded again, so dispose of it first. Gives the ids that were found.
   * @throws UnknownSessionError if there is none.
   */
  eraseEntries(
    id: string,
    erasure: Erasure,
    options?: StoreCallOptions,
  ): Promise<readonly string[]>;
  /**
   * Takes the past contexts out of every session in which one of these parts of a live section, such
   * as a retrieved record, was shown or left out: what `stateAt` gives holds its words. The conversation
   * stays. Sessions that are open hold them until they are loaded again. Gives the ids of the sessions.
   */
  eraseShown(partIds: readonly string[], options?: StoreCallOptions): Promise<readonly string[]>;
  /**
   * Removes a session whole; an unknown one is no error. A memory of it that is still open is not
   * told: its next write is refused with the code `STORE_CONFLICT`, so dispose of it first.
   * `useSessions` does.
   */
  delete(id: string, options?: StoreCallOptions): Promise<void>;
}

/** Options of a catalog. */
export interface SessionCatalogOptions {
  /**
   * The person whose sessions they are, as for `createAgentMemory`. Absent: those that were made without a user.
   */
  readonly user?: string;
  /** As for `createAgentMemory`: titles and imported sessions pass through it on their way to the store. */
  readonly redact?: (text: string) => string;
  /**
   * Says in sentences why a title, or an imported scratchpad or note, must not be kept; `undefined` where it
   * may. Then the call rejects with `TEXT_HELD`, and nothing is stored. `whyHeld` of
   * `@agent-memory/long-term/guard` is one. Default: none is looked at.
   */
  readonly checkText?: wholeSessions.TextCheck;
  readonly clock?: Clock;
}

const ERASURE = { entryIds: true, texts: true } as const satisfies KnownNames<Erasure>;
const OPTIONS = {
  user: true,
  redact: true,
  checkText: true,
  clock: true,
} as const satisfies KnownNames<SessionCatalogOptions>;
const CALL_OPTIONS = { signal: true } as const satisfies KnownNames<StoreCallOptions>;
const EXPORT_OPTIONS = {
  passphrase: true,
  signal: true,
} as const satisfies KnownNames<ExportOptions>;
const IMPORT_OPTIONS = {
  ...EXPORT_OPTIONS,
  id: true,
  from: true,
} as const satisfies KnownNames<ImportOptions>;

/**
 * The sessions of a user in a store, and of nobody else [NS-1]: list, rename, export, import, delete. A memory that is open continues as it
 * was; one whose session is to be deleted is disposed of first.
 *
 * @example
 * const sessions = sessionCatalog(store);
 * const [newest] = await sessions.list();
 * if (newest) await sessions.rename(newest.id, 'Trip to Lyon');
 *
 * @throws InvalidOptionError if there is no store, or an option is not known.
 */
export function sessionCatalog(
  given: MemoryStore,
  options: SessionCatalogOptions = {},
): SessionCatalog {
  refuseUnknown(options, OPTIONS, 'sessionCatalog');
  const isStore = typeof given?.load === 'function' && typeof given.list === 'function';
  checkOption(isStore, 'store', 'must be a store, such as `indexedDbStore()` gives.');
  const { user, redact, checkText, clock = systemClock } = options;
  const isCheck = checkText === undefined || typeof checkText === 'function';
  checkOption(isCheck, 'checkText', 'must be a function.');
  wholeSessions.checkUser(user);
  const limited = () => wholeSessions.limitedStore(given, clock);
  const all = limited();
  const store = wholeSessions.ownedStore(all, user);
  return {
    async list(options) {
      refuseUnknown(options, CALL_OPTIONS, 'list');
      return store.list(options);
    },

    async rename(id, title, options) {
      refuseUnknown(options, CALL_OPTIONS, 'rename');
      if (typeof title !== 'string') throw new InvalidOptionError('title', 'must be text.');
      if (checkText) await wholeSessions.refuseHeld([checkText], { after: title }, 'session');
      // Two calls, and one limit for both.
      const hurried = limited();
      hurried.hurry();
      try {
        const own = wholeSessions.ownedStore(hurried, user);
        const sessions = await own.list(options);
        if (!sessions.some((session) => session.id === id)) throw new UnknownSessionError(id);
        const change = { atMs: clock.nowMs(), title: { value: title } };
        const storable = redact ? (await redaction()).redactedChange(change, redact) : change;
        await own.commit(id, storable, options);
      } finally {
        hurried.rest();
      }
    },

    async export(id, options) {
      refuseUnknown(options, EXPORT_OPTIONS, 'export');
      const stored = await loadWhole(store, id, options);
      if (!stored) throw new UnknownSessionError(id);
      const { exportSession } = await import('./files/export-session.ts').catch(refuseCall);
      return exportSession(store, stored, { ...options, user, clock });
    },

    async import(file, options = {}) {
      refuseUnknown(options, IMPORT_OPTIONS, 'import');
      const { importSession } = await import('./files/import-session.ts').catch(refuseCall);
      const { from } = options;
      checkOption(FROM.has(from), 'from', 'must be `backup` or `outside`.');
      return importSession(store, file, { ...options, user, redact, checkText, clock });
    },

    async eraseEntries(id, erasure, options) {
      refuseUnknown(options, CALL_OPTIONS, 'eraseEntries');
      refuseUnknown(erasure, ERASURE, 'erasure');
      const { eraseEntries } = await import('./erasing/erase-entries.ts').catch(refuseCall);
      const erased = await eraseEntries(store, id, erasure, { ...options, atMs: clock.nowMs() });
      wholeSessions.pageSession(store, id).left = undefined;
      return erased;
    },

    async eraseShown(partIds, options) {
      refuseUnknown(options, CALL_OPTIONS, 'eraseShown');
      const { eraseShown } = await import('./erasing/erase-shown.ts').catch(refuseCall);
      return eraseShown(store, partIds, { ...options, atMs: clock.nowMs() });
    },

    async delete(id, options) {
      refuseUnknown(options, CALL_OPTIONS, 'delete');
      const page = wholeSessions.pageSession(store, id);
      const stored = (await all.list(options)).find((info) => info.id === id);
      const owned = stored ?? page.left;
      if (owned && owned.user !== user) throw new wholeSessions.OtherUserError(id);
      page.left = undefined;
      page.deletions += 1;
      await store.delete(id, options);
    },
  };
}

const FROM = new Set([undefined, 'backup', 'outside'] satisfies ImportOptions['from'][]);

const redaction = () => import('./redaction.ts').catch(refuseCall);

function refuseCall(cause: unknown): never {
  throw new StoreUnavailableError(CODE_MISSING, { cause });
}

const CODE_MISSING =
  'The code for this call could not be fetched, so nothing was changed, and nothing is lost. ' +
  'Call again when the page can reach its files.';
