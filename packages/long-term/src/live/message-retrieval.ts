import {
  type AbortSignalLike,
  type ContextAhead,
  type Entry,
  type FeatureHost,
  textOf,
} from '@agent-memory/core';

/** A longer message is asked for by its start and its end, where people put what they want. */
const QUERY_CHARACTERS = 2_000;
/** A shorter message points back ("And that one?"): the end of what stands before it is asked for too. */
const SHORT_WORDS = 4;
const BEFORE_CHARACTERS = 200;

/** A retrieval for one message. */
interface Asked {
  readonly messageId: string;
  readonly done: Promise<void>;
}

/** The search, and the use that is made of its hits. */
export interface MessageSearch<Found> {
  /** The section that shows what was found. */
  readonly sectionId: string;
  readonly nothing: Found;
  find(text: string, signal: AbortSignalLike): Promise<Found>;
  /** The same object where none of them is in it. */
  without(found: Found, ids: ReadonlySet<string>): Found;
  /** Called with each search that ended well. */
  tell(found: Found, durationMs: number): void;
}

/**
 * Searches once for each message of the user, and again where something changed since. Calls for the
 * same message share one search.
 */
export class MessageRetrieval<Found> {
  readonly #host: Pick<FeatureHost, 'sectionChanged'>;
  readonly #search: MessageSearch<Found>;
  #retrieved: Found;
  #asked: Asked | undefined;
  /** For each search that continues the ids of what changed since it began. */
  readonly #changedMeanwhile = new Set<Set<string>>();

  constructor(host: Pick<FeatureHost, 'sectionChanged'>, search: MessageSearch<Found>) {
    this.#host = host;
    this.#search = search;
    this.#retrieved = search.nothing;
  }

  /** The newest answer; the same object until there is another one. */
  get retrieved(): Found {
    return this.#retrieved;
  }

  /** @throws what the search throws; then nothing is shown, and the next call searches again. */
  async prepare(ahead: ContextAhead): Promise<void> {
    const { lastUser, signal } = ahead;
    if (!lastUser) return;
    const isShared = this.#asked?.messageId === lastUser.id;
    const asked = isShared && this.#asked ? this.#asked : this.#begin(lastUser.id, ahead);
    try {
      await asked.done;
    } catch (error) {
      if (this.#asked === asked) this.#asked = undefined;
      // The call that began it may have been given up; this one was not.
      if (!isShared || signal.aborted) throw error;
      await this.prepare(ahead);
    }
  }

  /** Takes what changed out at once; the next context asks again. */
  drop(ids: readonly string[]): void {
    this.#asked = undefined;
    for (const changed of this.#changedMeanwhile) for (const id of ids) changed.add(id);
    const left = this.#search.without(this.#retrieved, new Set(ids));
    if (left !== this.#retrieved) this.#show(left);
  }

  #begin(messageId: string, { lastUser, before, signal }: ContextAhead): Asked {
    const text = queryOf(wordsOf(lastUser), wordsOf(before));
    const isNewest = () => this.#asked === undefined || this.#asked.messageId === messageId;
    const asked = { messageId, done: this.#ask(text, isNewest, signal) };
    this.#asked = asked;
    return asked;
  }

  async #ask(text: string, isNewest: () => boolean, signal: AbortSignalLike): Promise<void> {
    const startedAt = performance.now();
    const changed = new Set<string>();
    this.#changedMeanwhile.add(changed);
    try {
      const found = text === '' ? this.#search.nothing : await this.#search.find(text, signal);
      if (isNewest()) this.#show(this.#search.without(found, changed));
      this.#search.tell(found, performance.now() - startedAt);
    } catch (error) {
      if (isNewest()) this.#show(this.#search.nothing);
      throw error;
    } finally {
      this.#changedMeanwhile.delete(changed);
    }
  }

  #show(retrieved: Found): void {
    this.#retrieved = retrieved;
    this.#host.sectionChanged(this.#search.sectionId);
  }
}

function wordsOf(entry: Entry | undefined): string {
  return entry ? textOf(entry.message) : '';
}

/** The words to look for: those of the message, and where it is short the end of what stands before it. */
function queryOf(message: string, before: string): string {
  const text = message.trim();
  if (text.length > QUERY_CHARACTERS) {
    const half = QUERY_CHARACTERS / 2;
    return `${text.slice(0, half)} ${text.slice(-half)}`.toWellFormed();
  }
  const isShort = text !== '' && text.split(/\s+/u).length < SHORT_WORDS;
  return isShort && before !== ''
    ? `${text} ${before.slice(-BEFORE_CHARACTERS)}`.toWellFormed()
    : text;
}
