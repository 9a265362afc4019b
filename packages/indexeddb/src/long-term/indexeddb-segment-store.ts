import { refuseUnknown } from '@agent-memory/core/internal';
import type { SegmentStore } from '@agent-memory/long-term';
import type { Connection } from '../connection.ts';
import { MIGRATIONS } from '../migrations.ts';
import { allKeysOf, RECORD_STORE } from '../schema.ts';
import {
  connectionOf,
  DATABASE_NAME,
  type IndexedDbStoreOptions,
  STORE_OPTIONS,
} from '../store-options.ts';

/**
 * Parts of an index in IndexedDB, in the database of the records [RET-5]. A part that is no bytes is
 * left out: an index makes again what it does not find.
 *
 * @example
 * const segments = indexedDbSegmentStore();
 * const parts = await segments.read('records');
 * console.log(`${parts.size} parts of the index are stored.`);
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function indexedDbSegmentStore(options: IndexedDbStoreOptions = {}): SegmentStore {
  refuseUnknown(options, STORE_OPTIONS, 'indexedDbSegmentStore');
  return new IndexedDbSegmentStore(
    connectionOf(options, MIGRATIONS),
    `indexeddb:${options.databaseName ?? DATABASE_NAME}`,
  );
}

class IndexedDbSegmentStore implements SegmentStore {
  readonly address: string;
  readonly #connection: Connection;

  constructor(connection: Connection, address: string) {
    this.#connection = connection;
    this.address = address;
  }

  read(index: string): Promise<ReadonlyMap<string, ArrayBuffer>> {
    return this.#connection.run({
      mode: 'readonly',
      stores: [RECORD_STORE.segments],
      body: async (tx) => {
        const store = tx.objectStore(RECORD_STORE.segments);
        const range = allKeysOf(index);
        const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
        const segments = new Map<string, ArrayBuffer>();
        for (const [at, [, name]] of keys.entries()) {
          const bytes = values[at];
          if (bytes instanceof ArrayBuffer) segments.set(name, bytes);
        }
        return segments;
      },
    });
  }

  async write(
    index: string,
    segments: ReadonlyMap<string, ArrayBuffer | undefined>,
  ): Promise<void> {
    await this.#connection.run({
      mode: 'readwrite',
      stores: [RECORD_STORE.segments],
      body: async (tx) => {
        const store = tx.objectStore(RECORD_STORE.segments);
        for (const [name, bytes] of segments) {
          if (bytes === undefined) await store.delete([index, name]);
          else await store.put(bytes, [index, name]);
        }
      },
    });
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}
