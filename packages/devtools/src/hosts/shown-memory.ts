import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import { given, type MemorySourceOptions, memorySource } from '../source/memory-source.ts';

/** A memory, and the parts beside it that the panel can show, as `MemoryPanel` takes them. */
export type MemoryWithParts = { readonly memory: InspectableMemory } & {
  readonly [Part in Exclude<keyof MemorySourceOptions, 'name' | 'nowMs'>]?:
    | MemorySourceOptions[Part]
    | undefined;
};

/** Something that the panel can show: a memory, one with its parts, or a source that reaches one elsewhere. */
export type ShownMemory = InspectableMemory | MemoryWithParts | DevtoolsSource;

/** A memory under the name by which it is chosen. */
export interface NamedSource {
  readonly name: string;
  readonly source: DevtoolsSource;
}

/** The source of something shown. */
function sourceOf(name: string, shown: ShownMemory): DevtoolsSource {
  if ('sentMessage' in shown) return shown;
  const { memory, ...parts } = 'memory' in shown ? shown : { memory: shown };
  return memorySource(memory, { ...given(parts), name });
}

/**
 * Gives the sources of memories by name; the same source as long as a name stands for the same memory
 * and parts, also where the object around them was made again.
 */
export function sourceKeeper(): (
  shown: Readonly<Record<string, ShownMemory>>,
) => readonly NamedSource[] {
  let kept = new Map<string, { readonly shown: ShownMemory; readonly named: NamedSource }>();
  let list: readonly NamedSource[] = [];
  return (shown) => {
    const next = new Map(
      Object.entries(shown).map(([name, one]) => {
        const known = kept.get(name);
        const named =
          known && isSame(known.shown, one) ? known.named : { name, source: sourceOf(name, one) };
        return [name, { shown: one, named }] as const;
      }),
    );
    kept = next;
    const sources = [...next.values()].map(({ named }) => named);
    const isSameList =
      sources.length === list.length && sources.every((source, at) => source === list[at]);
    if (!isSameList) list = sources;
    return list;
  };
}

function isSame(before: ShownMemory, next: ShownMemory): boolean {
  if (before === next) return true;
  if (!('memory' in before && 'memory' in next)) return false;
  const parts: Readonly<Record<string, unknown>> = before;
  const names = new Set([...Object.keys(before), ...Object.keys(next)]);
  return [...names].every((name) => parts[name] === Reflect.get(next, name));
}
