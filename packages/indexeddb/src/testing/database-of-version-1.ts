import {
  aCompactionRecord,
  aTokenCount,
  someEntries,
  someOverlays,
} from '@agent-memory/core/testing';
import type { DatabaseDump } from './database-dump.ts';
import { type JsonValue, jsonOf } from './json-of-values.ts';

/** A database as the first version made it, names and records spelled out: one session of three messages. */
export async function aDatabaseOfVersion1(): Promise<DatabaseDump> {
  const info = { id: 'session', createdAtMs: 1, updatedAtMs: 1, entries: 3, compactions: 1 };
  const entries = await Promise.all(
    someEntries(0, 3).map(async (entry) => record(['session', entry.seq], await jsonOf(entry))),
  );
  const tokens = { seq: 0, tokens: aTokenCount({ value: 3 }) };
  const overlays = { value: someOverlays(), settingsKey: 'k' };
  return {
    version: 1,
    stores: {
      sessions: [record('session', await jsonOf(info))],
      entries,
      'token-counts': [record(['session', 0], await jsonOf(tokens))],
      overlays: [record('session', await jsonOf(overlays))],
      scratchpads: [record('session', { value: 'before' })],
      compactions: [record(['session', 0], await jsonOf(aCompactionRecord()))],
    },
  };
}

function record(key: IDBValidKey, value: JsonValue): readonly [IDBValidKey, JsonValue] {
  return [key, value];
}
