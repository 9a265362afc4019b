import type { AgentMemory, AgentMemoryOptions } from '../session/agent-memory.ts';

/** The one memory of a session, shared by everybody who uses it. */
export interface OpenSession<Pad> {
  readonly id: string;
  /** Tells sessions apart that have one id in several stores. */
  readonly key: string;
  readonly memory: AgentMemory<Pad>;
  /** The options that the memory was made with. */
  readonly options: AgentMemoryOptions<Pad>;
  /** How often the session had been replaced when the memory was made. */
  readonly generation: number;
}
