import {
  InvalidOptionError,
  type MemoryStore,
  type SessionCatalog,
  type SessionFile,
  type SessionInfo,
  type SignalOption,
  sessionCatalog,
} from '@agent-memory/core';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { memoryRegistry } from '../memory-registry.ts';
import { ProviderContext } from '../provider-context.ts';
import { useLatest } from '../use-latest.ts';
import {
  NOTHING_READ,
  type SessionList,
  type SessionListState,
  sessionListOf,
} from './session-list.ts';

/** The sessions of a store and what can be done with them; the functions stay the same. */
export interface UseSessionsResult extends SessionListState {
  /** Names a session; '' takes the name away. @throws UnknownSessionError where there is none. */
  rename(id: string, title: string, options?: SignalOption): Promise<void>;
  /** A session as plain JSON, to be kept or sent. @throws UnknownSessionError where there is none. */
  exportSession(id: string, options?: SignalOption): Promise<SessionFile>;
  /** Stores the session that a file holds; components that show its id take it up. */
  importSession(
    file: unknown,
    options?: SignalOption & { readonly id?: string },
  ): Promise<SessionInfo>;
  /**
   * Removes a session whole. A memory that has it open in this page ends first, and the components
   * that show it get a fresh one. A memory that you made yourself is yours to dispose of first.
   */
  deleteSession(id: string, options?: SignalOption): Promise<void>;
  /** Reads the list again, after another tab may have changed it. Never rejects. */
  refresh(): Promise<void>;
}

/**
 * The sessions of a store, for a list of conversations: newest first. It is read again when a memory
 * of this page has written, after each of the functions, and by `refresh`.
 *
 * A `redact` of the provider goes over titles and imported sessions as well.
 *
 * @param store default: that of the `AgentMemoryProvider` around the component.
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
export function useSessions(store?: MemoryStore): UseSessionsResult {
  const defaults = useContext(ProviderContext);
  const used = store ?? defaults.store;
  const redact = useLatest(defaults.redact);
  const list = used ? sessionListOf(used) : NO_LIST;
  const state = useSyncExternalStore(list.subscribe, list.getState, () => NOTHING_READ);
  const functions = useMemo(() => {
    if (!used) return REFUSALS;
    return functionsOf(used, sessionListOf(used), () => redact.current);
  }, [used, redact]);
  return useMemo(() => ({ ...state, ...functions }), [state, functions]);
}

type SessionFunctions = Omit<UseSessionsResult, keyof SessionListState>;

function functionsOf(
  store: MemoryStore,
  list: SessionList,
  latestRedact: () => ((text: string) => string) | undefined,
): SessionFunctions {
  function catalog(): SessionCatalog {
    const redact = latestRedact();
    return sessionCatalog(store, redact ? { redact } : {});
  }
  /** The list is up to date when the promise resolves. */
  async function andRefresh<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } finally {
      await list.refresh();
    }
  }
  /** What is open under the id ends first, so that it writes nothing into what is imported. */
  async function imported(
    file: unknown,
    options?: Parameters<SessionCatalog['import']>[1],
  ): Promise<SessionInfo> {
    const importNow = () => catalog().import(file, options);
    const id = options?.id ?? idIn(file);
    // Where the import will be refused, what is open goes on as it is.
    if (id === undefined || (await store.load(id, options))) return importNow();
    return memoryRegistry.beginAnew(id, store, importNow);
  }
  return {
    rename: (id, title, options) => andRefresh(catalog().rename(id, title, options)),
    exportSession: (id, options) => catalog().export(id, options),
    importSession: (file, options) => andRefresh(imported(file, options)),
    deleteSession: (id, options) =>
      andRefresh(memoryRegistry.beginAnew(id, store, () => catalog().delete(id, options))),
    refresh: list.refresh,
  };
}

/** The id that a file names; whether the rest can be read shows when it is imported. */
function idIn(file: unknown): string | undefined {
  const { session } = (file ?? {}) as { readonly session?: { readonly id?: unknown } };
  return typeof session?.id === 'string' ? session.id : undefined;
}

const noStore = new InvalidOptionError(
  'store',
  'is missing: give `useSessions` a store, or put an `AgentMemoryProvider` with one around it.',
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
