import { type Entry, estimatingCounter, type Overlays } from '@agent-memory/core';
import { createMeasurer, type Steps, shape, type storeRules } from '@agent-memory/core/internal';
import { areOverlays } from '@agent-memory/sessions/stored';
import { checksumOf } from './checksum.ts';
import type {
  StoredEntry,
  StoredInfo,
  StoredOverlays,
  StoredScratchpad,
  StoredSystem,
  StoredTokenCount,
} from './schema.ts';

/*
 * Records from the disk are checked once, here, where they enter. Of an entry the checks look at the
 * shape that the rest of the library reads without asking (a handful of `typeof`s), not at every leaf:
 * a session of 100,000 messages has to open fast, and a checksum vouches for what was said. What stands
 * beside the entries is looked at down to the last field.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Whether this is the record of that session. */
export function isInfo(sessionId: unknown, record: unknown): record is StoredInfo {
  return (
    isFields(record) &&
    record.id === sessionId &&
    shape.isTime(record.createdAtMs) &&
    shape.isTime(record.updatedAtMs) &&
    isCount(record.entries) &&
    isCount(record.compactions) &&
    (record.user === undefined || typeof record.user === 'string') &&
    (record.headId === undefined || isIdOrNull(record.headId)) &&
    (record.title === undefined || typeof record.title === 'string') &&
    (record.shown === undefined || isCount(record.shown)) &&
    (record.opening === undefined || isOpening(record.opening))
  );
}

function isOpening(value: unknown): value is storeRules.Opening {
  return isFields(value) && isCount(value.seq) && typeof value.words === 'string';
}

/** A token count that was measured behind its entry. */
export function isTokenCountRecord(
  record: unknown,
): record is StoredTokenCount & Pick<Entry, 'tokens'> {
  return isFields(record) && isCount(record.seq) && isTokenCount(record.tokens);
}

export function isOverlaysRecord(
  record: unknown,
): record is StoredOverlays & { readonly value: Overlays } {
  return isFields(record) && typeof record.settingsKey === 'string' && areOverlays(record.value);
}

export function isScratchpadRecord(record: unknown): record is StoredScratchpad {
  return isFields(record);
}

export function isSystemRecord(record: unknown): record is StoredSystem {
  return isFields(record) && typeof record.value === 'string';
}

/** The original at a place, as it was appended; `undefined` where it is damaged. Its words are added up in steps. */
export function* readingEntry(place: number, record: unknown): Steps<Entry | undefined> {
  const entry = readUnsealed(place, record);
  if (!entry || !isOriginalAt(place, record)) return undefined;
  return (yield* checksumOf(wordsOf(entry))) === record.checksum ? entry : undefined;
}

/** The entry at a place as it reads, whatever its checksum says. */
export function readUnsealed(place: number, record: unknown): Entry | undefined {
  if (!isOriginalAt(place, record)) return undefined;
  const { checksum: _, apart: __, ...entry } = record;
  return isTokenCount(entry.tokens)
    ? entry
    : { ...entry, tokens: createMeasurer(estimatingCounter).message(entry.message) };
}

/** Whether an entry can be read back from that place with all that is known of it. */
export function isWholeEntry(place: number, entry: Entry): boolean {
  return isOriginalAt(place, entry) && isTokenCount(entry.tokens);
}

/** The originals from a place on, one after another. */
export function* readingEntries(
  records: readonly unknown[],
  from = 0,
): Steps<(Entry | undefined)[]> {
  const entries: (Entry | undefined)[] = [];
  for (const record of records) {
    entries.push(yield* readingEntry(from + entries.length, record));
    yield;
  }
  return entries;
}

/** An entry as it is stored. */
export function* entryRecord(entry: Entry): Steps<StoredEntry> {
  return { ...entry, checksum: yield* checksumOf(wordsOf(entry)) };
}

/** A checksum covers the words and their place; values that can be worked out again are left out. */
function wordsOf({ id, seq, position, parentId, createdAtMs, message }: Entry): readonly unknown[] {
  return [id, seq, position ?? seq, parentId, createdAtMs, message];
}

/** An entry of a branch stands behind those of the branches before it; `seq` says where on its own. */
function isOriginalAt(
  place: number,
  record: unknown,
): record is Entry & { readonly checksum?: unknown; readonly apart?: unknown } {
  return (
    isFields(record) &&
    isCount(record.seq) &&
    (record.position ?? record.seq) === place &&
    typeof record.id === 'string' &&
    isIdOrNull(record.parentId) &&
    shape.isTime(record.createdAtMs) &&
    isCount(record.unitStart) &&
    isMessage(record.message)
  );
}

function isMessage(value: unknown): boolean {
  return (
    isFields(value) &&
    typeof value.role === 'string' &&
    Array.isArray(value.parts) &&
    value.parts.every((part) => isFields(part) && typeof part.type === 'string')
  );
}

function isTokenCount(value: unknown): boolean {
  return (
    isFields(value) &&
    isNumber(value.value) &&
    value.value >= 0 &&
    value.value <= Number.MAX_SAFE_INTEGER &&
    isTokenSource(value.source) &&
    typeof value.encoding === 'string'
  );
}

function isTokenSource(value: unknown): boolean {
  return value === 'estimated' || value === 'counted' || value === 'provider';
}

export function isIdOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
