import type { SessionInfo } from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import { isInfo } from './check-stored.ts';
import type { Transaction } from './connection.ts';
import { sessionInfoOf } from './read-session.ts';
import { salvagedInfo } from './salvaged-info.ts';
import { STORE, type StoredInfo, type StoreName } from './schema.ts';

/** The object stores that `listSessions` needs in its transaction. */
export const LIST_STORES: readonly StoreName[] = [
  STORE.sessions,
  STORE.entries,
  STORE.compactions,
  STORE.history,
];

/**
 * All sessions, newest update first. One whose record is damaged is listed with what is stored of it
 * [STO-6]; where its times are lost it stands at the end.
 */
export async function listSessions(
  tx: Transaction<'readonly' | 'readwrite'>,
): Promise<readonly SessionInfo[]> {
  const sessions = tx.objectStore(STORE.sessions);
  const [ids, records] = await Promise.all([sessions.getAllKeys(), sessions.getAll()]);
  const infos = await Promise.all(
    // Damage may have made keys that no session can have.
    ids.flatMap((id, index) => (typeof id === 'string' ? infoOf(tx, id, records[index]) : [])),
  );
  return infos.map(sessionInfoOf).sort(storeRules.byNewestUpdate);
}

async function infoOf(
  tx: Transaction<'readonly' | 'readwrite'>,
  id: string,
  record: unknown,
): Promise<StoredInfo> {
  return isInfo(id, record) ? record : salvagedInfo(tx, id, record);
}
