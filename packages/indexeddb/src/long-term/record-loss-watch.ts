import { callListener } from '@agent-memory/core/internal';
import type { RecordLoss } from '@agent-memory/long-term';
import type { Canaries, Canary } from '../canaries.ts';

/** PERSISTED: all records stand as one session, of as many entries as their revision. */
const RECORDS = { id: 'records', createdAtMs: 0 };

/** Called with a loss. */
export type LossListener = (loss: RecordLoss) => void;

/**
 * Notices records that were acknowledged and that the browser lost [STO-7]: it gave the site an empty
 * database, or an older state of the one that it had. Each page is told once, until something is stored
 * anew. Who deletes the database, or clears all data of the site, takes the canary along: that was meant.
 */
export class RecordLossWatch {
  readonly #canaries: Canaries;
  readonly #listeners = new Set<LossListener>();
  #databaseId: string | undefined;
  /** The newest revision that this page has seen. */
  #known: Canary | undefined;
  #message: string | undefined;
  #isRecreated = false;
  /** Nothing behind a loss is one more, as long as nothing is stored. */
  #isTold = false;

  constructor(canaries: Canaries) {
    this.#canaries = canaries;
  }

  watch(listener: LossListener): () => void {
    // The same function given twice is called twice, and each is stopped for itself.
    const own: LossListener = (loss) => listener(loss);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** The browser says itself that it made the database again because the old one was damaged. */
  recreated(message: string): void {
    this.#message = message;
    this.#isRecreated = true;
  }

  /** Somebody deletes the database that is open here. */
  databaseDeleted(): void {
    if (this.#canaries.get(RECORDS.id)?.databaseId === this.#databaseId)
      this.#canaries.remove(RECORDS.id);
    this.#known = undefined;
  }

  /** A connection to the database of this id was opened; `undefined`: the id cannot be read. */
  opened(databaseId: string | undefined): void {
    if (databaseId === undefined || databaseId === this.#databaseId) return;
    this.#databaseId = databaseId;
    const canary = this.#canaries.get(RECORDS.id) ?? (this.#isRecreated ? this.#known : undefined);
    this.#known = undefined;
    if (canary && canary.databaseId !== databaseId) this.#lost(canary.entries);
    else if (!canary && this.#isRecreated) this.#lost(undefined);
    this.#isRecreated = false;
  }

  /** The revision that was acknowledged, to be held against a reading that begins now. */
  acknowledged(): Canary | undefined {
    return this.#canaries.get(RECORDS.id) ?? this.#known;
  }

  /** The store has this revision; `before` is what was acknowledged before the reading. */
  wasRead(revision: number, before: Canary | undefined): void {
    const isHere = before !== undefined && before.databaseId === this.#databaseId;
    const missing = isHere ? before.entries - revision : 0;
    if (missing > 0) this.#lost(missing);
    else if (revision > 0) this.#note(revision);
  }

  /** A commit was acknowledged: behind a loss, what is there now is the truth. */
  wasStored(revision: number): void {
    this.#note(revision, { isTruth: this.#isTold });
    this.#isTold = false;
  }

  /** Another tab may have seen more acknowledged. */
  #note(revision: number, { isTruth = false } = {}): void {
    if (this.#databaseId === undefined || revision === 0) return;
    const { createdAtMs } = RECORDS;
    const canary = { databaseId: this.#databaseId, createdAtMs, entries: revision };
    this.#known = canary;
    const kept = this.#canaries.get(RECORDS.id);
    const isAhead = kept?.databaseId === canary.databaseId && kept.entries >= revision;
    // The canary of a database that is lost stays until something is stored again.
    const tellsOfLoss = this.#isTold && !isTruth;
    if (isTruth || !(isAhead || tellsOfLoss)) this.#canaries.set(RECORDS.id, canary);
  }

  #lost(changes: number | undefined): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const message = this.#message;
    const loss: RecordLoss = { changes, ...(message !== undefined && { message }) };
    for (const listener of [...this.#listeners]) callListener(() => listener(loss));
  }
}
