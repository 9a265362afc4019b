import {
  type Entry,
  estimatingCounter,
  type LoadOptions,
  type Message,
  type SessionInfo,
  type StoredRecords,
  type StoredSession,
} from '@agent-memory/core';
import { createMeasurer, storeRules } from '@agent-memory/core/internal';
import { salvagedEntries } from '@agent-memory/sessions/stored';
import { isApart } from './apart-values.ts';
import { intactParts } from './check-history.ts';
import {
  isInfo,
  isOverlaysRecord,
  isScratchpadRecord,
  isSystemRecord,
  isTokenCountRecord,
  readingEntries,
  readUnsealed,
} from './check-stored.ts';
import type { Transaction } from './connection.ts';
import { entryRecordsIn } from './entry-records.ts';
import { inTurns } from './in-turns.ts';
import { likelyPlaces, placeIn } from './likely-places.ts';
import { readNewest } from './read-entries.ts';
import {
  type NewestRecords,
  readNewestRecords,
  readRecords,
  recordsBySecondKey,
} from './read-records.ts';
import { salvagedInfo, saysItsEnd } from './salvaged-info.ts';
import { allKeysOf, STORE, type StoredInfo, type StoreName } from './schema.ts';

type Salvaged = ReturnType<typeof salvagedEntries>;

/** A session of more entries is read in several transactions, each with its own time. */
const LONG_ENTRIES = 500;

/** The object stores that `readSession` needs in its transaction. */
export const READ_STORES: readonly StoreName[] = Object.values(STORE);

/** A session as it could be read. */
export interface ReadSession {
  readonly session: StoredSession;
  /** Its record made again, where the stored one is damaged or counts wrongly. */
  readonly repaired: StoredInfo | undefined;
}

/** The result of `load` in its first transaction. */
export type Found =
  | ({ readonly kind: 'whole' } & ReadSession)
  /** Its newest part. */
  | { readonly kind: 'newest'; readonly session: StoredSession }
  /** All but its entries, which are too many to be read in one transaction. */
  | { readonly kind: 'long'; readonly info: StoredInfo; readonly beside: Beside };

/** All of a session but its entries. */
export interface Beside {
  readonly session: Omit<StoredSession, 'entries' | 'info' | 'headId' | 'damaged'>;
  readonly damaged: readonly string[];
}

/**
 * Looks for a session. Short ones, and those whose record is damaged, are read whole.
 *
 * @param options `newest` says how many entries are enough
 */
export async function findSession(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
  { newest, newestRecords, withoutOverlays }: LoadOptions,
): Promise<Found | undefined> {
  const record = await tx.objectStore(STORE.sessions).get(sessionId);
  if (!isInfo(sessionId, record)) return readWhole(tx, sessionId);
  const part = newest ? await readNewest(tx, record, newest) : undefined;
  if (part) {
    const records = await (newestRecords ? readNewestRecords : readRecords)(tx, record);
    const beside = await readBeside(tx, record, records, withoutOverlays);
    const { lacksRecords }: NewestRecords = records;
    const session = {
      ...sessionOf(record, beside),
      ...part,
      ...(lacksRecords && { lacksRecords }),
    };
    return { kind: 'newest', session };
  }
  if (record.entries <= LONG_ENTRIES) return readWhole(tx, sessionId);
  const stored = await tx.objectStore(STORE.entries).count(allKeysOf(sessionId));
  // A page at a time leads nowhere where something is missing, or stands where nothing can be.
  if (stored !== record.entries) return readWhole(tx, sessionId);
  const beside = await readBeside(tx, record, await readRecords(tx, record));
  return { kind: 'long', info: record, beside };
}

async function readWhole(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
): Promise<Found | undefined> {
  const read = await readSession(tx, sessionId);
  return read && { kind: 'whole', ...read };
}

/**
 * Gives all of a session that can be read [STO-6]: a damaged message costs itself alone, a damaged part
 * of what lies beside the messages that part, and `damaged` says so.
 */
export async function readSession(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
): Promise<ReadSession | undefined> {
  const keys = allKeysOf(sessionId);
  const [record, entries, tokenCounts] = await Promise.all([
    tx.objectStore(STORE.sessions).get(sessionId),
    entryRecordsIn(tx, sessionId, keys),
    tx.objectStore(STORE.tokenCounts).getAll(keys),
  ]);
  if (record === undefined && entries.length === 0) return undefined;
  const info = isInfo(sessionId, record) ? record : await salvagedInfo(tx, sessionId, record);
  const beside = await readBeside(tx, info, await readRecords(tx, info));
  const originals = await intactEntries(tx, info, entries);
  const counted = withTokenCounts(originals.entries, tokenCounts);
  const { length } = counted.entries;
  const isEndKnown = (info === record || saysItsEnd(record)) && holdsHead(info, counted.entries);
  const damaged = [
    ...(info === record
      ? []
      : ['Its record is damaged and was made again from what is stored of it.']),
    ...originals.damaged,
    ...counted.damaged,
    ...(isEndKnown || length === 0 ? [] : [END_UNKNOWN]),
  ];
  const { headId, shown, ...rest } = info;
  const isRepaired = info !== record || info.entries !== length || !isEndKnown;
  const isHeadKept = isEndKnown && headId !== undefined;
  const isFewer = isHeadKept && shown !== undefined && shown < length;
  const repaired = isRepaired
    ? { ...rest, entries: length, ...(isFewer && { shown }), ...(isHeadKept && { headId }) }
    : undefined;
  return { session: wholeSession(repaired ?? info, beside, { ...counted, damaged }), repaired };
}

/** A session of all its entries, of which its head is one. */
export function wholeSession(
  info: StoredInfo,
  beside: Beside,
  { entries, damaged }: Salvaged,
): StoredSession {
  return {
    ...sessionOf(info, { ...beside, damaged: [...damaged, ...beside.damaged] }),
    entries,
    ...(info.headId !== undefined && { headId: info.headId }),
  };
}

function sessionOf(info: StoredInfo, { session, damaged }: Beside): Omit<StoredSession, 'entries'> {
  return { info: sessionInfoOf(info), ...session, ...(damaged.length > 0 && { damaged }) };
}

async function readBeside(
  tx: Transaction<'readonly' | 'readwrite'>,
  info: StoredInfo,
  { history, compactions, damaged }: StoredRecords,
  withoutOverlays = false,
): Promise<Beside> {
  const [overlays, pad, system, named] = await Promise.all([
    withoutOverlays ? undefined : tx.objectStore(STORE.overlays).get(info.id),
    tx.objectStore(STORE.scratchpads).get(info.id),
    tx.objectStore(STORE.systems).get(info.id),
    recordsBySecondKey(tx, STORE.parts, allKeysOf(info.id)),
  ]);
  const parts = intactParts(named);
  const damage: string[] = [];
  /** The record where it is whole; what is not there is no damage. */
  const whole = <Held>(
    stored: unknown,
    isWhole: (stored: unknown) => stored is Held,
    sentence: string,
  ): Held | undefined => {
    if (stored === undefined || isWhole(stored)) return stored;
    damage.push(sentence);
    return undefined;
  };
  const laid = whole(overlays, isOverlaysRecord, OVERLAYS_DAMAGED);
  const kept = whole(pad, isScratchpadRecord, 'Its scratchpad is damaged and left out.');
  const text = whole(system, isSystemRecord, 'Its system text is damaged and made again.');
  return {
    session: {
      overlays: laid?.value ?? storeRules.noOverlays(),
      settingsKey: laid?.settingsKey ?? '',
      ...(kept && { scratchpad: kept.value }),
      ...(text && { system: text.value }),
      compactions,
      history,
      parts: parts.held,
    },
    damaged: [...damage, ...(damaged ?? []), ...parts.damaged],
  };
}

/** Tells whether nothing was written to a session, and nothing put in its place, since its record was read. */
export async function isUnchanged(
  tx: Transaction<'readonly' | 'readwrite'>,
  info: StoredInfo,
): Promise<boolean> {
  const { id, entries } = info;
  const [now, all] = await Promise.all([
    tx.objectStore(STORE.sessions).get(id),
    tx.objectStore(STORE.entries).count(allKeysOf(id)),
  ]);
  const isSame = isInfo(id, now) && now.updatedAtMs === info.updatedAtMs;
  return (
    isSame && now.createdAtMs === info.createdAtMs && now.entries === entries && all === entries
  );
}

const END_UNKNOWN =
  'The end of the conversation is not known; it is taken to be the last message that was stored.';

const OVERLAYS_DAMAGED =
  'The record of what was compacted is damaged; contexts are planned again from the messages.';

/** All entries, each read whole; the costly way only where one of them cannot be. */
async function intactEntries(
  tx: Transaction<'readonly' | 'readwrite'>,
  { id, entries: expected, headId }: StoredInfo,
  records: readonly unknown[],
): Promise<Salvaged> {
  const read = await inTurns(tx, readingEntries(records));
  const isWhole = read.length === expected && read.every((entry) => entry !== undefined);
  if (isWhole && areInUnits(read)) return { entries: read, damaged: [] };
  const keys = await tx.objectStore(STORE.entries).getAllKeys(allKeysOf(id));
  const byPlace = new Map(keys.map((key, at) => [placeIn(key), records[at]]));
  const { length, strays } = likelyPlaces(keys, expected);
  const filesLost: number[] = [];
  const placed = Array.from({ length }, (_, place) => byPlace.get(place));
  const whole = await inTurns(tx, readingEntries(placed));
  const readable = whole.map((entry, place) => {
    if (entry) return entry;
    const rest = entryWithoutFiles(place, placed[place]);
    if (rest) filesLost.push(place);
    return rest;
  });
  const remains = (place: number) => byPlace.get(place);
  const { entries, damaged } = salvagedEntries(readable, { remains, headId });
  return { entries, damaged: [...strayDamage(strays), ...filesLost.map(fileDamage), ...damaged] };
}

function strayDamage(strays: number): readonly string[] {
  if (strays === 0) return [];
  return [
    strays === 1
      ? 'A record stands where no message can be; it is left out.'
      : `${strays} records stand where no message can be; they are left out.`,
  ];
}

function fileDamage(place: number): string {
  return `The message at position ${place} has lost a file; a note stands there instead, and nothing vouches for its other words.`;
}

/** A message begins a unit or belongs to that of the one it follows; the checksum says nothing of it. */
export function areInUnits(entries: readonly Entry[]): boolean {
  const units = new Map(entries.map(({ id, unitStart }) => [id, unitStart]));
  return entries.every(({ seq, parentId, unitStart }) => {
    const unit = parentId === null ? undefined : units.get(parentId);
    return unitStart === seq || unit === undefined || unitStart === unit;
  });
}

/** Tells whether a session has the message that its record says it ends in. */
export function holdsHead({ headId }: StoredInfo, entries: readonly Entry[]): boolean {
  return headId === undefined || headId === null || entries.some(({ id }) => id === headId);
}

/** Gives the part of a session that a list shows. */
export function sessionInfoOf(info: StoredInfo): SessionInfo {
  const { id, user, createdAtMs, updatedAtMs, entries, shown, title, opening } = info;
  return {
    ...{ id, createdAtMs, updatedAtMs, entries },
    ...(user !== undefined && { user }),
    ...(shown !== undefined && { shown }),
    ...(title !== undefined && { title }),
    ...(opening && { defaultTitle: opening.words }),
  };
}

/** A damaged count leaves its entry with the one that it was stored with. */
function withTokenCounts(entries: readonly Entry[], tokenCounts: readonly unknown[]): Salvaged {
  if (tokenCounts.length === 0) return { entries, damaged: [] };
  const counted = [...entries];
  const whole = tokenCounts.filter(isTokenCountRecord);
  for (const { seq: place, tokens } of whole) {
    const entry = counted[place];
    if (entry) counted[place] = { ...entry, tokens };
  }
  const lost = tokenCounts.length - whole.length;
  const damaged = lost > 0 ? [`${lost} token counts are damaged and counted again.`] : [];
  return { entries: counted, damaged };
}

type Part = Message['parts'][number];

/** Nothing else of a message depends on them. */
const FILE_PARTS: ReadonlySet<Part['type']> = new Set(['image', 'document', 'unknown']);

/**
 * The message at a place whose files are missing, with a note for each of them [STO-6]; `undefined`
 * where something else of it is damaged too, as far as it can be told without them.
 */
function entryWithoutFiles(place: number, record: unknown): Entry | undefined {
  if (!isApart(record) || !Array.isArray(record.apart)) return undefined;
  const entry = readUnsealed(place, record);
  if (!entry) return undefined;
  const lost = new Set(record.apart.map(({ path: [field, index] }) => field === 'parts' && index));
  const isEachFile = [...lost].every(
    (index) => typeof index === 'number' && isFile(entry.message.parts[index]),
  );
  if (!isEachFile) return undefined;
  const note: Part = { type: 'text', text: storeRules.LOST_FILE_TEXT };
  const parts = entry.message.parts.map((part, index) => (lost.has(index) ? note : part));
  const message = { ...entry.message, parts };
  return { ...entry, message, tokens: createMeasurer(estimatingCounter).message(message) };
}

function isFile(part: Part | undefined): boolean {
  return part !== undefined && FILE_PARTS.has(part.type);
}
