import { type Clock, type MemoryStore, systemClock } from '@agent-memory/core';
import {
  checkOption,
  errorText,
  type KnownNames,
  refuseUnknown,
  wholeSessions,
} from '@agent-memory/core/internal';
import { sessionCatalog } from './session-catalog.ts';

/** Port: what somebody is remembered by, such as `createLongTermMemory` gives. */
interface PersonalMemory {
  /** Ends a pause, so that nothing is left of it. */
  resume?(): Promise<void>;
  erase(target: { readonly everything: true }): Promise<{ readonly recordIds: readonly string[] }>;
  dispose(): Promise<void>;
}

/** Port: texts that somebody added, such as `createDocuments` gives. */
interface PersonalDocuments {
  removeAll(): Promise<unknown>;
  dispose(): Promise<void>;
}

/** Port: a model in the tab, or an embedder, that keeps its files on the device. */
interface KeptModel {
  clearCache(): Promise<void>;
}

/** The stores and memories to sign out of. */
export interface SignOutOptions {
  /** The same objects that the memories of the page were given. */
  readonly stores: readonly MemoryStore[];
  /** Long-term memories of this user; they end. Default: none. */
  readonly longTerm?: readonly PersonalMemory[];
  /** Documents of this user; they end. Default: none. */
  readonly documents?: readonly PersonalDocuments[];
  /** Models whose files are to go as well, where `remove` is asked for; they are nobody's. Default: none. */
  readonly models?: readonly KeptModel[];
  /**
   * Removes the user's sessions from the stores, all documents, and all records that the long-term memories may
   * erase, from indexes as well. Default: false, it all stays stored.
   */
  readonly remove?: boolean;
  readonly clock?: Clock;
}

/** The report of signing out. */
export interface SignOutReport {
  /** Ids of the sessions whose memories ended. */
  readonly ended: readonly string[];
  /** Ids of the sessions that are gone. */
  readonly sessions: readonly string[];
  /** Ids of the records that are gone. */
  readonly records: readonly string[];
  /** A sentence for each thing of theirs that is still there, with the reason. */
  readonly remains: readonly string[];
}

/** A report that is being written. */
type Draft = { readonly [Part in keyof SignOutReport]: string[] };

const OPTIONS = {
  stores: true,
  longTerm: true,
  documents: true,
  models: true,
  remove: true,
  clock: true,
} as const satisfies KnownNames<SignOutOptions>;

/**
 * A user leaves a shared browser [NS-4]: the memories that this page has open for them end, once what they still
 * write is stored, and on request all that they left is removed. What fails is told in the report and stops nothing
 * else; the call can be repeated. Other tabs, devtools and keys are for the app to close and
 * forget.
 *
 * @example
 * const { remains } = await signOut('ada', { stores: [store], longTerm: [longTerm], remove: true });
 * if (remains.length > 0) showNotice(remains.join(' '));
 *
 * @throws InvalidOptionError if nobody is named, or an option is not known.
 */
export async function signOut(user: string, options: SignOutOptions): Promise<SignOutReport> {
  checkOption(user !== undefined, 'user', 'is missing: say who signs out.');
  wholeSessions.checkUser(user);
  refuseUnknown(options, OPTIONS, 'signOut');
  const { stores, longTerm = [], documents = [], models = [] } = options ?? {};
  const { remove = false, clock = systemClock } = options ?? {};
  checkOption(Array.isArray(stores), 'stores', 'must be a list of stores.');
  const report: Draft = { ended: [], sessions: [], records: [], remains: [] };
  for (const store of stores) {
    await endMemories(store, user, report);
    const what = `The sessions in ${store.name}`;
    await unlessFailing(what, report, async () => {
      if (remove) await removeSessions(store, user, clock, report);
      else await tellStored(store, user, clock, report);
    });
    tellUnstored(store, user, remove, report);
  }
  for (const memory of longTerm) {
    if (remove) await unlessFailing('Long-term memory', report, () => eraseAll(memory, report));
    await unlessFailing('An open long-term memory', report, () => memory.dispose());
  }
  for (const kept of documents) {
    if (remove) await unlessFailing('Documents', report, async () => void (await kept.removeAll()));
    await unlessFailing('Open documents', report, () => kept.dispose());
  }
  for (const model of remove ? models : []) {
    await unlessFailing('The files of a model', report, () => model.clearCache());
  }
  return report;
}

async function unlessFailing(
  what: string,
  { remains }: Draft,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    remains.push(`${what} could not be dealt with and may be there as before: ${errorText(error)}`);
  }
}

async function endMemories(store: MemoryStore, user: string, { ended }: Draft): Promise<void> {
  for (const [id, { memories }] of wholeSessions.pageSessionsOf(store)) {
    const own = [...memories].filter((memory) => memory.user === user);
    await Promise.all(own.map((memory) => memory.dispose()));
    if (own.length > 0) ended.push(id);
  }
}

async function removeSessions(
  store: MemoryStore,
  user: string,
  clock: Clock,
  report: Draft,
): Promise<void> {
  const catalog = sessionCatalog(store, { user, clock });
  for (const { id } of await catalog.list()) {
    await unlessFailing(`Session "${id}"`, report, async () => {
      await catalog.delete(id);
      report.sessions.push(id);
    });
  }
}

async function tellStored(
  store: MemoryStore,
  user: string,
  clock: Clock,
  { remains }: Draft,
): Promise<void> {
  const { length } = await sessionCatalog(store, { user, clock }).list();
  if (length > 0)
    remains.push(`Sessions in ${store.name}: ${length}; \`remove\` was not asked for.`);
}

/** Changes that the store could not take wait in the page for their user, unless they are to go. */
function tellUnstored(store: MemoryStore, user: string, remove: boolean, { remains }: Draft): void {
  for (const [id, page] of wholeSessions.pageSessionsOf(store)) {
    if (page.left?.user !== user) continue;
    if (remove) page.left = undefined;
    else
      remains.push(`Session "${id}" could not be stored: it waits in this page until it closes.`);
  }
}

async function eraseAll(memory: PersonalMemory, { records, remains }: Draft): Promise<void> {
  await memory.resume?.();
  const { recordIds } = await memory.erase({ everything: true });
  records.push(...recordIds);
  if (recordIds.length === 0) return;
  remains.push('Keyed hashes of the erased records stay, without words: none is taken in again.');
}
