import { useMemo, useState, useSyncExternalStore } from 'react';
import { freeName, type MemoryRegistry } from './memory-registry.ts';
import { type NamedSource, type ShownMemory, sourceKeeper } from './shown-memory.ts';

/** The sources of memories that were given, and of those in a registry, each under a name of its own. */
export function useSources(
  memories: Readonly<Record<string, ShownMemory>>,
  registry: MemoryRegistry,
): readonly NamedSource[] {
  const registered = useSyncExternalStore(registry.subscribe, registry.getState);
  const [keep] = useState(sourceKeeper);
  return useMemo(() => {
    const all = new Map(Object.entries(memories));
    for (const [name, shown] of registered) all.set(freeName(name, all), shown);
    return keep(all);
  }, [keep, memories, registered]);
}
