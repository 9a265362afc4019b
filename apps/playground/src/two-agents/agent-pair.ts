import {
  createLongTermMemory,
  type LongTermMemory,
  type LongTermMemoryOptions,
} from '@agent-memory/long-term';
import { createSharedSpace, type SharedSpace } from '@agent-memory/long-term/shared';

export const AGENT_NAMES = ['planner', 'writer'] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

/** An agent with its own view of the one store. */
export interface Agent {
  readonly name: AgentName;
  /** Its name for people. */
  readonly title: string;
  /** The user for whom it works; no other user's agent reads what is theirs. */
  readonly user: string;
  readonly memory: LongTermMemory;
  readonly space: SharedSpace;
}

export type AgentPair = Readonly<Record<AgentName, Agent>>;

/** Two agents of two users over one store: each has records of its own, and reads what all share [NS-1]. */
export function createAgentPair(options: Pick<LongTermMemoryOptions, 'store'>): AgentPair {
  return {
    planner: anAgent('planner', { title: 'Planner', user: 'Ada' }, options),
    writer: anAgent('writer', { title: 'Writer', user: 'Bob' }, options),
  };
}

function anAgent(
  name: AgentName,
  words: Pick<Agent, 'title' | 'user'>,
  options: Pick<LongTermMemoryOptions, 'store'>,
): Agent {
  const memory = createLongTermMemory({
    ...options,
    // PERSISTED names: another user or agent leaves behind what these have kept.
    user: words.user.toLowerCase(),
    namespace: `project:${name}`,
    agent: name,
    alsoRead: ['shared:*'],
  });
  return { name, ...words, memory, space: createSharedSpace(memory, { agent: name }) };
}
