import {
  type AbortSignalLike,
  type ContextAhead,
  type Entry,
  type FeatureHost,
  textOf,
} from '@agent-memory/core';
import type { Retrieved } from '../memory/long-term-memory.ts';

/** Names the section of retrieved records in plans. */
export const RECORDS_SECTION = 'records';

/** A longer message is asked for by its start and its end, where people put what they want. */
const QUERY_CHARACTERS = 2_000;
/** A shorter message points back ("And that one?"): the end of what stands ahead of it is asked for too. */
const SHORT_WORDS = 4;
const BEFORE_CHARACTERS = 200;

const NOTHING: Retrieved = { hits: [], cut: [], degraded: [] };

/** A retrieval for one message. */
interface Asked {
  readonly messageId: string;
  readonly done: Promise<void>;
}

/** The means of a retrieval. */
interface Search {
  retrieve(text: string, signal: AbortSignalLike): Promise<Retrieved>;
}

/**
 * Retrieves records once for each message of the user, and again where a record changed since. Calls
 * for the same message share one retrieval.
 */
export class RecordsRetrieval {
  readonly #host: Pick<FeatureHost, 'emit' | 'sectionChanged'>;
  readonly #search: Search;
  #retrieved = NOTHING;
  #asked: Asked | undefined;
  /** For each search that goes on the ids of records that changed since it began. */
  readonly #changedMeanwhile = new Set<Set<string>>();

  constructor(host: Pick<FeatureHost, 'emit' | 'sectionChanged'>, search: Search) {
    this.#host = host;
    this.#search = search;
  }

  /** The newest answer; the same object until there is another one. */
  get retrieved(): Retrieved {
    return this.#retrieved;
  }

  /** @throws what the search throws; then nothing is shown, and the next call searches anew. */
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

  /** Takes changed records out at once; the next context asks anew. */
  drop(ids: readonly string[]): void {
    this.#asked = undefined;
    for (const changed of this.#changedMeanwhile) for (const id of ids) changed.add(id);
    const left = without(this.#retrieved, new Set(ids));
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
      const found = text === '' ? NOTHING : await this.#search.retrieve(text, signal);
      if (isNewest()) this.#show(without(found, changed));
      this.#host.emit({
        type: 'records-retrieve',
        recordIds: found.hits.map(({ record }) => record.id),
        cutIds: found.cut.map(({ id }) => id),
        durationMs: performance.now() - startedAt,
        degraded: found.degraded,
      });
    } catch (error) {
      if (isNewest()) this.#show(NOTHING);
      throw error;
    } finally {
      this.#changedMeanwhile.delete(changed);
    }
  }

  #show(retrieved: Retrieved): void {
    this.#retrieved = retrieved;
    this.#host.sectionChanged(RECORDS_SECTION);
  }
}

/** The same object where none of them is in it. */
function without(retrieved: Retrieved, ids: ReadonlySet<string>): Retrieved {
  const hits = retrieved.hits.filter(({ record }) => !ids.has(record.id));
  const cut = retrieved.cut.filter(({ id }) => !ids.has(id));
  const isSame = hits.length === retrieved.hits.length && cut.length === retrieved.cut.length;
  return isSame ? retrieved : { ...retrieved, hits, cut };
}

function wordsOf(entry: Entry | undefined): string {
  return entry ? textOf(entry.message) : '';
}

/** The words to look for: those of the message, and where it is short the end of what stands ahead of it. */
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
