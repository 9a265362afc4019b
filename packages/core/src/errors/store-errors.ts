import { AgentMemoryError } from './errors.ts';

/** The change does not follow what is stored: another tab wrote meanwhile. Nothing of it was kept. */
export class StoreConflictError extends AgentMemoryError {
  constructor(sessionId: string, seq: number) {
    super(
      'STORE_CONFLICT',
      `Session "${sessionId}" was changed elsewhere (another tab?): the store has something else at position ${seq}, ` +
        'or nothing ahead of it. Nothing of this write was stored, what was said here stays only in this page; reload to see what is stored.',
    );
  }
}

/** The device has no room left for this origin; the write was not kept. */
export class QuotaExceededStoreError extends AgentMemoryError {
  constructor(options?: { readonly cause?: unknown }) {
    super(
      'QUOTA_EXCEEDED',
      'The browser has no storage left for this site; this write was not saved. ' +
        'Delete old sessions or free disk space.',
      options,
    );
  }
}

/** What was stored cannot be read as a session. */
export class StoreCorruptError extends AgentMemoryError {
  constructor(sessionId: string, problem: string) {
    super(
      'STORE_CORRUPT',
      `Session "${sessionId}" cannot be read from the store: ${problem} The stored data was left as it is.`,
    );
  }
}
