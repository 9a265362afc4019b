export type Bytes = Uint8Array<ArrayBuffer>;

type Rule = string | Readonly<Record<string, unknown>>;

/** A `CryptoKey`, as far as it is looked at here. */
export interface PlatformKey {
  readonly extractable: boolean;
}

interface Subtle {
  importKey(
    ...given: ['raw', Bytes, Rule, extractable: false, usages: readonly string[]]
  ): Promise<PlatformKey>;
  deriveKey(
    ...given: [
      Rule,
      material: PlatformKey,
      kind: Rule,
      extractable: false,
      usages: readonly string[],
    ]
  ): Promise<PlatformKey>;
  digest(rule: 'SHA-256', bytes: Bytes): Promise<ArrayBuffer>;
  sign(rule: 'HMAC', key: PlatformKey, bytes: Bytes): Promise<ArrayBuffer>;
}

/** The parts of the platform that turn bytes into others. */
interface Platform {
  readonly crypto: {
    getRandomValues(bytes: Bytes): Bytes;
    /** Absent without https. */
    readonly subtle?: Subtle;
  };
  readonly TextEncoder: new () => { encode(text: string): Bytes };
  readonly atob: (base64: string) => string;
  readonly btoa: (letters: string) => string;
}

export const platform = globalThis as unknown as Platform;

export function bytesOfText(text: string): Bytes {
  return new platform.TextEncoder().encode(text);
}

/** Bytes that nobody can guess. */
export function secretBytes(length: number): Bytes {
  return platform.crypto.getRandomValues(new Uint8Array(length));
}
