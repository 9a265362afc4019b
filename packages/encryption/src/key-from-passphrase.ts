import { InvalidOptionError } from '@agent-memory/core';
import { crypt } from '@agent-memory/core/internal';

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
  if (!(salt instanceof Uint8Array) || salt.length < LEAST_SALT_BYTES) {
    throw new InvalidOptionError('salt', `must be at least ${LEAST_SALT_BYTES} bytes.`);
  }
  return (await crypt.keyOfPassphrase(passphrase, salt, 'encryption')) as CryptoKey;
}
