import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bareText, normalisedText } from './bare-text.ts';
import type { JsonValue, MemoryRecord } from './memory-record.ts';
import { canonicalJson } from './plain-json.ts';

/** The fields that make two records the same one. */
export type RecordContent = Pick<
  MemoryRecord,
  'namespace' | 'author' | 'type' | 'kind' | 'subject' | 'key' | 'text'
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
  const { namespace, author, type, kind, subject = '', key = '', text } = content;
  const parts = [namespace, type, kind, normalisedText(subject), key, normalisedText(text)];
  // Two people make two statements.
  if (author !== undefined) parts.push(author);
  return CONTENT_ID_PREFIX + keyedHash(secret, 'id', parts).slice(0, ID_DIGITS);
}

/** Whether an id was made from content, by this store or another one. */
export function isContentId(id: string): boolean {
  return CONTENT_ID.test(id);
}

/** The fields that make two statements the same one, whatever their type, kind and subject. */
export type Statement = Pick<MemoryRecord, 'text' | 'key' | 'value'>;

/**
 * PERSISTED. The purposes of tombstones, each with parts of its own. A new normal form is a new purpose,
 * since nobody can turn a hash into another one.
 */
const TOMBSTONE = {
  /** A text that says all there was: nobody says it again, with whatever value. */
  text: 'tombstone-text',
  /** A text that stood beside a value that is not in it: nobody says it without a value. */
  textAlone: 'tombstone-text-alone',
  textAndValue: 'tombstone-text-value',
  keyAndValue: 'tombstone-key-value',
} as const;

/**
 * PERSISTED. Keyed hashes that know a statement again, whatever its type, kind and subject, however it is
 * punctuated and on whatever day, and that say nothing to anyone who lacks the key [LTM-8]: those that it
 * leaves when it is erased, and those that stand against it, of which one is enough. The same text with
 * another value is another statement.
 */
export function tombstonesOf(
  secret: Uint8Array,
  { namespace, text, key, value }: Statement & Pick<MemoryRecord, 'namespace'>,
) {
  const said = saidOf(text);
  const hash = (purpose: keyof typeof TOMBSTONE, ...parts: readonly string[]) =>
    keyedHash(secret, TOMBSTONE[purpose], [namespace, ...parts]);
  const ofText = hash('text', said);
  if (value === undefined) return { left: [ofText], against: [ofText, hash('textAlone', said)] };
  const json = canonicalJson(value);
  const ofValue = [
    hash('textAndValue', said, json),
    ...(key === undefined ? [] : [hash('keyAndValue', key, json)]),
  ];
  const isWhole = holdsValue(said, value);
  return {
    left: [isWhole ? ofText : hash('textAlone', said), ...ofValue],
    against: [ofText, ...ofValue],
  };
}

/** The tombstones of some namespaces that stand against a statement. */
export function tombstonesAgainst(
  secret: Uint8Array,
  statement: Statement,
  namespaces: readonly string[],
): readonly string[] {
  return namespaces.flatMap(
    (namespace) => tombstonesOf(secret, { ...statement, namespace }).against,
  );
}

/** Days that were written behind relative dates: they depend on when a text was read. */
const WRITTEN_DAYS = / \((?:week of )?\d{4}(?:-\d\d)*(?: \d\d:\d\d)?(?: to [^)]*)?\)/g;

function saidOf(text: string): string {
  return bareText(text.replace(WRITTEN_DAYS, ''));
}

/** Whether a text says a value itself: "theme: dark". Lists and objects have signs that no form keeps. */
function holdsValue(said: string, value: JsonValue): boolean {
  if (typeof value === 'object') return false;
  const words = bareText(String(value));
  return /[\p{L}\p{N}]/u.test(words) && said.includes(words);
}

/** JSON keeps the parts apart, whatever they hold. */
function keyedHash(secret: Uint8Array, purpose: string, parts: readonly string[]): string {
  return bytesToHex(hmac(sha256, secret, utf8ToBytes(JSON.stringify([purpose, ...parts]))));
}
