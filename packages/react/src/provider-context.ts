import type { AgentMemory, AgentMemoryError, AgentMemoryOptions } from '@agent-memory/core';
import { createContext } from 'react';

/**
 * What a provider can say for the components under it: options, or a memory that is there already.
 * A scratchpad's type cannot travel this way, so `scratchpad` is given to `useAgentMemory` itself.
 */
export interface AgentMemoryDefaults extends Partial<Omit<AgentMemoryOptions, 'scratchpad'>> {
  /** Called with every error that shows up in `error`; the newest function given is the one called. */
  readonly onError?: (error: AgentMemoryError) => void;
  /** A memory made elsewhere, for every component that names no `id` of its own. Never disposed here. */
  readonly memory?: AgentMemory;
}

/** What the providers around a component say; nothing without one. */
export const ProviderContext = createContext<AgentMemoryDefaults>({});
