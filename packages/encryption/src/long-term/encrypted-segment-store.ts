import type { SegmentStore } from '@agent-memory/long-term';
import { Cipher, type Place } from '../cipher.ts';
import { withCalls } from '../with-calls.ts';

/**
 * The same store, with the parts of an index encrypted [STO-11]: its words and vectors. The names of
 * indexes and parts stay readable, and with them the name of the embedding model.
 *
 * An index that another key encrypted, that was altered in storage, or that is not encrypted rejects with
 * `DecryptionError`, and is left as it is. `close` closes the store.
 *
 * @param key for AES-GCM with 256 bits; need not be extractable
 * @throws InvalidOptionError for a key of another kind.
 *
 * @example
 * const key = await keyFromPassphrase(passphrase, salt);
 * const segments = encryptedSegmentStore(indexedDbSegmentStore(), key);
 */
export function encryptedSegmentStore(store: SegmentStore, key: CryptoKey): SegmentStore {
  const cipher = new Cipher(key);
  /** Indexes that were seen to be of this key. */
  const ours = new Set<string>();

  async function read(index: string): Promise<ReadonlyMap<string, ArrayBuffer>> {
    const stored = [...(await store.read(index))];
    const opened = stored.map(async ([name, bytes]) => {
      const plain = await cipher.open(new Uint8Array(bytes), segmentPlace(index, name));
      return [name, plain.buffer] as const;
    });
    const segments = new Map(await Promise.all(opened));
    ours.add(index);
    return segments;
  }

  return withCalls<SegmentStore>(store, {
    read,
    async write(index, segments) {
      const sealing = [...segments].map(async ([name, bytes]) => {
        if (bytes === undefined) return [name, undefined] as const;
        const sealed = await cipher.seal(new Uint8Array(bytes.slice(0)), segmentPlace(index, name));
        return [name, sealed.buffer] as const;
      });
      const sealed = new Map(await Promise.all(sealing));
      // Nothing is written to an index that this key cannot read.
      if (!ours.has(index)) await read(index);
      await store.write(index, sealed);
    },
  });
}

/** PERSISTED. */
function segmentPlace(index: string, name: string): Place {
  return { what: `The index "${index}"`, path: ['segment', index, name] };
}
