import type { Entry } from '@agent-memory/core';
import type { storeRules } from '@agent-memory/core/internal';
import type { DBSchema } from 'idb';

/*
 * PERSISTED IDENTIFIERS. Every string in `STORE` and every field of the `Stored…` types is on
 * people's disks. Until the release the schema is one version that may change: a database of another
 * shape is refused. From the release on, a change needs a new version and a way there.
 */

/** PERSISTED. */
export const SCHEMA_VERSION = 1;

/** PERSISTED. The object stores of sessions. */
export const STORE = {
  /** One small record for a session; the only one that every commit rewrites. */
  sessions: 'sessions',
  /** One record for an entry, written once. */
  entries: 'entries',
  /** Token counts measured after an entry was written; they win over the entry's own. */
  tokenCounts: 'token-counts',
  overlays: 'overlays',
  scratchpads: 'scratchpads',
  /** System texts that were made when their session began. */
  systems: 'systems',
  compactions: 'compactions',
  /** One record for a record of the history. */
  history: 'history',
  /** One record for a named part of a session's state. */
  parts: 'parts',
  /** Images and files of messages, as bytes. */
  blobs: 'blobs',
} as const;

/** Stores with one record for each session, under its id. */
export const SINGLE = [STORE.sessions, STORE.overlays, STORE.scratchpads, STORE.systems] as const;

/** Stores with many records for a session, under its id and a second key. */
export const MANY = [
  STORE.entries,
  STORE.tokenCounts,
  STORE.compactions,
  STORE.history,
  STORE.parts,
  STORE.blobs,
] as const;

/** PERSISTED. The object stores of long-term memory. */
export const RECORD_STORE = {
  /** One record for a memory record as it is now. */
  records: 'records',
  /** One record for each version of it. */
  versions: 'record-versions',
  audit: 'record-audit',
  /** Keyed hashes of what was erased. */
  tombstones: 'record-tombstones',
  /** Ids of what was erased, for indexes that have it still. */
  erased: 'records-erased',
  /** The secret, the revision, and how far indexes have come. */
  meta: 'record-meta',
  /** Parts of indexes, as bytes. */
  segments: 'segments',
} as const;

/** PERSISTED. One record under `DATABASE_ID_KEY`: the id of this database. */
export const IDENTITY_STORE = 'identity';

/** PERSISTED. */
export const DATABASE_ID_KEY = 'database';

/** PERSISTED. The indexes of an object store, each named after the field that it reads. */
export const INDEXES: Readonly<Partial<Record<StoreName, readonly string[]>>> = {
  [RECORD_STORE.records]: ['key', 'page', 'putAt', 'subject'],
  [RECORD_STORE.versions]: ['at'],
  [RECORD_STORE.erased]: ['at'],
};

/** Every object store. */
export const STORE_NAMES: readonly StoreName[] = [
  ...Object.values(STORE),
  ...Object.values(RECORD_STORE),
  IDENTITY_STORE,
];

export type StoreName =
  | typeof IDENTITY_STORE
  | (typeof STORE)[keyof typeof STORE]
  | (typeof RECORD_STORE)[keyof typeof RECORD_STORE];

/** PERSISTED. Record of `records`, by id. A field that an index reads is absent where it must not find it. */
export interface StoredRecord {
  readonly record: unknown;
  /** The revision of all records at which this one was put last. */
  readonly putAt: number;
  readonly page: [namespace: string, createdAtMs: number, id: string];
  /** While it holds and has a key. */
  readonly key?: [namespace: string, key: string];
  /** While it holds. No subject is the empty one. */
  readonly subject?: [namespace: string, subject: string, kind: string];
}

/** PERSISTED. Record of `record-versions`, by id and revision. */
export interface StoredVersion {
  readonly record: unknown;
  readonly at: [namespace: string, updatedAtMs: number];
}

/** PERSISTED. Record of `records-erased`, by id. */
export interface StoredErasure {
  readonly at: number;
}

/** PERSISTED. Record of `sessions`, by session id. */
export interface StoredInfo {
  readonly id: string;
  /** Whose it is; absent: it was made without a user. */
  readonly user?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** All of them, other branches included. */
  readonly entries: number;
  /** How many of them the conversation has; absent: all. */
  readonly shown?: number;
  /** Where the conversation ends; absent: in the last entry. */
  readonly headId?: string | null;
  /** Absent where no user has said anything. */
  readonly opening?: storeRules.Opening;
  /** The name that somebody gave it; never empty. */
  readonly title?: string;
  /** How many compaction records were ever written; the next one's key. */
  readonly compactions: number;
  /** Index of the oldest record of the history; absent, like the next one, where there is none. */
  readonly historyFrom?: number;
  /** Index behind its newest record. */
  readonly historyEnd?: number;
}

/** PERSISTED. Record of `entries`, by session id and place. */
export interface StoredEntry extends Entry {
  /** The original's checksum; see `check-stored.ts`. */
  readonly checksum: number;
  /** The places of its message that are empty here, for each of its blobs. */
  readonly apart?: readonly StoredApart[];
}

/** PERSISTED. A place in a message whose text stands in `blobs`, by session id, place of the entry and number. */
export interface StoredApart {
  readonly path: readonly (string | number)[];
  /** The text before the base64 of the bytes: the head of a data URL, or nothing. */
  readonly head: string;
}

/** PERSISTED. Record of `token-counts`, by session id and place. */
export interface StoredTokenCount {
  /** Place of the entry in the order of appending, over all branches. */
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

/** PERSISTED. Record of `parts`, by session id and name. */
export interface StoredPart {
  readonly value: unknown;
}

/** Records of one session that have a name: session id, then name. */
export type NameKey = [sessionId: string, name: string];

/** Records of one session that have a place in an order: session id, then place (`position ?? seq`) or index. */
export type PlaceKey = [sessionId: string, place: number];

/**
 * A value from the database is `unknown` until it was checked (`check-stored.ts`). `compactions` holds a `CompactionRecord`, `history` a `HistoryRecord`.
 */
export interface AgentMemoryDatabase extends DBSchema {
  sessions: { key: string; value: unknown };
  entries: { key: PlaceKey; value: unknown };
  'token-counts': { key: PlaceKey; value: unknown };
  overlays: { key: string; value: unknown };
  scratchpads: { key: string; value: unknown };
  systems: { key: string; value: unknown };
  compactions: { key: PlaceKey; value: unknown };
  history: { key: PlaceKey; value: unknown };
  parts: { key: NameKey; value: unknown };
  blobs: { key: BlobKey; value: unknown };
  records: {
    key: string;
    value: unknown;
    indexes: {
      page: [string, number, string];
      key: [string, string];
      subject: [string, string, string];
      putAt: number;
    };
  };
  'record-versions': { key: [string, number]; value: unknown; indexes: { at: [string, number] } };
  'record-audit': { key: number; value: unknown };
  'record-tombstones': { key: string; value: unknown };
  'records-erased': { key: string; value: unknown; indexes: { at: number } };
  'record-meta': { key: string; value: unknown };
  segments: { key: NameKey; value: unknown };
  identity: { key: string; value: unknown };
}

/** Blobs of messages: session id, place of the entry, and number among its blobs. */
export type BlobKey = [sessionId: string, place: number, number: number];

/** Every place and every name of a session: arrays sort behind every number and text. */
export function allKeysOf(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, []]);
}

/** The places of a session from one to another, exclusive; `Infinity`: all behind. */
export function placesBetween(sessionId: string, from: number, to: number): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, from], [sessionId, to], false, true);
}

/** The places of a session before one of them. */
export function placesAheadOf(sessionId: string, place: number): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, place], false, true);
}
