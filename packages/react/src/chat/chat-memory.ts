import type { AgentMemory, MemoryState } from '@agent-memory/core';

/** The part of a memory that a chat uses. */
export interface ChatMemory
  extends Pick<AgentMemory, 'reconcile' | 'assemble' | 'onOverflow' | 'reportUsage'> {
  readonly getState: () => Pick<MemoryState, 'plan'>;
}

/** Keeps a memory open until the function that it gives is called. */
export type HoldMemory = () => () => void;
