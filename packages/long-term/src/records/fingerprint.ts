import type { Steps } from '@agent-memory/core/internal';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bareText, bareTextV1 } from './bare-text.ts';
import type { JsonValue, MemoryRecord } from './memory-record.ts';
import { normalisedText, normalisedTextV1 } from './normalised-text.ts';
import { canonicalJson } from './plain-json.ts';

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
  return idOf(secret, content, normalisedText);
}

/** PERSISTED. The id that version 1 made of the same content, where it is another one: stored records may have it. */
export function olderContentIds(secret: Uint8Array, content: RecordContent): readonly string[] {
  const isSame = [content.text, content.subject ?? ''].every(
    (text) => normalisedText(text) === normalisedTextV1(text),
  );
  return isSame ? [] : [idOf(secret, content, normalisedTextV1)];
}

function idOf(
  secret: Uint8Array,
  { namespace, type, kind, subject, key, text }: RecordContent,
  formOf: (text: string) => string,
): string {
  const parts = [namespace, type, kind, formOf(subject ?? ''), key ?? '', formOf(text)];
  return CONTENT_ID_PREFIX + keyedHash(secret, 'id', parts).slice(0, ID_DIGITS);
}

/** Whether an id was made from content, by this store or another one. */
export function isContentId(id: string): boolean {
  return CONTENT_ID.test(id);
}

/** The fields that make two statements the same one, whatever their type, kind and subject. */
export type Statement = Pick<MemoryRecord, 'namespace' | 'text' | 'key' | 'value'>;

/**
 * PERSISTED. The purposes of tombstones, each with parts of its own. A new normal form is a new purpose,
 * since nobody can turn a hash into another one.
 */
const TOMBSTONE = {
  /** Namespace and text in the form of version 1: looked for, and written no more. */
  v1: 'tombstone',
  /** A text that says all there was: nobody says it again, with whatever value. */
  text: 'tombstone-text',
  /** A text that stood beside a value that is not in it: nobody says it without a value. */
  textAlone: 'tombstone-text-alone',
  textAndValue: 'tombstone-text-value',
  keyAndValue: 'tombstone-key-value',
} as const;

/**
 * PERSISTED. What an erased statement leaves: keyed hashes that know it again, whatever its type, kind
 * and subject, however it is punctuated and on whatever day, and that say nothing to whoever lacks the
 * key [LTM-8]. The same text with another value is another statement.
 */
function tombstonesOfOne(secret: Uint8Array, { namespace, text, key, value }: Statement): string[] {
  const said = saidOf(text);
  if (value === undefined) return [keyedHash(secret, TOMBSTONE.text, [namespace, said])];
  const json = canonicalJson(value);
  const isWhole = holdsValue(said, value);
  return [
    keyedHash(secret, isWhole ? TOMBSTONE.text : TOMBSTONE.textAlone, [namespace, said]),
    keyedHash(secret, TOMBSTONE.textAndValue, [namespace, said, json]),
    ...(key === undefined
      ? []
      : [keyedHash(secret, TOMBSTONE.keyAndValue, [namespace, key, json])]),
  ];
}

/** PERSISTED. The tombstones that stand against a statement: one of them is enough. */
export function tombstonesAgainst(
  secret: Uint8Array,
  { namespace, text, key, value }: Statement,
): readonly string[] {
  const said = saidOf(text);
  const ofText = [
    keyedHash(secret, TOMBSTONE.v1, [namespace, bareTextV1(undated(text))]),
    keyedHash(secret, TOMBSTONE.text, [namespace, said]),
  ];
  if (value === undefined) {
    return [...ofText, keyedHash(secret, TOMBSTONE.textAlone, [namespace, said])];
  }
  const json = canonicalJson(value);
  return [
    ...ofText,
    keyedHash(secret, TOMBSTONE.textAndValue, [namespace, said, json]),
    ...(key === undefined
      ? []
      : [keyedHash(secret, TOMBSTONE.keyAndValue, [namespace, key, json])]),
  ];
}

/** The tombstones that many erased records leave, a record in a step. */
export function* tombstonesOf(
  secret: Uint8Array,
  records: readonly Statement[],
): Steps<readonly string[]> {
  const hashes = new Set<string>();
  for (const record of records) {
    for (const hash of tombstonesOfOne(secret, record)) hashes.add(hash);
    yield;
  }
  return [...hashes];
}

/** The tombstones that stand against each of many statements, in their order, one in a step. */
export function* tombstonesAgainstEach(
  secret: Uint8Array,
  statements: readonly Statement[],
): Steps<readonly (readonly string[])[]> {
  const hashes: (readonly string[])[] = [];
  for (const statement of statements) {
    hashes.push(tombstonesAgainst(secret, statement));
    yield;
  }
  return hashes;
}

/** Days that were written behind relative dates: they depend on when a text was read. */
const WRITTEN_DAYS = / \((?:week of )?\d{4}(?:-\d\d)*(?: \d\d:\d\d)?(?: to [^)]*)?\)/g;

function undated(text: string): string {
  return text.replace(WRITTEN_DAYS, '');
}

function saidOf(text: string): string {
  return bareText(undated(text));
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
