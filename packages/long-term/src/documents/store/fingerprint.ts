import type { Steps } from '@agent-memory/core/internal';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChunkDraft } from '../chunk/chunk-document.ts';

/** PERSISTED: the purposes of the hashes. */
const TEXT = 'document-text';
const ID_DIGITS = 16;
const EDITION_BYTES = 4;

/**
 * PERSISTED. A keyed hash of what a document says under its headings, whatever its blanks, its case and the size
 * of its chunks; it knows a removed document again and says nothing to whoever lacks the key [LTM-8].
 */
export function* fingerprintOf(
  secret: Uint8Array,
  namespace: string,
  chunks: readonly Pick<ChunkDraft, 'text' | 'repeated' | 'headings'>[],
): Steps<string> {
  const hash = hmac.create(sha256, secret);
  hash.update(utf8ToBytes(JSON.stringify([TEXT, namespace])));
  let section = '';
  for (const { text, repeated, headings } of chunks) {
    const path = headings.join('\n');
    if (path !== section) hash.update(utf8ToBytes(`\n${bare(path)}\n`));
    section = path;
    hash.update(utf8ToBytes(bare(text.slice(repeated))));
    yield;
  }
  return bytesToHex(hash.digest());
}

/** The id of a document that is given none. */
export function idOfFingerprint(fingerprint: string): string {
  return `d-${fingerprint.slice(0, ID_DIGITS)}`;
}

/** A name for the chunks of one version, which no other version has. */
export function newEdition(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(EDITION_BYTES)));
}

function bare(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '');
}
