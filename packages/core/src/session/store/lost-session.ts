import {
  SessionClearedError,
  type StoreLoss,
  StoreResetError,
} from '../../ground/errors/store-errors.ts';
import { settingsKey } from '../../state/settings.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../../store/memory-store.ts';
import { emptySession, storedSessionOf, withChange } from '../../store/mutable-session.ts';
import { besideAtEnd, isCleared, lost, type Outbox } from '../../store/outbox.ts';
import { type LeftSession, pageSession } from '../../store/page-sessions.ts';
import { changesThatRebuild, changesThatRestore } from '../../store/restoring-changes.ts';
import { entriesFrom } from '../../transcript/entries-from.ts';
import { headIdOf, placeOf, type Transcript } from '../../transcript/transcript.ts';
import { everyEntry } from '../../transcript/transcript-at.ts';
import type { WriterHost } from './writer-host.ts';

/** Tells whether a store lacks what it had of a session, whatever it holds in its place. */
export function lacks(
  stored: StoredSession | undefined,
  { stored: { entries } }: Outbox,
  transcript: Transcript,
): boolean {
  if (entries === 0) return false;
  const [last] = entriesFrom(transcript, entries - 1);
  return stored?.entries.find((entry) => placeOf(entry) === entries - 1)?.id !== last?.id;
}

/** All of a session, as a store would hold it. */
export function wholeSession<Pad>(
  snapshot: SessionSnapshot<Pad>,
  outbox: Outbox,
  atMs: number,
): StoredSession {
  const { id, transcript, overlays, compactions, history } = snapshot;
  const { createdAtMs = atMs, title, scratchpad, system, parts } = besideAtEnd(outbox);
  const entries = everyEntry(transcript);
  const headId = headIdOf(transcript);
  return {
    info: { id, createdAtMs, updatedAtMs: atMs, entries: entries.length, ...(title && { title }) },
    entries,
    ...(headId !== (entries.at(-1)?.id ?? null) && { headId }),
    overlays,
    settingsKey: settingsKey(snapshot),
    ...(scratchpad !== undefined && { scratchpad }),
    ...(system !== undefined && { system }),
    compactions,
    history: history.records,
    parts: new Map([...parts].filter(([, value]) => value !== undefined)),
  };
}

/** A session that waits for the next memory of the page, each text in it as it may be stored. */
export async function sessionToLeave(
  { outbox, isUnread }: { readonly outbox: Outbox; readonly isUnread: boolean },
  session: StoredSession,
  storable: (change: SessionChange) => Promise<SessionChange>,
): Promise<LeftSession> {
  const left = emptySession(session.info.id, session.info.createdAtMs);
  for (const change of changesThatRebuild(session)) {
    withChange(left, await storable(change));
  }
  const changes = outbox.changes.map(async (each) => ({
    ...each,
    change: await storable(each.change),
  }));
  return {
    session: storedSessionOf(left),
    outbox: { ...outbox, changes: await Promise.all(changes) },
    isUnread,
  };
}

const NOT_IN_A_PAGE =
  'No page holds it, so the session begins again; import it where you have a file of it.';
const outcomeFor = (left: number) =>
  left === 0
    ? NOT_IN_A_PAGE
    : `Its first ${left} are still there, and the session continues from them; import it where you have a file of it.`;
const GIVES_BACK = 'This page holds all of the session and stores it again by itself.';
const GAVE_BACK = 'This page held all of the session and has stored it again.';

/**
 * A session that this page has open, and that is gone from its store [STO-7].
 *
 * - The browser lost it: the page stores it again by itself, and says so.
 * - It was cleared or deleted: the page keeps all of it, stores nothing, and offers to.
 * - This page deleted it, because somebody wanted it gone: it stays deleted.
 */
export class LostSession<Pad> {
  readonly #host: WriterHost<Pad>;
  readonly #store: MemoryStore;
  /** How often this page had deleted the session when it was opened. */
  readonly #deletions: number;
  /** A loss that this page makes good, until it has. */
  #loss: StoreLoss | undefined;

  constructor(host: WriterHost<Pad>, store: MemoryStore) {
    this.#host = host;
    this.#store = store;
    this.#deletions = pageSession(store, host.snapshot.id).deletions;
  }

  /** Whether this page deleted the session since it was opened. */
  get isDeleted(): boolean {
    return pageSession(this.#store, this.#host.snapshot.id).deletions > this.#deletions;
  }

  /** A session was read: says what the browser lost of it before that, and what still waits. */
  wasRead(entries: number, outbox: Outbox): void {
    const { id } = this.#host.snapshot;
    const loss = this.#store.lossOf?.(id);
    if (isCleared(outbox)) this.#say(new SessionClearedError(id, entries));
    else if (loss && (entries < loss.entries || entries === 0)) {
      this.#say(new StoreResetError(id, loss, { outcome: outcomeFor(entries), isHeld: false }));
    }
  }

  /**
   * The store lacks what it had: all of the session is put in its place, now or once somebody asks for it.
   *
   * @param left what the store still holds of it, or has in its place.
   */
  found(outbox: Outbox, left: StoredSession | undefined, session: StoredSession): Outbox {
    const { id } = this.#host.snapshot;
    const loss = this.#store.lossOf?.(id);
    this.#loss = loss;
    this.#say(
      loss
        ? new StoreResetError(id, loss, { outcome: GIVES_BACK, isHeld: true })
        : new SessionClearedError(id, outbox.stored.entries),
    );
    return lost(outbox, changesThatRestore(session, left), loss ? 'held-in-page' : 'lost');
  }

  /** The store has the whole session again. */
  restored(): void {
    const { id, error, degraded } = this.#host.snapshot;
    if (this.#loss) {
      const made = new StoreResetError(id, this.#loss, { outcome: GAVE_BACK, isHeld: true });
      this.#loss = undefined;
      void this.#host.tell('STORE_RESET');
      this.#say(made);
    }
    if (!degraded.some(({ code }) => code === 'SESSION_CLEARED')) return;
    void this.#host.tell('SESSION_CLEARED');
    if (error?.code === 'SESSION_CLEARED')
      void this.#host.dispatch({ type: 'error-set', error: undefined });
  }

  #say(error: SessionClearedError | StoreResetError): void {
    const code = error instanceof StoreResetError ? 'STORE_RESET' : 'SESSION_CLEARED';
    void this.#host.dispatch({ type: 'error-set', error });
    void this.#host.tell(code, error.message);
  }
}
