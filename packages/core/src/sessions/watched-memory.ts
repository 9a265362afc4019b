import type { AgentMemory } from '../session/agent-memory.ts';
import { forEachCall, type MemoryCall } from './memory-calls.ts';

/** Answers for a memory: decides when it loads, and which memory a call goes to. */
interface MemoryWatch<Pad> {
  ready(): Promise<void>;
  call<Answer>(
    name: MemoryCall,
    call: (memory: AgentMemory<Pad>) => Promise<Answer>,
  ): Promise<Answer>;
}

/** The same memory, with its calls and its loading passed through `watch`. */
export function watchedMemory<Pad>(
  memory: AgentMemory<Pad>,
  watch: MemoryWatch<Pad>,
): AgentMemory<Pad> {
  const watched = Object.defineProperties({} as AgentMemory<Pad>, {
    ...Object.getOwnPropertyDescriptors(memory),
    ready: { get: watch.ready, enumerable: true, configurable: true },
  });
  return Object.assign(
    watched,
    forEachCall(
      (name) =>
        (...given: unknown[]) =>
          watch.call(name, (open) => Reflect.apply(open[name], open, given) as Promise<unknown>),
    ),
  );
}
