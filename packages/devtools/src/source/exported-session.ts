import { type Entry, inMemoryStore, sessionCatalog } from '@agent-memory/core';
import { salvagedEntries } from '@agent-memory/core/internal';
import type { InspectableMemory } from './inspectable-memory.ts';

/**
 * Everything that a memory holds of the conversation, as a session file: of a store that is damaged, full
 * or gone the page may be the only one that has it. Summaries are left out; they are made again.
 */
export async function exportedSession(memory: InspectableMemory, atMs: number): Promise<Blob> {
  // Where the older part cannot be read, the state says so, and the rest is worth a file.
  await memory.loadOlder?.().catch(() => undefined);
  const { headId } = memory.getState();
  // Messages that could not be read leave gaps, which no store takes.
  const { entries } = salvagedEntries(allEntries(memory));
  const store = inMemoryStore();
  const isAtEnd = (entries.at(-1)?.id ?? null) === headId;
  await store.commit(memory.id, {
    ...{ atMs, entries },
    ...(!isAtEnd && { head: { value: headId } }),
  });
  const file = await sessionCatalog(store).export(memory.id);
  return new Blob([JSON.stringify(file)], { type: 'application/json' });
}

/** The entries of every branch in the order of appending; without branches those of the conversation. */
function allEntries({ entries, entry, branches }: InspectableMemory): readonly Entry[] {
  const found = new Map(entries().map((one) => [one.id, one]));
  for (const { headId } of branches?.() ?? []) {
    let next: string | null = headId;
    while (next !== null && !found.has(next)) {
      const one = entry(next);
      if (!one) break;
      found.set(one.id, one);
      next = one.parentId;
    }
  }
  return [...found.values()].sort((left, right) => placeOf(left) - placeOf(right));
}

function placeOf({ position, seq }: Entry): number {
  return position ?? seq;
}
