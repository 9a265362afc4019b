import type { ContextAssembled, Entry } from '@agent-memory/core';
import type { CheckpointsSource, InspectableCheckpoints } from './checkpoints-source.ts';
import type { Refuse } from './past-refusal.ts';

interface PastMoment {
  readonly record: ContextAssembled;
  /** The conversation of then, by id. */
  readonly ids: ReadonlyMap<string, Entry>;
  readonly refuse: Refuse;
}

/** The checkpoints that there were when a call was sent, of those that are kept; nothing can be gone back to from here. */
export function pastCheckpoints(
  live: CheckpointsSource,
  checkpoints: InspectableCheckpoints,
  { record, ids, refuse }: PastMoment,
): CheckpointsSource {
  return {
    subscribe: () => () => undefined,
    list: async () => {
      const kept = new Map(checkpoints.list().map((checkpoint) => [checkpoint.id, checkpoint]));
      return (await live.list()).flatMap((facts) => {
        const { entryId, historyIndex } = kept.get(facts.id) ?? {};
        if (historyIndex === undefined || historyIndex > record.index) return [];
        const isOnPath = entryId === null || (entryId !== undefined && ids.has(entryId));
        return { ...facts, isOnPath };
      });
    },
    resumption: () => refuse('see how the session would go on'),
    branchFrom: () => refuse('go back to a checkpoint'),
    nowMs: () => record.atMs,
  };
}
