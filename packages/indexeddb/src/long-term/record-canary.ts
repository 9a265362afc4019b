import { withLocalStorage } from '../local-storage.ts';

/** PERSISTED: `localStorage` has one such key a database; its name stands behind it. */
const PREFIX = 'agent-memory-record-canary:';

/** PERSISTED, as JSON. Says of all records, outside of the database, that they were stored [STO-7]. */
export interface RecordCanary {
  /** The id of the database that took them; one that is made again has another. */
  readonly databaseId: string;
  /** The revision of the records that was acknowledged last. */
  readonly revision: number;
}

/** The canary of the records of one database, in `localStorage`. */
export class RecordCanaryKeeper {
  readonly #key: string;

  constructor(databaseName: string) {
    this.#key = `${PREFIX}${databaseName}`;
  }

  get(): RecordCanary | undefined {
    return withLocalStorage((storage) => canaryOf(storage.getItem(this.#key)));
  }

  set(canary: RecordCanary): void {
    withLocalStorage((storage) => storage.setItem(this.#key, JSON.stringify(canary)));
  }

  remove(): void {
    withLocalStorage((storage) => storage.removeItem(this.#key));
  }
}

function canaryOf(text: string | null): RecordCanary | undefined {
  const value: unknown = text === null ? undefined : JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { databaseId, revision }: Partial<Record<keyof RecordCanary, unknown>> = value;
  if (typeof databaseId !== 'string' || !isRevision(revision)) return undefined;
  return { databaseId, revision };
}

function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
