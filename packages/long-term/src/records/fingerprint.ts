import type { Steps } from '@agent-memory/core/internal';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { MemoryRecord } from './memory-record.ts';
import { bareText, normalisedText } from './normalised-text.ts';

/** The fields that make two records the same one. */
export type RecordContent = Pick<
  MemoryRecord,
  'namespace' | 'type' | 'kind' | 'subject' | 'key' | 'text'
>;

/** PERSISTED: ids of records begin with it where they are made from content. */
const CONTENT_ID_PREFIX = 'm-';
const CONTENT_ID = /^m-[0-9a-f]{32}$/;
const ID_DIGITS = 32;

/**
 * PERSISTED. The id of a record that was given none: the same content has the same id in one store.
 * It is keyed, because ids outlive what they name in the audit log, and a plain hash of a short text
 * can be found by trying texts.
 */
export function contentId(secret: Uint8Array, content: RecordContent): string {
  return CONTENT_ID_PREFIX + keyedHash(secret, 'id', partsOf(content)).slice(0, ID_DIGITS);
}

/** Whether an id was made from content, by this store or another one. */
export function isContentId(id: string): boolean {
  return CONTENT_ID.test(id);
}

/** Days that were written behind relative dates: they depend on when a text was read. */
const WRITTEN_DAYS = / \((?:week of )?\d{4}(?:-\d\d)*(?: \d\d:\d\d)?(?: to [^)]*)?\)/g;

/**
 * PERSISTED. Stands for what was erased: it knows the same statement again, whatever its type, kind
 * and subject, however it is punctuated and on whatever day, and says nothing to whoever lacks the key [LTM-8].
 */
export function tombstoneOf(secret: Uint8Array, namespace: string, text: string): string {
  const said = bareText(text.replace(WRITTEN_DAYS, ''));
  return keyedHash(secret, 'tombstone', [namespace, said]);
}

/** The tombstones of many records in their order, one in a step. */
export function* tombstonesOf(
  secret: Uint8Array,
  records: readonly Pick<MemoryRecord, 'namespace' | 'text'>[],
): Steps<readonly string[]> {
  const hashes: string[] = [];
  for (const { namespace, text } of records) {
    hashes.push(tombstoneOf(secret, namespace, text));
    yield;
  }
  return hashes;
}

function partsOf({ namespace, type, kind, subject, key, text }: RecordContent): string[] {
  return [namespace, type, kind, normalisedText(subject ?? ''), key ?? '', normalisedText(text)];
}

/** JSON keeps the parts apart, whatever they hold. */
function keyedHash(secret: Uint8Array, purpose: string, parts: readonly string[]): string {
  return bytesToHex(hmac(sha256, secret, utf8ToBytes(JSON.stringify([purpose, ...parts]))));
}
