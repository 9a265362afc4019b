import {
  type CompactionRecord,
  type Entry,
  estimatingCounter,
  type Overlays,
} from '@agent-memory/core';
import { checksumOf, createMeasurer, isOverlayReason } from '@agent-memory/core/internal';
import type {
  StoredEntry,
  StoredInfo,
  StoredOverlays,
  StoredScratchpad,
  StoredSystem,
  StoredTokenCount,
} from './schema.ts';

/*
 * Records from the disk are checked once, here, where they enter. The checks look at the shape
 * that the rest of the library reads without asking (a handful of `typeof`s an entry), not at every
 * leaf: a session of 100,000 messages has to open fast.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Whether this is the record of that session. */
export function isInfo(sessionId: unknown, record: unknown): record is StoredInfo {
  return (
    isFields(record) &&
    record.id === sessionId &&
    isNumber(record.createdAtMs) &&
    isNumber(record.updatedAtMs) &&
    isCount(record.entries) &&
    isCount(record.compactions) &&
    (record.headId === undefined || isIdOrNull(record.headId)) &&
    (record.title === undefined || typeof record.title === 'string')
  );
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
  return isFields(record) && typeof record.settingsKey === 'string' && isOverlays(record.value);
}

export function isScratchpadRecord(record: unknown): record is StoredScratchpad {
  return isFields(record);
}

export function isSystemRecord(record: unknown): record is StoredSystem {
  return isFields(record) && typeof record.value === 'string';
}

export function isCompaction(record: unknown): record is CompactionRecord {
  return (
    isFields(record) &&
    typeof record.id === 'string' &&
    isNumber(record.startedAtMs) &&
    isNumber(record.tokensBefore) &&
    isNumber(record.tokensAfter) &&
    Array.isArray(record.stages) &&
    Array.isArray(record.left)
  );
}

/** The original at a place, as it was appended; `undefined` where it is damaged. */
export function readEntry(place: number, record: unknown): Entry | undefined {
  if (!isOriginalAt(place, record)) return undefined;
  const { checksum, apart: _, ...entry } = record;
  if (checksum !== undefined && checksum !== checksumOfEntry(entry)) return undefined;
  const isCounted = isTokenCount(entry.tokens);
  // A record without a checksum is of an earlier release; nothing else vouches for it.
  if (!isCounted && checksum === undefined) return undefined;
  return isCounted
    ? entry
    : { ...entry, tokens: createMeasurer(estimatingCounter).message(entry.message) };
}

/** Whether an entry can be read back from that place with all that is known of it. */
export function isWholeEntry(place: number, entry: Entry): boolean {
  return isOriginalAt(place, entry) && isTokenCount(entry.tokens);
}

/** An entry as it is stored. */
export function entryRecord(entry: Entry): StoredEntry {
  return { ...entry, checksum: checksumOfEntry(entry) };
}

/** Of what was said and where it stands; what can be worked out anew is left out. */
function checksumOfEntry({ id, seq, position, parentId, createdAtMs, message }: Entry): number {
  return checksumOf([id, seq, position ?? seq, parentId, createdAtMs, message]);
}

/** An entry of a branch stands behind those of the branches before it; `seq` says where on its own. */
function isOriginalAt(place: number, record: unknown): record is StoredEntry {
  return (
    isFields(record) &&
    isCount(record.seq) &&
    (record.position ?? record.seq) === place &&
    typeof record.id === 'string' &&
    isIdOrNull(record.parentId) &&
    isNumber(record.createdAtMs) &&
    isCount(record.unitStart) &&
    isMessage(record.message) &&
    (record.importance === undefined || isNumber(record.importance))
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
    typeof value.source === 'string' &&
    typeof value.encoding === 'string'
  );
}

function isOverlays(value: unknown): boolean {
  return (
    isFields(value) &&
    isCount(value.epoch) &&
    Array.isArray(value.ranges) &&
    value.ranges.every(isRange) &&
    value.entries instanceof Map &&
    [...value.entries].every(isEntryOverlay) &&
    (value.condensed === undefined || isCondensed(value.condensed))
  );
}

function isRange(value: unknown): boolean {
  return (
    isFields(value) &&
    isCount(value.fromSeq) &&
    isCount(value.toSeq) &&
    (value.source === undefined || value.source === 'estimated') &&
    isReason(value.why)
  );
}

function isEntryOverlay([seq, value]: readonly [unknown, unknown]): boolean {
  if (!isFields(value) || !isCount(seq) || value.seq !== seq || !isReason(value.why)) return false;
  switch (value.kind) {
    case 'trimmed':
      return isListOf(value.trims, isTextTrim);
    case 'shortened-calls':
      return isListOf(value.calls, isArgumentsTrim);
    case 'evicted-results':
      return value.supersededBySeq === undefined || isCount(value.supersededBySeq);
    default:
      return false;
  }
}

/** Overlays of earlier versions have none. */
function isReason(value: unknown): boolean {
  return value === undefined || isOverlayReason(value);
}

function isTextTrim(trim: Fields): boolean {
  return isCount(trim.partIndex) && isCount(trim.headCharacters) && isCount(trim.tailCharacters);
}

/** Arguments are sent as they stand here. */
function isArgumentsTrim(trim: Fields): boolean {
  return (
    isCount(trim.partIndex) && isCount(trim.maxCharacters) && typeof trim.arguments === 'string'
  );
}

function isListOf(value: unknown, isItem: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isFields(item) && isItem(item));
}

function isCondensed(value: unknown): boolean {
  return isFields(value) && typeof value.id === 'string' && typeof value.text === 'string';
}

function isIdOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
