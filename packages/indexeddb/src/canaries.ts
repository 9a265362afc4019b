import { systemClock } from '@agent-memory/core';
import { added, EMPTY_SUM } from './checksum.ts';
import { withLocalStorage } from './local-storage.ts';

/** PERSISTED: `localStorage` has a key a session; behind this, the name of the database and that of the canary. */
const PREFIX = 'agent-memory-canary:';
/** PERSISTED: the same of the records of long-term memory, which are counted as one session. */
export const RECORDS_PREFIX = 'agent-memory-record-canary:';

/** A canary whose times are further before the clock is damaged: clocks of devices are off by less. */
const MOST_AHEAD_MS = 366 * 24 * 3_600_000;

/**
 * PERSISTED, as JSON. Says of a session, outside of the database, that it was stored [STO-7]. It holds
 * nothing that anybody said, and is found by a number made of the session's id, which apps may have made of
 * anything.
 */
export interface Canary {
  /** The id of the database that took it; one that is made again has another. */
  readonly databaseId: string;
  /** Tells the session from one that was made again under its id. */
  readonly createdAtMs: number;
  /** Entries that were acknowledged, all branches counted. */
  readonly entries: number;
  /** When it was found that the database no longer holds it. */
  readonly lostAtMs?: number;
}

/**
 * The canaries of one database by their names, in `localStorage`. Where there is none, a loss may go unnoticed at the
 * next start of the page, and nothing else suffers.
 */
export class Canaries {
  readonly #prefix: string;

  constructor(databaseName: string, prefix = PREFIX) {
    // The name and the end of the array come behind it in a key.
    this.#prefix = `${prefix}${JSON.stringify([databaseName]).slice(0, -1)},`;
  }

  all(): ReadonlyMap<string, Canary> {
    return withLocalStorage((storage) => this.#allIn(storage)) ?? new Map();
  }

  /** PERSISTED: the canary's name of a session, which does not say its id. */
  nameOf(sessionId: string): string {
    const readings = [sessionId, [...sessionId].reverse().join('')];
    const sums = readings.map((text, at) => added(added(EMPTY_SUM, [this.#prefix, at]), text));
    return sums.map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
  }

  get(name: string): Canary | undefined {
    return withLocalStorage((storage) => canaryOf(storage.getItem(this.#keyOf(name))));
  }

  set(name: string, canary: Canary): void {
    withLocalStorage((storage) => storage.setItem(this.#keyOf(name), JSON.stringify(canary)));
  }

  remove(name: string): void {
    withLocalStorage((storage) => storage.removeItem(this.#keyOf(name)));
  }

  #allIn(storage: Storage): ReadonlyMap<string, Canary> {
    const found = new Map<string, Canary>();
    for (let index = 0; index < storage.length; index += 1) {
      const key = storage.key(index) ?? '';
      if (!key.startsWith(this.#prefix)) continue;
      const canary = canaryOf(storage.getItem(key));
      const name = parsed(key.slice(this.#prefix.length, -1));
      if (canary && typeof name === 'string') found.set(name, canary);
    }
    return found;
  }

  #keyOf(name: string): string {
    return `${this.#prefix}${JSON.stringify(name)}]`;
  }
}

function canaryOf(text: string | null): Canary | undefined {
  const value = text === null ? undefined : parsed(text);
  return isCanary(value) ? value : undefined;
}

/** Other code of the site may write there too; text that is no JSON costs no other canary. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isCanary(value: unknown): value is Canary {
  if (typeof value !== 'object' || value === null) return false;
  const { databaseId, createdAtMs, entries, lostAtMs }: Partial<Record<keyof Canary, unknown>> =
    value;
  return (
    typeof databaseId === 'string' &&
    isTime(createdAtMs) &&
    Number.isSafeInteger(entries) &&
    Number(entries) >= 0 &&
    (lostAtMs === undefined || isTime(lostAtMs))
  );
}

function isTime(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) <= systemClock.nowMs() + MOST_AHEAD_MS;
}
