import type { AgentMemory, AgentMemoryError, AgentMemoryOptions } from '@agent-memory/core';
import { createContext } from 'react';

/**
 * Defaults for the components under a provider: options, or a memory that exists already. A scratchpad's
 * type cannot travel this way, so `scratchpad` is given to `useAgentMemory` itself.
 */
export interface AgentMemoryDefaults extends Partial<Omit<AgentMemoryOptions, 'scratchpad'>> {
  /** Called with every error that shows in `error`; the function of the newest render is called. */
  readonly onError?: (error: AgentMemoryError) => void;
  /** A memory made elsewhere, for every component that names no `id` of its own. Never disposed here. */
  readonly memory?: AgentMemory;
}

/** The defaults of the providers around a component; empty without one. */
export const ProviderContext = createContext<AgentMemoryDefaults>({});
