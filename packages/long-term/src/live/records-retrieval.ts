import type { FeatureHost } from '@agent-memory/core';
import type { Retrieved } from '../memory/long-term-memory.ts';
import { MessageRetrieval, type MessageSearch } from './message-retrieval.ts';

/** Names the section of retrieved records in plans. */
export const RECORDS_SECTION = 'records';

const NOTHING: Retrieved = { hits: [], cut: [], degraded: [] };

/** Retrieves records for the message being answered. */
export function recordsRetrieval(
  host: Pick<FeatureHost, 'emit' | 'sectionChanged'>,
  find: MessageSearch<Retrieved>['find'],
): MessageRetrieval<Retrieved> {
  return new MessageRetrieval(host, {
    sectionId: RECORDS_SECTION,
    nothing: NOTHING,
    find,
    without,
    tell: (found, durationMs) =>
      host.emit({
        type: 'records-retrieve',
        recordIds: found.hits.map(({ record }) => record.id),
        cutIds: found.cut.map(({ id }) => id),
        durationMs,
        degraded: found.degraded,
      }),
  });
}

/** The same object where none of them is in it. */
function without(retrieved: Retrieved, ids: ReadonlySet<string>): Retrieved {
  const hits = retrieved.hits.filter(({ record }) => !ids.has(record.id));
  const cut = retrieved.cut.filter(({ id }) => !ids.has(id));
  const isSame = hits.length === retrieved.hits.length && cut.length === retrieved.cut.length;
  return isSame ? retrieved : { ...retrieved, hits, cut };
}
