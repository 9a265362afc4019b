import type { SessionInfo, StoreCallOptions } from '@agent-memory/core';

/** How `export` is called. */
export interface ExportOptions extends StoreCallOptions {
  /** Seals the file instead of the store, whose seal nothing fits after the site's data were cleared. Encrypts nothing. */
  readonly passphrase?: string;
}

/** How `import` is called. */
export interface ImportOptions extends StoreCallOptions {
  /** The id under which the session is stored. Default: the one in the file. */
  readonly id?: string;
  /**
   * `backup`: the app vouches for the file, and what the user said in it is theirs. `outside`: it may be anybody's,
   * nothing becomes a record because of what it says [EXT-5], its system messages are left out, and its summary is a
   * quotation. Default: `backup` where its seal is that of this
   * store and user, or of the passphrase, and nothing in it was changed.
   */
  readonly from?: ImportedSession['from'];
  /** Of the file's seal. */
  readonly passphrase?: string;
}

/** A session that was imported. */
export interface ImportedSession extends SessionInfo {
  /** How the file was taken. */
  readonly from: 'backup' | 'outside';
  /** Why, for people. */
  readonly sentence: string;
}
