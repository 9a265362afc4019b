import type { Entry } from '../transcript/entry.ts';
import type { SessionChange, StoredSession } from './memory-store.ts';

/** Changes that make the same session again in an empty store. */
export function changesThatRebuild(
  stored: StoredSession,
): readonly [SessionChange, ...SessionChange[]] {
  const { info, entries, headId, overlays, settingsKey, system } = stored;
  const { compactions, history, parts } = stored;
  const { createdAtMs, updatedAtMs, title, user } = info;
  return [
    {
      atMs: createdAtMs,
      ...(user !== undefined && { user }),
      entries,
      ...(headId !== undefined && { head: { value: headId } }),
      ...(title !== undefined && { title: { value: title } }),
      overlays: { value: overlays, settingsKey },
      ...('scratchpad' in stored && { scratchpad: { value: stored.scratchpad } }),
      ...(system !== undefined && { system: { value: system } }),
      ...(history.length > 0 && { history }),
      ...(parts.size > 0 && { parts }),
    },
    ...compactions.map((compaction) => ({ atMs: updatedAtMs, compaction })),
    { atMs: updatedAtMs },
  ];
}

/** So many entries go into one change, so that none takes too long. */
const ENTRIES_AT_ONCE = 2_000;

/**
 * Changes that make a session whole again in a store that holds nothing of it, or its beginning alone.
 * Each leaves a session that can be opened, and none fits where somebody else went on.
 *
 * @param left what the store still holds.
 */
export function changesThatRestore(
  session: StoredSession,
  left: StoredSession | undefined,
): readonly SessionChange[] {
  const [{ entries: _, head, ...beside }, ...later] = changesThatRebuild(session);
  const known = new Set(left?.compactions.map(({ id }) => id));
  const { entries } = session;
  return [
    ...slicesOf(entries, beside.atMs),
    { ...beside, ...endOf(entries, head) },
    ...later.filter(({ compaction }) => !compaction || !known.has(compaction.id)),
  ];
}

function slicesOf(entries: readonly Entry[], atMs: number): readonly SessionChange[] {
  const slices: SessionChange[] = [];
  for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
    const upTo = entries.slice(0, start + ENTRIES_AT_ONCE);
    const { head, basis } = endOf(upTo);
    const previousEntryId = entries[start - 1]?.id ?? null;
    slices.push({ atMs, entries: upTo.slice(start), head, basis: { ...basis, previousEntryId } });
  }
  return slices;
}

/** The end of a session as a change says it and rests on it. */
export function endOf(
  entries: readonly Entry[],
  head?: SessionChange['head'],
): Required<Pick<SessionChange, 'head' | 'basis'>> {
  const lastEntryId = entries.at(-1)?.id ?? null;
  const end = head ?? { value: lastEntryId };
  const isElsewhere = end.value !== lastEntryId;
  return {
    head: end,
    basis: { entries: entries.length, lastEntryId, ...(isElsewhere && { headId: end.value }) },
  };
}
