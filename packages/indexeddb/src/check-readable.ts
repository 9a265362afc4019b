import { type Entry, InvalidOptionError, type SessionChange } from '@agent-memory/core';
import { isCompactionRecord, isHistoryRecord } from '@agent-memory/sessions/stored';
import { isInfo, isOverlaysRecord, isTokenCountRecord, isWholeEntry } from './check-stored.ts';

/**
 * Holds a change against the checks of the reader, so that whatever is acknowledged is given back
 * [STO-6]; its entries apart. Costs what the change costs.
 *
 * @throws InvalidOptionError that names the first value that could not be read back.
 */
export function checkReadable(sessionId: string, change: SessionChange): void {
  const { tokens, overlays, system, compaction, history, atMs } = change;
  const info = { id: sessionId, createdAtMs: atMs, updatedAtMs: atMs, entries: 0, compactions: 0 };
  refuseUnless(isInfo(sessionId, info), 'atMs');
  for (const [seq, count] of tokens ?? []) {
    refuseUnless(isTokenCountRecord({ seq, tokens: count }), `tokens.${seq}`);
  }
  refuseUnless(!overlays || isOverlaysRecord(overlays), 'overlays');
  refuseUnless(!system || typeof system.value === 'string', 'system');
  refuseUnless(!compaction || isCompactionRecord(compaction), 'compaction');
  for (const [index, record] of (history ?? []).entries()) {
    refuseUnless(isHistoryRecord(record), `history[${index}]`);
  }
}

/** The same for one entry of a change: there may be very many, and each is looked at when it is written. */
export function checkEntryReadable(entry: Entry, index: number): void {
  refuseUnless(isWholeEntry(entry.position ?? entry.seq, entry), `entries[${index}]`);
}

function refuseUnless(isReadable: boolean, path: string): void {
  if (isReadable) return;
  throw new InvalidOptionError(
    path,
    'could not be read back once it is stored (a figure that is no number, a field that is missing). ' +
      'Nothing of this change was stored.',
  );
}
