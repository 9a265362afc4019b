/** By database, what each open store of this page has loaded or written to. */
const pageSessions = new Map<string, Set<ReadonlySet<string>>>();

/**
 * The sessions that a store works with, among those of all stores on the database in this page: two
 * stores know of each other where no lock tells them.
 */
export class SessionsInPage {
  readonly #databaseName: string;
  readonly #own = new Set<string>();
  #isClosed = false;

  constructor(databaseName: string) {
    this.#databaseName = databaseName;
  }

  add(sessionId: string): void {
    if (this.#isClosed) return;
    const stores = pageSessions.get(this.#databaseName) ?? new Set();
    pageSessions.set(this.#databaseName, stores.add(this.#own.add(sessionId)));
  }

  /** This store works with it no longer; another one still may. */
  delete(sessionId: string): void {
    this.#own.delete(sessionId);
  }

  /** Those of every store on the database in this page. */
  all(): readonly string[] {
    return [...(pageSessions.get(this.#databaseName) ?? [])].flatMap((own) => [...own]);
  }

  close(): void {
    this.#isClosed = true;
    const stores = pageSessions.get(this.#databaseName);
    stores?.delete(this.#own);
    if (stores?.size === 0) pageSessions.delete(this.#databaseName);
  }
}
