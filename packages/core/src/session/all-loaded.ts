import type { AgentMemory } from './agent-memory.ts';

/** A memory of which older messages may still be to come; doubles of one hold all they have. */
export type LoadedInParts = Pick<AgentMemory<unknown>, 'ready'> &
  Partial<Pick<AgentMemory<unknown>, 'getState' | 'loadOlder'>>;

/** Resolves when a memory holds all of its session [STO-9]. @throws what hinders it. */
export async function allLoaded(memory: LoadedInParts): Promise<void> {
  await memory.ready;
  const unloaded = memory.getState?.().unloaded ?? 0;
  if (unloaded > 0) await memory.loadOlder?.();
}
