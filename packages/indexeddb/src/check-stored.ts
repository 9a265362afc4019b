import {
  type CompactionRecord,
  type Entry,
  type Overlays,
  StoreCorruptError,
} from '@agent-memory/core';
import { isOverlayReason } from '@agent-memory/core/internal';
import type {
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

/** @throws StoreCorruptError */
export function checkInfo(sessionId: string, record: unknown): StoredInfo {
  if (!isInfo(sessionId, record)) throw corrupt(sessionId, 'its record is damaged.');
  return record;
}

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

/** @throws StoreCorruptError */
export function checkEntries(
  sessionId: string,
  records: readonly unknown[],
  expected: number,
): readonly Entry[] {
  if (records.length !== expected) {
    throw corrupt(sessionId, `it counts ${expected} messages and holds ${records.length}.`);
  }
  for (const [place, record] of records.entries()) {
    if (!isEntryAt(place, record))
      throw corrupt(sessionId, `the message at position ${place} is damaged.`);
  }
  return records as readonly Entry[];
}

/** @throws StoreCorruptError */
export function checkTokenCount(
  sessionId: string,
  record: unknown,
): StoredTokenCount & Pick<Entry, 'tokens'> {
  const isCounted = isFields(record) && isCount(record.seq) && isTokenCount(record.tokens);
  if (!isCounted) throw corrupt(sessionId, 'a token count is damaged.');
  return record as unknown as StoredTokenCount & Pick<Entry, 'tokens'>;
}

/** @throws StoreCorruptError */
export function checkOverlays(
  sessionId: string,
  record: unknown,
): StoredOverlays & { readonly value: Overlays } {
  const isWhole =
    isFields(record) && typeof record.settingsKey === 'string' && isOverlays(record.value);
  if (!isWhole) throw corrupt(sessionId, 'the record of what was compacted is damaged.');
  return record as unknown as StoredOverlays & { readonly value: Overlays };
}

/** @throws StoreCorruptError */
export function checkScratchpad(sessionId: string, record: unknown): StoredScratchpad {
  if (!isFields(record)) throw corrupt(sessionId, 'its scratchpad is damaged.');
  return { value: record.value };
}

/** @throws StoreCorruptError */
export function checkSystem(sessionId: string, record: unknown): StoredSystem {
  const isText = isFields(record) && typeof record.value === 'string';
  if (!isText) throw corrupt(sessionId, 'its system text is damaged.');
  return record as unknown as StoredSystem;
}

/** @throws StoreCorruptError */
export function checkCompaction(sessionId: string, record: unknown): CompactionRecord {
  const isRecord =
    isFields(record) &&
    typeof record.id === 'string' &&
    isNumber(record.startedAtMs) &&
    isNumber(record.tokensBefore) &&
    isNumber(record.tokensAfter) &&
    Array.isArray(record.stages) &&
    Array.isArray(record.left);
  if (!isRecord) throw corrupt(sessionId, 'the record of a compaction is damaged.');
  return record as unknown as CompactionRecord;
}

/** The id of a stored entry, for telling a repeated commit from a conflict. */
export function checkEntryId(sessionId: string, record: unknown, place: number): string {
  if (isEntryAt(place, record)) return record.id;
  throw corrupt(sessionId, `the message at position ${place} is damaged.`);
}

/** An entry of a branch stands behind those of the branches before it; `seq` says where on its own. */
function isEntryAt(place: number, record: unknown): record is Entry {
  return (
    isFields(record) &&
    isCount(record.seq) &&
    (record.position ?? record.seq) === place &&
    typeof record.id === 'string' &&
    isIdOrNull(record.parentId) &&
    isNumber(record.createdAtMs) &&
    isCount(record.unitStart) &&
    isMessage(record.message) &&
    (record.importance === undefined || isNumber(record.importance)) &&
    isTokenCount(record.tokens)
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

function corrupt(sessionId: string, problem: string): StoreCorruptError {
  return new StoreCorruptError(sessionId, problem);
}
