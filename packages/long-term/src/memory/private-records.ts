import type { AbortSignalLike } from '@agent-memory/core';
import { PrivateStatements } from '../change/private-statements.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { MemoryParts } from './memory-parts.ts';
import { pagesOf } from './pages.ts';

const READ_AT_ONCE = 500;

/** Everything in the namespace of the user alone, for a statement that others will read [NS-3]. */
export async function privateStatements(
  { settings }: Pick<MemoryParts, 'settings'>,
  signal: AbortSignalLike | undefined,
): Promise<PrivateStatements> {
  const filter = { namespaces: [settings.namespaces.user], withEnded: true };
  const options = { limit: READ_AT_ONCE, signal };
  const records: MemoryRecord[] = [];
  for await (const items of pagesOf((at) => settings.store.page(filter, { ...options, ...at }))) {
    records.push(...items);
  }
  return new PrivateStatements(records);
}
