import { InvalidOptionError } from '@agent-memory/core';
import { crypt } from '@agent-memory/core/internal';
import { DecryptionError } from './decryption-error.ts';
import { bytesOfValue, valueOfBytes } from './plain-value.ts';

/** Where something is stored. What was encrypted for one place cannot be read at another. */
export interface Place {
  /** Begins the sentence of an error: `Session "support"`. */
  readonly what: string;
  /** PERSISTED. */
  readonly path: readonly (string | number)[];
}

type Bytes = Uint8Array<ArrayBuffer>;

/*
 * PERSISTED. Encrypted bytes: "AME1", the id of the key, the initialisation vector, the ciphertext with
 * its tag. As a text they are a data URL, whose bytes a store may keep as bytes.
 */
const MAGIC = [0x41, 0x4d, 0x45, 0x31];
const KEY_ID_AT = MAGIC.length;
const IV_AT = KEY_ID_AT + 8;
const IV_BYTES = 12;
const CIPHERTEXT_AT = IV_AT + IV_BYTES;
const TEXT_HEAD = 'data:application/x-agent-memory;base64,';

const MAC_KEY_BYTES = 32;

/**
 * Encrypts and decrypts what stores hold, with AES-GCM.
 *
 * The initialisation vector is a keyed hash of the content and its place, so that the same content at the
 * same place is encrypted to the same bytes: stores tell a repeated write by that. Someone who reads the
 * store can tell that a value is what it was before, and nothing else of it.
 */
export class Cipher {
  readonly #key: CryptoKey;
  readonly #secrets: ReturnType<typeof secretsOf>;

  /** @throws InvalidOptionError for a key of another kind. */
  constructor(key: CryptoKey) {
    const { algorithm, usages = [] }: Partial<CryptoKey> = key ?? {};
    const { name, length }: Partial<AesKeyAlgorithm> = algorithm ?? {};
    const mayBoth = usages.includes('encrypt') && usages.includes('decrypt');
    if (name !== 'AES-GCM' || length !== 256 || !mayBoth) {
      const wanted = 'a CryptoKey for AES-GCM with 256 bits that may encrypt and decrypt';
      throw new InvalidOptionError('key', `must be ${wanted}; \`keyFromPassphrase\` makes one.`);
    }
    this.#key = key;
    this.#secrets = secretsOf(key);
    // Every call hears of it.
    this.#secrets.catch(() => undefined);
  }

  async seal(bytes: Bytes, { path }: Place): Promise<Bytes> {
    const place = bytesOfText(JSON.stringify(path));
    const iv = (await this.hashed(place, bytes)).subarray(0, IV_BYTES);
    const rule = { name: 'AES-GCM', iv, additionalData: place };
    const ciphertext = new Uint8Array(await crypto.subtle.encrypt(rule, this.#key, bytes));
    return joined([MAGIC, (await this.#secrets).keyId, iv, ciphertext]);
  }

  /** @throws DecryptionError */
  async open(sealed: Bytes, { what, path }: Place): Promise<Bytes> {
    const { keyId } = await this.#secrets;
    const isSealed =
      sealed.length >= CIPHERTEXT_AT && MAGIC.every((byte, at) => sealed[at] === byte);
    if (!isSealed) throw new DecryptionError(what, 'plain');
    const isOfKey = keyId.every((byte, at) => sealed[KEY_ID_AT + at] === byte);
    if (!isOfKey) throw new DecryptionError(what, 'other-key');
    const iv = sealed.subarray(IV_AT, CIPHERTEXT_AT);
    const rule = { name: 'AES-GCM', iv, additionalData: bytesOfText(JSON.stringify(path)) };
    try {
      const ciphertext = sealed.subarray(CIPHERTEXT_AT);
      return new Uint8Array(await crypto.subtle.decrypt(rule, this.#key, ciphertext));
    } catch {
      // WebCrypto says no more than that it failed.
      throw new DecryptionError(what, 'altered');
    }
  }

  async sealValue(value: unknown, place: Place): Promise<string> {
    return TEXT_HEAD + crypt.base64Of(await this.seal(bytesOfValue(value), place));
  }

  /**
   * The value of a text, of the type that was encrypted for that place.
   * @throws DecryptionError
   */
  async openValue<Value>(sealed: unknown, place: Place): Promise<Value> {
    if (typeof sealed !== 'string' || !sealed.startsWith(TEXT_HEAD)) {
      throw new DecryptionError(place.what, 'plain');
    }
    const bytes = letters(sealed.slice(TEXT_HEAD.length), place);
    return valueOfBytes(await this.open(bytes, place)) as Value;
  }

  /** A name that says nothing, the same for the same words: stores look for it. */
  async hiddenName(words: string): Promise<string> {
    return crypt.base64Of(
      (await this.hashed(bytesOfText('name'), bytesOfText(words))).subarray(0, 16),
    );
  }

  /** 32 bytes that only the key makes of others; `domain` is no beginning of another one. */
  async hashed(domain: Bytes, bytes: Uint8Array): Promise<Bytes> {
    const { macKey } = await this.#secrets;
    return new Uint8Array(await crypto.subtle.sign('HMAC', macKey, joined([domain, bytes])));
  }
}

/**
 * A key for hashes and an id that names the key, from one encryption of zeros: its output is as good as
 * random to anyone without the key. The vector of zeros is used for nothing else.
 */
async function secretsOf(key: CryptoKey) {
  const { subtle } = crypto;
  const zeros = new Uint8Array(MAC_KEY_BYTES + IV_AT - KEY_ID_AT);
  const rule = { name: 'AES-GCM', iv: new Uint8Array(IV_BYTES) };
  const bytes = new Uint8Array(await subtle.encrypt(rule, key, zeros));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const macBytes = bytes.subarray(0, MAC_KEY_BYTES);
  const macKey = await subtle.importKey('raw', macBytes, hmac, false, ['sign']);
  return { macKey, keyId: bytes.subarray(MAC_KEY_BYTES, zeros.length) };
}

export function bytesOfText(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function letters(base64: string, { what }: Place): Bytes {
  try {
    return crypt.bytesOfBase64(base64);
  } catch {
    // A letter that base64 does not have.
    throw new DecryptionError(what, 'altered');
  }
}

function joined(parts: readonly ArrayLike<number>[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
