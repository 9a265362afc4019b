import type { ContextAssembled, Entry } from '@agent-memory/core';
import type { InspectableMemory } from './inspectable-memory.ts';

/**
 * The originals of the conversation that a call was sent of, wherever the head stands now; `undefined`
 * where one of them was erased since.
 */
export function conversationAt(
  memory: Pick<InspectableMemory, 'entries' | 'entry'>,
  { headId, entries }: Pick<ContextAssembled, 'headId' | 'entries'>,
): readonly Entry[] | undefined {
  if (isOnPath(memory, { headId, entries })) return memory.entries({ toSeq: entries });
  const path: Entry[] = [];
  for (let id = headId; id !== null; ) {
    const entry = memory.entry(id);
    if (!entry) return undefined;
    path.push(entry);
    id = entry.parentId;
  }
  return path.reverse();
}

/** Tells whether the conversation of now begins with that of then. */
export function isOnPath(
  memory: Pick<InspectableMemory, 'entries'>,
  { headId, entries }: Pick<ContextAssembled, 'headId' | 'entries'>,
): boolean {
  if (headId === null) return true;
  return memory.entries({ fromSeq: entries - 1, toSeq: entries })[0]?.id === headId;
}
