import type { AbortSignalLike, Decision, HistoryRecord, MemoryStore } from '@agent-memory/core';

/**
 * Takes the past contexts out of every session in which one of these parts of a live section was shown
 * or left out, so that no word of it stands there [LTM-8]. Gives the ids of those sessions.
 */
export async function eraseShown(
  store: MemoryStore,
  partIds: readonly string[],
  { atMs, ...call }: { readonly atMs: number; readonly signal?: AbortSignalLike },
): Promise<readonly string[]> {
  const named = new Set(partIds);
  const touched: string[] = [];
  for (const { id } of await store.list(call)) {
    const history = (await store.load(id, call))?.history ?? [];
    const newest = history.at(-1);
    if (!newest || !history.some((record) => shows(record, named))) continue;
    const change = { atMs, historyFrom: newest.index + 1, erases: true } as const;
    await store.commit(id, change, call);
    touched.push(id);
  }
  return touched;
}

function shows(record: HistoryRecord, named: ReadonlySet<string>): boolean {
  if (record.kind !== 'context') return false;
  const { items = [], withheld = [] } = record.changed?.live ?? {};
  return [...items.map(({ decision }) => decision), ...withheld].some(({ parts = [] }: Decision) =>
    parts.some(({ itemId }) => named.has(itemId)),
  );
}
