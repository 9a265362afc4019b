import type { MemoryRecord } from '../records/memory-record.ts';
import { isKept } from '../records/muted.ts';
import { isSetApart } from '../records/set-apart.ts';
import type { RetrievalDocument } from '../retrieval/retrieval-index.ts';

/** The record as the index finds it: by what it says, whom it is about, and its name. Added documents have an index of their own. */
export function documentOf(record: MemoryRecord): RetrievalDocument | undefined {
  if (isSetApart(record.namespace)) return undefined;
  const { id, text, subject, key, namespace, type, kind, source, createdAtMs, muted } = record;
  const spokenKey = key?.replace(/[-_.:/]+/gu, ' ').trim() || undefined;
  const parts = [text, subject, spokenKey];
  const names = [spokenKey, ...(record.aliases ?? [])].filter((name) => name !== undefined);
  // What came from outside is found by what it says: nobody plants a belief under every name.
  const isCalled = names.length > 0 && (source !== 'external' || record.verifiedAtMs !== undefined);
  const expiresAtMs = endOf(record);
  return {
    id,
    text: parts.filter((part) => part !== undefined && part !== '').join('\n'),
    ...(subject === undefined ? {} : { author: subject }),
    createdAtMs,
    ...(isCalled ? { names } : {}),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    fields: { namespace: muted ? mutedPlace(namespace) : namespace, type, kind, source },
  };
}

/** PERSISTED in indexes: where the records of a namespace stand that are marked against recall, apart from the others. */
export function mutedPlace(namespace: string): string {
  return `muted\n${namespace}`;
}

function endOf(record: MemoryRecord): number | undefined {
  const { expiresAtMs, reviewByMs, source } = record;
  const ends = [expiresAtMs, source === 'external' ? reviewByMs : undefined].filter(
    (end) => end !== undefined,
  );
  return isKept(record) || ends.length === 0 ? undefined : Math.min(...ends);
}
