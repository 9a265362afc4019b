import type { DBSchema } from 'idb';

/*
 * PERSISTED IDENTIFIERS. Every string in `STORE` and every field of the `Stored…` types is on
 * people's disks. Never rename one and never change its meaning: add a migration in
 * `migrations.ts` that brings old databases along.
 */

/** PERSISTED. The object stores of the newest version. */
export const STORE = {
  /** One small record for a session; the only one that every commit rewrites. */
  sessions: 'sessions',
  /** One record for an entry, written once. */
  entries: 'entries',
  /** Token counts measured after an entry was written; they win over the entry's own. */
  tokenCounts: 'token-counts',
  overlays: 'overlays',
  scratchpads: 'scratchpads',
  /** System texts that were made when their session began; since version 2. */
  systems: 'systems',
  compactions: 'compactions',
} as const;

export type StoreName = (typeof STORE)[keyof typeof STORE];

/** PERSISTED. Record of `sessions`, by session id. */
export interface StoredInfo {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** All of them, other branches included. */
  readonly entries: number;
  /** Where the conversation ends; absent: in the last entry. Not in records of earlier releases. */
  readonly headId?: string | null;
  /** The name that somebody gave it; never empty. Not in records of earlier releases. */
  readonly title?: string;
  /** How many compaction records were ever written; the next one's key. */
  readonly compactions: number;
}

/** PERSISTED. Record of `token-counts`, by session id and place. */
export interface StoredTokenCount {
  /** Place of the entry in the order of appending; called `seq` since before sessions had branches. */
  readonly seq: number;
  readonly tokens: unknown;
}

/** PERSISTED. Record of `overlays`, by session id. */
export interface StoredOverlays {
  readonly value: unknown;
  readonly settingsKey: string;
}

/** PERSISTED. Record of `scratchpads`, by session id; the object tells "nothing yet" from a pad that is `undefined`. */
export interface StoredScratchpad {
  readonly value: unknown;
}

/** PERSISTED. Record of `systems`, by session id. */
export interface StoredSystem {
  readonly value: string;
}

/** Records of one session that have a place in an order: session id, then place (`position ?? seq`). */
export type PlaceKey = [sessionId: string, place: number];

/**
 * What the database gives is `unknown` until it was checked (`check-stored.ts`). `entries` holds
 * an `Entry` as it is, `compactions` a `CompactionRecord`.
 */
export interface AgentMemoryDatabase extends DBSchema {
  sessions: { key: string; value: unknown };
  entries: { key: PlaceKey; value: unknown };
  'token-counts': { key: PlaceKey; value: unknown };
  overlays: { key: string; value: unknown };
  scratchpads: { key: string; value: unknown };
  systems: { key: string; value: unknown };
  compactions: { key: PlaceKey; value: unknown };
}

/** Every place of a session: arrays sort behind every number. */
export function allPlacesOf(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, []]);
}
