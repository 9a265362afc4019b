import type { MemoryStore, SessionChange } from '@agent-memory/core';

/** When a page is killed: at the commit behind so many, before the store has it or right after. */
export interface Kill {
  readonly commits: number;
  readonly isStored: boolean;
}

/** The store of a page that is killed at one commit: nobody hears of that, and nothing later reaches the store. */
export function storeUntilKilled(store: MemoryStore, { commits, isStored }: Kill) {
  const { promise: killed, resolve: kill } = deferred();
  const never = new Promise<never>(() => undefined);
  let done = 0;
  const commit = async (id: string, change: SessionChange): Promise<void> => {
    done += 1;
    if (done <= commits) return store.commit(id, change);
    if (isStored && done === commits + 1) await store.commit(id, change);
    kill();
    return never;
  };
  const page: MemoryStore = {
    name: store.name,
    persistent: true,
    load: (id, options) => store.load(id, options),
    commit,
    list: (options) => store.list(options),
    delete: (id, options) => store.delete(id, options),
    close: () => store.close(),
  };
  return { store: page, killed };
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
