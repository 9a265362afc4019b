import { AgentMemoryError } from './errors.ts';

/** Messages that a store had acknowledged and no longer has: the engine under it started over. */
export interface StoreLoss {
  readonly kind: 'reset';
  /** Messages of this session that were acknowledged. */
  readonly entries: number;
  /** How many sessions were lost, this one among them; 0: nobody knows. */
  readonly sessions: number;
  /** The engine's own words, where it has any. */
  readonly message?: string;
}

/**
 * The change does not follow what is stored: another tab wrote meanwhile. Nothing of it was kept.
 *
 * @example
 * try {
 *   await memory.append(message);
 * } catch (error) {
 *   if (!(error instanceof StoreConflictError)) throw error;
 *   showNotice('This chat went on in another tab. Reload to see it.');
 * }
 */
export class StoreConflictError extends AgentMemoryError {
  /** @param where says more about the position, such as `of its history`; absent: among its messages. */
  constructor(sessionId: string, position: number, where?: string) {
    const place = where === undefined ? `position ${position}` : `position ${position} ${where}`;
    super(
      'STORE_CONFLICT',
      `Session "${sessionId}" was changed elsewhere (another tab?): the store has something else at ${place}, ` +
        'or nothing before it. Nothing of this write was stored, what was said here stays only in this page; reload to see what is stored.',
      { phase: 'store' },
    );
  }
}

/**
 * A session is gone from the browser while a page has it open: somebody
 * cleared the site's data or deleted the session, in another tab for instance. The page holds all of it;
 * `memory.writeBack()` stores it again.
 */
export class SessionClearedError extends AgentMemoryError {
  /** So many messages had been stored. */
  readonly entries: number;

  constructor(sessionId: string, entries: number) {
    super(
      'SESSION_CLEARED',
      `What was stored of session "${sessionId}" (${countOf(entries)}) is gone from the browser: the site's ` +
        'data was cleared, or the session was deleted. This page still holds all of it, and nothing is ' +
        'stored as long as nobody asks for it: call `memory.writeBack()` to store it again. It is lost when ' +
        'this page closes.',
      { phase: 'store' },
    );
    this.entries = entries;
  }
}

/**
 * The browser lost what a store had acknowledged: its database was made anew. A page that holds the
 * session writes it back by itself; where no page holds it, the session begins anew.
 */
export class StoreResetError extends AgentMemoryError {
  /** How many messages of the session were lost, and how many sessions with it. */
  readonly loss: StoreLoss;
  /** Whether this page holds the session, and so stores it again. */
  readonly isHeld: boolean;

  constructor(
    sessionId: string,
    loss: StoreLoss,
    { outcome, isHeld }: { readonly outcome: string; readonly isHeld: boolean },
  ) {
    const others = loss.sessions - 1;
    super(
      'STORE_RESET',
      `The browser lost what was stored of session "${sessionId}" (${countOf(loss.entries)}).` +
        `${others > 0 ? ` Other sessions that are gone: ${others}.` : ''}${loss.message ? ` It says: ${loss.message}` : ''} ${outcome}`,
      { phase: 'store' },
    );
    this.loss = loss;
    this.isHeld = isHeld;
  }
}

function countOf(entries: number): string {
  if (entries === 0) return 'how many messages is not known';
  return entries === 1 ? '1 message' : `${entries} messages`;
}

/**
 * The device has no room left for this origin; the write was not kept. A memory goes on without that
 * store: its `append` resolves, and its state says so.
 *
 * @example
 * try {
 *   await store.commit('support', { atMs: Date.now() });
 * } catch (error) {
 *   if (!(error instanceof QuotaExceededStoreError)) throw error;
 *   showNotice('There is no room left for chats on this device.', { canRetry: true });
 * }
 */
export class QuotaExceededStoreError extends AgentMemoryError {
  constructor(options?: { readonly cause?: unknown }) {
    super(
      'QUOTA_EXCEEDED',
      'The browser has no storage left for this site; this write was not saved. ' +
        'Delete old sessions or free disk space.',
      { phase: 'store', ...options },
    );
  }
}

/**
 * A stored session cannot be read.
 *
 * @example
 * try {
 *   await store.load('support');
 * } catch (error) {
 *   if (!(error instanceof StoreCorruptError)) throw error;
 *   console.error(error.message);
 * }
 */
export class StoreCorruptError extends AgentMemoryError {
  constructor(sessionId: string, problem: string) {
    super(
      'STORE_CORRUPT',
      `Session "${sessionId}" cannot be read from the store: ${problem} The stored data was left as it is.`,
      { phase: 'load' },
    );
  }
}
