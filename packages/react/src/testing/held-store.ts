import { createAgentMemory, type MemoryStore } from '@agent-memory/core';

/** A store whose calls of one kind wait until they are let, or fail from then on. */
export interface HeldStore {
  readonly store: MemoryStore;
  /** Lets the calls that wait, and all later ones, continue; with an error they reject. */
  readonly release: (error?: Error) => void;
}

/** Holds the calls by which a session, or the older part of it, is read. */
export function heldStore(inner: MemoryStore, call: 'load' | 'loadEntries'): HeldStore {
  let failure: Error | undefined;
  const { promise: isReleased, resolve } = Promise.withResolvers<void>();
  async function pass(): Promise<void> {
    await isReleased;
    if (failure) throw failure;
  }
  const held: Partial<MemoryStore> = {
    [call]: (...given: unknown[]) =>
      pass().then(() => Reflect.apply(inner[call] ?? nothing, inner, given)),
  };
  const store = new Proxy(inner, {
    get(_, name) {
      const value: unknown = Reflect.get(held, name) ?? Reflect.get(inner, name, inner);
      return typeof value === 'function' ? value.bind(inner) : value;
    },
  });
  return {
    store,
    release: (error) => {
      failure = error;
      resolve();
    },
  };
}

function nothing(): undefined {
  return undefined;
}

/** Stores a session of these messages, from the user and the assistant in turn, and ends it. */
export async function storeSession(
  store: MemoryStore,
  { id, contextWindow = 128_000 }: { readonly id: string; readonly contextWindow?: number },
  texts: readonly string[],
): Promise<void> {
  const memory = createAgentMemory({ id, contextWindow, store });
  await memory.append(
    texts.map((content, at) => ({
      id: `${id}-${at}`,
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
    })),
  );
  // A session that was compacted is opened again without the messages that left.
  await memory.assemble();
  await memory.dispose();
}
