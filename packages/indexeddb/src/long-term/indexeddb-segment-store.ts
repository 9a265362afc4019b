import { refuseUnknown } from '@agent-memory/core/internal';
import type { SegmentStore } from '@agent-memory/long-term';
import { connectionOf } from '../connection.ts';
import { DATABASE_NAME, DATABASE_OPTIONS, type IndexedDbOptions } from '../database-options.ts';
import { allKeysOf, RECORD_STORE } from '../schema.ts';

/** Segments that are asked for at once; each is up to some hundred kilobytes, and a task of its own. */
const PORTION = 8;

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
export function indexedDbSegmentStore(options: IndexedDbOptions = {}): SegmentStore {
  refuseUnknown(options, DATABASE_OPTIONS, 'indexedDbSegmentStore');
  const connection = connectionOf(options);
  return {
    address: `indexeddb:${options.databaseName ?? DATABASE_NAME}`,
    read(index) {
      return connection.run({
        mode: 'readonly',
        stores: [RECORD_STORE.segments],
        body: async (tx) => {
          const store = tx.objectStore(RECORD_STORE.segments);
          const keys = await store.getAllKeys(allKeysOf(index));
          const segments = new Map<string, ArrayBuffer>();
          // The values of one request arrive in one task of the page.
          for (let from = 0; from < keys.length; from += PORTION) {
            const portion = keys.slice(from, from + PORTION);
            const values = await Promise.all(portion.map((key) => store.get(key)));
            for (const [at, [, name]] of portion.entries()) {
              const bytes = values[at];
              if (bytes instanceof ArrayBuffer) segments.set(name, bytes);
            }
          }
          return segments;
        },
      });
    },

    async write(index, segments) {
      await connection.run({
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
    },

    async close() {
      connection.close();
    },
  };
}
