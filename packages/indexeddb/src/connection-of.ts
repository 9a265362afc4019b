import { Connection, type ConnectionOptions } from './connection.ts';
import {
  checkDatabaseOptions,
  DATABASE_NAME,
  type IndexedDbOptions,
  TIMEOUT_MS,
} from './database-options.ts';
import type { Migration } from './migrations.ts';

/** A connection that opens with its first work, at the version that these migrations lead to. @throws InvalidOptionError */
export function connectionOf(
  options: IndexedDbOptions,
  migrations: readonly Migration[],
  witness: Pick<ConnectionOptions, 'onOpened' | 'onRecreated' | 'onDeleted' | 'onGone'> = {},
): Connection {
  checkDatabaseOptions(options);
  return new Connection({
    databaseName: options.databaseName ?? DATABASE_NAME,
    durability: options.durability ?? 'relaxed',
    blockedTimeoutMs: options.blockedTimeoutMs ?? 2_200,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    logRotation: options.logRotation ?? true,
    getIndexedDb: options.getIndexedDb ?? (() => globalThis.indexedDB),
    migrations,
    onLost: (_database, error) => options.onDisconnect?.(error),
    ...witness,
  });
}
