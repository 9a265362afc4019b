import {
  type AgentMemoryOptions,
  InvalidOptionError,
  type MemoryStore,
  type SignalOption,
} from '@agent-memory/core';
import { type SessionCatalog, sessionCatalog } from '@agent-memory/sessions';
import { useMemo, useSyncExternalStore } from 'react';
import { useLatest } from '../hook/use-latest.ts';
import { pageSessions } from '../rendering/page-sessions.ts';
import {
  NOTHING_READ,
  type SessionList,
  type SessionListState,
  sessionListOf,
} from './session-list.ts';

/** The sessions of a store, and functions that stay the same for the life of the store. */
export interface UseSessionsResult extends SessionListState {
  /** Names a session; '' removes the name. @throws UnknownSessionError if there is no such session. */
  rename(id: string, title: string, options?: SignalOption): Promise<void>;
  /** Gives a session as plain JSON, to be kept or sent. @throws UnknownSessionError if there is no such session. */
  exportSession: SessionCatalog['export'];
  /** Stores the session of a file; components that show its id show the imported session. */
  importSession: SessionCatalog['import'];
  /**
   * Deletes a session with everything in it. A memory that has it open in this page ends first, and the
   * components that show it get a fresh one. Dispose first of a memory that you made yourself.
   */
  deleteSession(id: string, options?: SignalOption): Promise<void>;
  /** Reads the list again, after another tab may have changed it. Never rejects. */
  refresh(): Promise<void>;
}

/**
 * Lists the sessions of a store, newest first. The list is read again when a memory of this page has
 * written, after each of the functions, and by `refresh`.
 *
 * @param options the `user` whose sessions they are, as for `useAgentMemory`; a `redact` is applied to titles
 * and imported sessions. May be written inline.
 *
 * @example
 * ```tsx
 * function Sessions() {
 *   const { sessions, deleteSession } = useSessions(store);
 *   return sessions.map(({ id, title }) => (
 *     <li key={id}>
 *       <a href={`#${id}`}>{title ?? id}</a>
 *       <button onClick={() => deleteSession(id)}>Delete</button>
 *     </li>
 *   ));
 * }
 * ```
 */
export function useSessions(store: MemoryStore, options: OwnerOptions = {}): UseSessionsResult {
  const latest = useLatest(options);
  const list = store ? sessionListOf(store) : NO_LIST;
  const state = useSyncExternalStore(list.subscribe, list.getState, () => NOTHING_READ);
  const functions = useMemo(
    () => (store ? functionsOf(store, sessionListOf(store), () => latest.current) : REFUSALS),
    [store, latest],
  );
  const { user } = options;
  return useMemo(() => {
    const sessions = state.sessions.filter((session) => session.user === user);
    return { ...state, sessions, ...functions };
  }, [state, functions, user]);
}

type OwnerOptions = Pick<AgentMemoryOptions, 'redact' | 'user'>;

type SessionFunctions = Omit<UseSessionsResult, keyof SessionListState>;

function functionsOf(
  store: MemoryStore,
  list: SessionList,
  options: () => OwnerOptions,
): SessionFunctions {
  const catalog = () => sessionCatalog(store, options());
  const replace = <Value>(id: string, work: () => Promise<Value>) =>
    pageSessions.replace({ id, store, user: options().user }, work);
  /** Resolves when the list is up to date as well. */
  async function andRefresh<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } finally {
      await list.refresh();
    }
  }
  /** The open session of the id ends first, so that it writes nothing into the imported one. */
  const imported: SessionCatalog['import'] = async (file, options) => {
    const importNow = () => catalog().import(file, options);
    const id = options?.id ?? idIn(file);
    // An import that will be refused does not end the open session.
    if (id === undefined || (await store.load(id, options))) return importNow();
    return replace(id, importNow);
  };
  return {
    rename: (id, title, options) => andRefresh(catalog().rename(id, title, options)),
    exportSession: (id, options) => catalog().export(id, options),
    importSession: (file, options) => andRefresh(imported(file, options)),
    deleteSession: (id, options) => andRefresh(replace(id, () => catalog().delete(id, options))),
    refresh: list.refresh,
  };
}

/** The id that a file names; the rest is checked when it is imported. */
function idIn(file: unknown): string | undefined {
  const { session } = (file ?? {}) as { readonly session?: { readonly id?: unknown } };
  return typeof session?.id === 'string' ? session.id : undefined;
}

const noStore = new InvalidOptionError(
  'store',
  'is missing: give `useSessions` the store whose sessions it lists.',
);

const refuse = (): Promise<never> => Promise.reject(noStore);

const REFUSALS: SessionFunctions = {
  rename: refuse,
  exportSession: refuse,
  importSession: refuse,
  deleteSession: refuse,
  refresh: async () => undefined,
};

const REFUSED: SessionListState = { status: 'error', sessions: [], error: noStore };

const NO_LIST = {
  subscribe: () => () => undefined,
  getState: () => REFUSED,
};
