import type { ShownMemory } from './shown-memory.ts';

/** The memories of this page by name. */
export interface MemoryRegistry {
  readonly getState: () => ReadonlyMap<string, ShownMemory>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds a memory; gives the function that takes it away again. A name that is taken gets a number. */
  readonly register: (name: string, shown: ShownMemory) => () => void;
}

/** Makes an empty registry. */
export function createMemoryRegistry(): MemoryRegistry {
  const listeners = new Set<() => void>();
  let memories: ReadonlyMap<string, ShownMemory> = new Map();

  function become(next: ReadonlyMap<string, ShownMemory>): void {
    memories = next;
    for (const listener of listeners) listener();
  }

  return {
    getState: () => memories,
    subscribe: (listener) => {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    register: (wanted, shown) => {
      const name = freeName(wanted, memories);
      become(new Map([...memories, [name, shown]]));
      return () => {
        if (memories.has(name)) become(new Map([...memories].filter(([other]) => other !== name)));
      };
    },
  };
}

/** Those that code outside a component shows. */
export const pageRegistry: MemoryRegistry = createMemoryRegistry();

/** `Support`, or `Support 2` where there is one already. */
export function freeName(
  wanted: string,
  taken: { readonly has: (name: string) => boolean },
): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
