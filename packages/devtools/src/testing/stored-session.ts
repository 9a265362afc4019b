import { type AgentMemory, createAgentMemory, type MemoryStore } from '@agent-memory/core';
import { onTestFinished } from 'vitest';

/** A real memory over a real database of its own. */
export interface StoredSession {
  readonly memory: AgentMemory;
  readonly databaseName: string;
  /** Ends every page that has it open so far: memories and stores are closed. */
  readonly close: () => Promise<void>;
  /** Opens the same session once more, as another tab or a later page would. */
  readonly open: (storeOf?: (store: MemoryStore) => MemoryStore) => AgentMemory;
}

let databases = 0;

/**
 * A session of four messages that are stored. All of it is gone when the test ends.
 *
 * @param makeStore opens a store on the database of that name.
 * @param storeOf puts a store of the test's own around it.
 */
export async function storedSession(
  makeStore: (databaseName: string) => MemoryStore,
  storeOf?: (store: MemoryStore) => MemoryStore,
): Promise<StoredSession> {
  databases += 1;
  const databaseName = `panel-storage-${Date.now()}-${databases}`;

  const endings: (() => Promise<void>)[] = [];

  function open(around: (store: MemoryStore) => MemoryStore = (store) => store): AgentMemory {
    const store = makeStore(databaseName);
    const memory = createAgentMemory({
      id: 'support-4127',
      store: around(store),
      contextWindow: 8_000,
      system: 'You help customers of a bicycle shop.',
    });
    endings.push(async () => {
      await memory.dispose();
      await store.close();
    });
    return memory;
  }

  const close = async () => {
    for (const end of endings.splice(0)) await end();
  };
  onTestFinished(async () => {
    await close();
    indexedDB.deleteDatabase(databaseName);
  });
  const memory = open(storeOf);
  await memory.append([
    { role: 'user', content: 'My order is R-20418.' },
    { role: 'assistant', content: 'It is packed.' },
    { role: 'user', content: 'Which chains do you have?' },
    { role: 'assistant', content: 'Chains for 9 to 12 gears.' },
  ]);
  return { memory, databaseName, close, open };
}
