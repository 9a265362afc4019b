import { type Entry, type FeatureHost, textOf } from '@agent-memory/core';
import { placeOf } from '@agent-memory/core/internal';

type SessionEntries = Pick<FeatureHost, 'sessionId' | 'entries' | 'entry' | 'standing'>;

/**
 * The conversation of a session as it is shown, looked up by place. A look costs what it asks for, whatever
 * the length of the session [EXT-1].
 */
export class Conversation {
  readonly #host: SessionEntries;
  /** How many entries were imported, by place. */
  readonly #imported: () => number;

  constructor(host: SessionEntries, imported: () => number = () => 0) {
    this.#host = host;
    this.#imported = imported;
  }

  get sessionId(): string {
    return this.#host.sessionId;
  }

  /** None before all of the session is loaded. */
  get length(): number {
    const { isLoaded, headId } = this.#host.standing();
    const head = isLoaded && headId !== null ? this.entry(headId) : undefined;
    return head ? head.seq + 1 : 0;
  }

  /** Entries from one place up to another, which is not among them. */
  entries(from = 0, to?: number): readonly Entry[] {
    const imported = this.#imported();
    const entries = this.#host.entries(from, to);
    return imported === 0 ? entries : entries.map((entry) => asOfOthers(entry, imported));
  }

  at(place: number): Entry | undefined {
    return this.entries(place, place + 1)[0];
  }

  /** An entry on whichever branch. */
  entry(entryId: string): Entry | undefined {
    return this.#host.entry(entryId);
  }

  /** The place of an entry; `undefined` where it is not shown. */
  placeOf(entryId: string): number | undefined {
    const entry = this.entry(entryId);
    return entry && this.at(entry.seq)?.id === entryId ? entry.seq : undefined;
  }

  /** The places of the user's newest messages before a place, newest last. */
  usersPlacesBefore(place: number, most: number): readonly number[] {
    const places: number[] = [];
    for (let before = place - 1; before >= 0 && places.length < most; before -= 1) {
      if (isUsers(this.at(before))) places.unshift(before);
    }
    return places;
  }

  /** Whether a message is the user's, on whichever branch, and no other version of it is shown instead. */
  isStillSaid(entryId: string): boolean {
    const said = this.entry(entryId);
    if (!said || !isUsers(said)) return false;
    const shown = this.at(said.seq);
    const isVersion = isUsers(shown) && shown?.parentId === said.parentId;
    return !isVersion || shown?.id === entryId;
  }
}

/** The message of an entry is the user's. */
export function isUsers(entry: Entry | undefined): boolean {
  return entry?.message.role === 'user';
}

/** The message of an entry has words that a person reads. */
export function isVisible({ message }: Entry): boolean {
  return (message.role === 'user' || message.role === 'assistant') && textOf(message) !== '';
}

/** An entry as extraction reads it: what an imported user said, somebody else may have written [EXT-5]. */
function asOfOthers(entry: Entry, imported: number): Entry {
  const { message } = entry;
  if (placeOf(entry) >= imported || message.role !== 'user') return entry;
  const parts = message.parts.map((part) =>
    part.type === 'text' ? { ...part, extra: { ...part.extra, type: 'imported' } } : part,
  );
  return { ...entry, message: { ...message, parts } };
}
