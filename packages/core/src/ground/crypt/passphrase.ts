import { InvalidOptionError, StoreUnavailableError } from '../errors/errors.ts';
import { bytesOfText, type PlatformKey, platform } from './web-crypto.ts';

/** OWASP's count for PBKDF2 with SHA-256 (Password Storage Cheat Sheet). */
const ITERATIONS = 600_000;

/** Kinds of keys that are made from a passphrase, each with what it may do. */
const KINDS = {
  encryption: { kind: { name: 'AES-GCM', length: 256 }, usages: ['encrypt', 'decrypt'] },
  seal: { kind: { name: 'HMAC', hash: 'SHA-256', length: 256 }, usages: ['sign'] },
} as const;

/**
 * The key that a passphrase gives, by PBKDF2-SHA-256, not extractable. Takes some tenths of a second, in the
 * background.
 *
 * @throws InvalidOptionError if the passphrase is empty, StoreUnavailableError where the page has no WebCrypto.
 */
export async function keyOfPassphrase(
  passphrase: string,
  salt: Uint8Array,
  purpose: keyof typeof KINDS,
): Promise<PlatformKey> {
  if (typeof passphrase !== 'string' || passphrase === '') {
    throw new InvalidOptionError('passphrase', 'must be a text that is not empty.');
  }
  const { subtle } = platform.crypto;
  if (!subtle) {
    throw new StoreUnavailableError(
      'This page has no WebCrypto, so a passphrase is of no use here: serve the page by https, or from localhost.',
    );
  }
  // Keyboards write the same letter in several ways.
  const words = bytesOfText(passphrase.normalize('NFKC'));
  const material = await subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: salt.slice(), iterations: ITERATIONS };
  const { kind, usages } = KINDS[purpose];
  return subtle.deriveKey(rule, material, kind, false, usages);
}
