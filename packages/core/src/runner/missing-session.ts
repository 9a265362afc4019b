import { SessionClearedError, StoreResetError } from '../errors/store-errors.ts';
import type { StoreLoss } from '../errors/store-loss.ts';
import { deletionsOf } from '../storage/deleted-sessions.ts';
import type { StoreWithFallback } from '../storage/fallback-store.ts';
import type { MemoryStore, StoredSession } from '../storage/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';
import { placeOf } from '../transcript/transcript.ts';
import type { WriterHost } from './writer-host.ts';

/** The entries of a session that its store had, as the page knows them. */
export interface HadEntries {
  /** How many there were, from the first one on. */
  readonly count: number;
  /** Those that this page has read; asked for where the store holds fewer. */
  read(): readonly Entry[];
}

/**
 * Tells whether a store lost what it had of a session: it holds nothing of it any more, or its
 * beginning alone. Where it holds anything else, somebody went on with the session.
 */
export function isMissing(had: HadEntries, stored: StoredSession | undefined): boolean {
  if ((stored?.info.entries ?? 0) >= had.count) return false;
  const ids = new Map(had.read().map((entry) => [placeOf(entry), entry.id]));
  return (stored?.entries ?? []).every((entry) => {
    const id = ids.get(placeOf(entry));
    return id === undefined || id === entry.id;
  });
}

/** The stores of the session: the one that the caller gave, and the wrapper that writes to it. */
interface Stores {
  readonly primary: MemoryStore;
  readonly wrapper: StoreWithFallback;
}

const NOT_IN_A_PAGE =
  'No page holds it, so the session begins anew; import it where you have a file of it.';
const outcomeFor = (left: number) =>
  left === 0
    ? NOT_IN_A_PAGE
    : `Its first ${left} are still there, and the session goes on from them; import it where you have a file of it.`;
const GIVES_BACK = 'This page holds all of the session and stores it again by itself.';
const GAVE_BACK = 'This page held all of the session and has stored it again.';

/**
 * A session that this page has open, and that is gone from its store [STO-7].
 *
 * - The browser lost it: the page stores it again by itself, and says so.
 * - It was cleared or deleted: the page keeps all of it, stores nothing, and offers to.
 * - This page deleted it, because somebody wanted it gone: it stays deleted.
 */
export class MissingSession<Pad> {
  readonly #host: WriterHost<Pad>;
  readonly #stores: Stores;
  /** How often this page had deleted the session when it was opened. */
  readonly #deletions: number;
  /** A loss that this page makes good, until it has. */
  #loss: StoreLoss | undefined;

  constructor(host: WriterHost<Pad>, stores: Stores) {
    this.#host = host;
    this.#stores = stores;
    this.#deletions = deletionsOf(stores.primary, host.snapshot.id);
  }

  /** A session was read: says what the browser lost of it ahead of that, and what still waits. */
  wasRead(stored: StoredSession | undefined): void {
    const { id } = this.#host.snapshot;
    const { wrapper } = this.#stores;
    const loss = wrapper.lossOf(id);
    const entries = stored?.info.entries ?? 0;
    if (wrapper.sessions.isCleared(id)) this.#say(new SessionClearedError(id, entries));
    else if (loss && (entries < loss.entries || entries === 0)) {
      this.#say(new StoreResetError(id, loss, { outcome: outcomeFor(entries), isHeld: false }));
    }
  }

  /**
   * The store refused a change: where it lost the session, this page's is put in its place, now or
   * once somebody asks for it. Tells whether it did.
   */
  async foundMissing(had: HadEntries): Promise<boolean> {
    const { id } = this.#host.snapshot;
    const { primary, wrapper } = this.#stores;
    if (deletionsOf(primary, id) > this.#deletions) return false;
    const stored = await wrapper.inPrimary(id);
    if (!isMissing(had, stored)) return false;
    const loss = wrapper.lossOf(id);
    if (!(await wrapper.lost(id, stored, { isCleared: !loss }))) return false;
    this.#loss = loss;
    const outcome = { outcome: GIVES_BACK, isHeld: true };
    this.#say(
      loss ? new StoreResetError(id, loss, outcome) : new SessionClearedError(id, had.count),
    );
    return true;
  }

  /** The store has the whole session again. */
  restored(): void {
    const { id, error, degraded } = this.#host.snapshot;
    if (this.#stores.wrapper.sessions.isCleared(id)) return;
    if (this.#loss) {
      const made = new StoreResetError(id, this.#loss, { outcome: GAVE_BACK, isHeld: true });
      this.#loss = undefined;
      void this.#host.tell('STORE_RESET');
      this.#say(made);
    }
    if (!degraded.some(({ code }) => code === 'SESSION_CLEARED')) return;
    void this.#host.tell('SESSION_CLEARED');
    if (error?.code === 'SESSION_CLEARED') void this.#host.dispatch({ type: 'error-clear' });
  }

  #say(error: SessionClearedError | StoreResetError): void {
    const code = error instanceof StoreResetError ? 'STORE_RESET' : 'SESSION_CLEARED';
    void this.#host.dispatch({ type: 'error-set', error });
    void this.#host.tell(code, error.message);
  }
}
