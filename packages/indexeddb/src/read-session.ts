import { type Entry, noOverlays, type SessionInfo, type StoredSession } from '@agent-memory/core';
import { intactHistory, intactParts } from './check-history.ts';
import {
  checkCompaction,
  checkEntries,
  checkInfo,
  checkOverlays,
  checkScratchpad,
  checkSystem,
  checkTokenCount,
} from './check-stored.ts';
import type { Transaction } from './connection.ts';
import { allKeysOf, STORE, type StoreName } from './schema.ts';

/** The object stores that `readSession` needs in its transaction. */
export const READ_STORES: readonly StoreName[] = Object.values(STORE);

/** @throws StoreCorruptError when what is stored is no session. */
export async function readSession(
  tx: Transaction<'readonly'>,
  sessionId: string,
): Promise<StoredSession | undefined> {
  const keys = allKeysOf(sessionId);
  const [info, entries, tokenCounts, overlays, scratchpad, system, compactions, happened, named] =
    await Promise.all([
      tx.objectStore(STORE.sessions).get(sessionId),
      tx.objectStore(STORE.entries).getAll(keys),
      tx.objectStore(STORE.tokenCounts).getAll(keys),
      tx.objectStore(STORE.overlays).get(sessionId),
      tx.objectStore(STORE.scratchpads).get(sessionId),
      tx.objectStore(STORE.systems).get(sessionId),
      tx.objectStore(STORE.compactions).getAll(keys),
      recordsBySecondKey(tx, STORE.history, keys),
      recordsBySecondKey(tx, STORE.parts, keys),
    ]);
  if (info === undefined) return undefined;
  const checked = checkInfo(sessionId, info);
  const stored = overlays === undefined ? undefined : checkOverlays(sessionId, overlays);
  const history = intactHistory(checked, happened);
  const parts = intactParts(named);
  const damaged = [...history.damaged, ...parts.damaged];
  return {
    info: sessionInfoOf(checked),
    entries: withTokenCounts(
      sessionId,
      checkEntries(sessionId, entries, checked.entries),
      tokenCounts,
    ),
    ...(checked.headId !== undefined && { headId: checked.headId }),
    overlays: stored?.value ?? noOverlays(),
    settingsKey: stored?.settingsKey ?? '',
    ...(scratchpad !== undefined && { scratchpad: checkScratchpad(sessionId, scratchpad).value }),
    ...(system !== undefined && { system: checkSystem(sessionId, system).value }),
    compactions: compactions.map((record) => checkCompaction(sessionId, record)),
    history: history.held,
    parts: parts.held,
    ...(damaged.length > 0 && { damaged }),
  };
}

/** Records beside a session, by the index or name in their keys. */
async function recordsBySecondKey(
  tx: Transaction<'readonly'>,
  name: typeof STORE.history | typeof STORE.parts,
  range: IDBKeyRange,
): Promise<ReadonlyMap<IDBValidKey, unknown>> {
  const store = tx.objectStore(name);
  const [keys, records] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return new Map(keys.map(([, key], position) => [key, records[position]]));
}

/** Gives the part of a session that a list shows. */
export function sessionInfoOf(info: SessionInfo): SessionInfo {
  const { id, createdAtMs, updatedAtMs, entries, title } = info;
  return { id, createdAtMs, updatedAtMs, entries, ...(title !== undefined && { title }) };
}

function withTokenCounts(
  sessionId: string,
  entries: readonly Entry[],
  tokenCounts: readonly unknown[],
): readonly Entry[] {
  if (tokenCounts.length === 0) return entries;
  const counted = [...entries];
  for (const record of tokenCounts) {
    const { seq: place, tokens } = checkTokenCount(sessionId, record);
    const entry = counted[place];
    if (entry) counted[place] = { ...entry, tokens };
  }
  return counted;
}
