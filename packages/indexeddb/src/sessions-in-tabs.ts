/** A memory stands for this lock, behind it the id of the session, while its page has the session open. */
const LEAD_LOCK = 'agent-memory-lead:indexeddb:';

/**
 * The sessions of a database that any tab has open now, by the locks that memories hold or wait for.
 * Where there are no locks none is known.
 */
export async function sessionsInTabs(databaseName: string): Promise<ReadonlySet<string>> {
  const prefix = `${LEAD_LOCK}${databaseName}:`;
  const names = await lockNames();
  return new Set(
    names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
  );
}

async function lockNames(): Promise<readonly string[]> {
  const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
  const { held = [], pending = [] } = (await navigator?.locks?.query()) ?? {};
  return [...held, ...pending].map(({ name = '' }) => name);
}
