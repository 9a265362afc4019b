import type { AgentMemory } from '@agent-memory/core';

/** A memory that a render shows where no session of the page is open for it. It has no effects. */
export interface StandIn<Pad> {
  readonly id: string;
  readonly memory: AgentMemory<Pad>;
  /** Sessions that are open have one. */
  readonly key?: undefined;
}
