import { InvalidOptionError, StoreUnavailableError } from '@agent-memory/core';

/** OWASP's count for PBKDF2 with SHA-256 (Password Storage Cheat Sheet). */
const ITERATIONS = 600_000;
const LEAST_SALT_BYTES = 16;

/**
 * The key that a passphrase gives: AES-GCM with 256 bits, by PBKDF2-SHA-256 with 600,000 rounds, not
 * extractable. Takes some tenths of a second, in the background.
 *
 * @param passphrase what the user knows; there is no way back to the data without it
 * @param salt at least 16 random bytes, no secret, stored with the data: another salt is another key
 * @throws InvalidOptionError if the passphrase is empty or the salt too short, StoreUnavailableError
 * where the page has no WebCrypto, as without https.
 *
 * @example
 * const key = await keyFromPassphrase(passphrase, await indexedDbRecordStore().secret());
 * const store = encryptedStore(indexedDbStore(), key);
 */
export async function keyFromPassphrase(passphrase: string, salt: Uint8Array): Promise<CryptoKey> {
  if (typeof passphrase !== 'string' || passphrase === '') {
    throw new InvalidOptionError('passphrase', 'must be a text that is not empty.');
  }
  if (!(salt instanceof Uint8Array) || salt.length < LEAST_SALT_BYTES) {
    throw new InvalidOptionError('salt', `must be at least ${LEAST_SALT_BYTES} bytes.`);
  }
  const { subtle }: { readonly subtle?: SubtleCrypto } = crypto;
  if (!subtle) {
    throw new StoreUnavailableError(
      'This page has no WebCrypto, so nothing can be encrypted: serve it by https, or from localhost.',
    );
  }
  // Keyboards write the same letter in several ways.
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: salt.slice(), iterations: ITERATIONS };
  const kind = { name: 'AES-GCM', length: 256 };
  return subtle.deriveKey(rule, material, kind, false, ['encrypt', 'decrypt']);
}
