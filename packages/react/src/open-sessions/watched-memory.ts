import type { AgentMemory, PartHandle, StoredPart } from '@agent-memory/core';
import { forEachCall, type WatchedCall } from './memory-calls.ts';

/** Answers for a memory: decides when it loads, and which memory a call goes to. */
interface MemoryWatch<Pad> {
  ready(): Promise<void>;
  call<Answer>(
    name: WatchedCall,
    call: (memory: AgentMemory<Pad>) => Promise<Answer>,
  ): Promise<Answer>;
}

/**
 * The same memory, with its loading and its calls passed through `watch`: the asynchronous functions,
 * and `set` of its notes and parts. All that answers at once answers from `memory`.
 */
export function watchedMemory<Pad>(
  memory: AgentMemory<Pad>,
  watch: MemoryWatch<Pad>,
): AgentMemory<Pad> {
  const watched = Object.defineProperties({} as AgentMemory<Pad>, {
    ...Object.getOwnPropertyDescriptors(memory),
    ready: { get: watch.ready, enumerable: true, configurable: true },
  });
  const calls = forEachCall(
    (name) =>
      (...given: unknown[]) =>
        watch.call(name, (open) => Reflect.apply(open[name], open, given) as Promise<unknown>),
  );
  return Object.assign(watched, calls, {
    notes: {
      ...memory.notes,
      set: (name: string, text: string | undefined) =>
        watch.call('notes.set', (open) => open.notes.set(name, text)),
    },
    part: <Value>(definition: StoredPart<Value>): PartHandle<Value> => ({
      ...memory.part(definition),
      set: (value) => watch.call('part.set', (open) => open.part(definition).set(value)),
    }),
  });
}
