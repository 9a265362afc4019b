import { InvalidOptionError } from '../errors/errors.ts';
import { base64Of, bytesOfBase64 } from './base64.ts';
import { keyOfPassphrase } from './passphrase.ts';
import { type Bytes, bytesOfText, type PlatformKey, platform, secretBytes } from './web-crypto.ts';

/** PERSISTED in files: proves that a holder of the key wrote the file, and that nothing in it was changed. */
export interface FileSeal {
  readonly by: 'store' | 'passphrase';
  /** Names the key, so that another key can be told from another content. */
  readonly key: string;
  /** The passphrase's salt. */
  readonly salt?: string;
  readonly mac: string;
}

/** The keys that a file may be sealed with. */
export interface SealKeys {
  /** The store's secret; absent where it keeps none. */
  readonly secret?: Uint8Array | undefined;
  /** The user whose files they are: those of another user of the store have another key. */
  readonly owner: string;
  readonly passphrase?: string | undefined;
}

/** How a file is taken, and why. */
export interface FileTrust {
  /** `backup`: what it says counts as it was exported. `outside`: it may be anybody's. */
  readonly from: 'backup' | 'outside';
  /** The reason, for people. */
  readonly sentence: string;
}

/** PERSISTED: what a text is hashed by at once. */
const BLOCK_LENGTH = 65_536;
/** PERSISTED. */
const PURPOSE = 'agent-memory file seal';
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** So much of a key's name tells two keys apart, and is base64 without padding. */
const NAME_BYTES = 9;

/** A file's lines, hashed as they come: what is held of a file is a block and 32 bytes for each one before. */
export class LineDigest {
  #block = '';
  readonly #hashes: Promise<ArrayBuffer>[] = [];

  add(line: string): void {
    this.#block += `${line}\n`;
    if (this.#block.length >= BLOCK_LENGTH) this.#end();
  }

  async bytes(): Promise<Bytes> {
    this.#end();
    const hashes = await Promise.all(this.#hashes);
    const bytes = new Uint8Array(hashes.length * HASH_BYTES);
    for (const [at, hash] of hashes.entries()) bytes.set(new Uint8Array(hash), at * HASH_BYTES);
    return bytes;
  }

  #end(): void {
    this.#hashes.push(subtle().digest('SHA-256', bytesOfText(this.#block)));
    this.#block = '';
  }
}

/** Whether this page can seal: it has no WebCrypto without https. */
export function canSeal(): boolean {
  return platform.crypto.subtle !== undefined;
}

function subtle() {
  const { subtle } = platform.crypto;
  if (!subtle) throw new TypeError('There is no WebCrypto here.');
  return subtle;
}

/** Seals a file whose lines it is told. */
export class Sealer {
  readonly #key: PlatformKey;
  readonly #salt: Bytes | undefined;
  readonly #digest = new LineDigest();

  constructor(key: PlatformKey, salt?: Bytes) {
    this.#key = key;
    this.#salt = salt;
  }

  add(line: string): void {
    this.#digest.add(line);
  }

  /** The seal of all lines, once. */
  async seal(): Promise<FileSeal> {
    const made = await madeWith(this.#key, this.#digest);
    if (!this.#salt) return { by: 'store', ...made };
    return { by: 'passphrase', salt: base64Of(this.#salt), ...made };
  }
}

/**
 * Seals by the passphrase where there is one, else by the store's secret. `undefined` where there is neither, or no
 * WebCrypto.
 *
 * @throws InvalidOptionError if the passphrase is empty, StoreUnavailableError where it cannot be used.
 */
export async function sealerOf(keys: SealKeys): Promise<Sealer | undefined> {
  if (keys.passphrase !== undefined) {
    const salt = secretBytes(SALT_BYTES);
    return new Sealer(await keyOfPassphrase(keys.passphrase, salt, 'seal'), salt);
  }
  const key = await keyOfStore(keys);
  return key && new Sealer(key);
}

/**
 * How a file is to be taken by its seal, whatever stands in its place.
 *
 * @throws InvalidOptionError if the passphrase is not the one that the file was sealed by.
 */
export async function trustBySeal(
  digest: LineDigest | undefined,
  given: unknown,
  keys: SealKeys,
): Promise<FileTrust> {
  const seal = readSeal(given);
  if (!seal || !digest || !canSeal()) return outside('unsealed');
  const { salt } = seal;
  if (salt && keys.passphrase === undefined) return outside('unasked');
  const key = salt
    ? await keyOfPassphrase(keys.passphrase ?? '', salt, 'seal')
    : await keyOfStore(keys);
  if (!key) return outside('otherKey');
  const own = await madeWith(key, digest);
  if (own.key !== seal.key) {
    if (!salt) return outside('otherKey');
    throw new InvalidOptionError('passphrase', 'does not fit this file; nothing was imported.');
  }
  return own.mac === seal.mac
    ? { from: 'backup', sentence: SENTENCES[seal.by] }
    : outside('altered');
}

/** How a file is taken where the caller says it. */
export function trustByCaller(from: FileTrust['from']): FileTrust {
  return { from, sentence: SENTENCES[from] };
}

function outside(why: keyof typeof SENTENCES): FileTrust {
  return { from: 'outside', sentence: `${SENTENCES[why]} It counts as somebody else’s.` };
}

const SENTENCES = {
  store: 'This store’s own backup: nothing in it was changed.',
  passphrase: 'A backup that the passphrase fits: nothing in it was changed.',
  backup: 'A backup, as the app says.',
  outside: 'A file from outside, as the app says.',
  unsealed: 'The file has no seal that can be read: it was cut off, or was not exported here.',
  unasked: 'The file is sealed by a passphrase, which was not given.',
  otherKey:
    'The file was sealed by another store or for another user, or the data of this site were cleared since.',
  altered: 'The file was changed after it was sealed.',
};

interface ReadSeal extends Omit<FileSeal, 'salt'> {
  readonly salt?: Bytes;
}

/** `undefined` for whatever is no seal. */
function readSeal(given: unknown): ReadSeal | undefined {
  const { by, key, mac, salt }: Partial<Record<keyof FileSeal, unknown>> = Object(given);
  if (typeof key !== 'string' || typeof mac !== 'string') return undefined;
  if (by === 'store') return { by, key, mac };
  if (by !== 'passphrase' || typeof salt !== 'string' || salt.length > 100) return undefined;
  try {
    return { by, key, mac, salt: bytesOfBase64(salt) };
  } catch {
    // A letter that base64 does not have.
    return undefined;
  }
}

async function madeWith(
  key: PlatformKey,
  digest: LineDigest,
): Promise<Pick<FileSeal, 'key' | 'mac'>> {
  const name = await signed(key, bytesOfText('key'));
  return {
    key: base64Of(name.subarray(0, NAME_BYTES)),
    mac: base64Of(await signed(key, await digest.bytes())),
  };
}

async function signed(key: PlatformKey, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtle().sign('HMAC', key, bytes));
}

/** The secret makes other things too, so that the seal's key is one of its own. */
async function keyOfStore({ secret, owner }: SealKeys): Promise<PlatformKey | undefined> {
  if (!secret || !canSeal()) return undefined;
  const material = await subtle().importKey('raw', secret.slice(), 'HKDF', false, ['deriveKey']);
  const info = bytesOfText(`${PURPOSE}\n${owner}`);
  const rule = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  const kind = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return subtle().deriveKey(rule, material, kind, false, ['sign']);
}
