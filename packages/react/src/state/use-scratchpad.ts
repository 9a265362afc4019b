import type { AgentMemory } from '@agent-memory/core';
import { useAgentMemoryState } from './use-agent-memory-state.ts';

/**
 * The scratchpad of a memory and the function that changes part of it; renders again only when the
 * scratchpad changes. `patch` stays the same for the life of the memory and rejects with
 * `InvalidScratchpadError` where the schema refuses; then the old scratchpad stays.
 *
 * @example
 * ```tsx
 * function Blockers() {
 *   const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 *   const [pad, patch] = useScratchpad(memory);
 *   return <button onClick={() => patch({ blockers: [] })}>{pad.blockers.length} blockers</button>;
 * }
 * ```
 */
export function useScratchpad<Pad>(
  memory: AgentMemory<Pad>,
): readonly [pad: Pad, patch: AgentMemory<Pad>['patchScratchpad']] {
  return [useAgentMemoryState(memory, ({ scratchpad }) => scratchpad), memory.patchScratchpad];
}
