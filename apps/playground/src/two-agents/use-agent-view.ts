import type { HeldRecord } from '@agent-memory/long-term';
import type { SharedEntry } from '@agent-memory/long-term/shared';
import { useEffect, useState } from 'react';
import { errorText } from '../app/error-text.ts';
import type { Agent } from './agent-pair.ts';
import { type SeenRecord, seenBy } from './seen-records.ts';

/** Everything that one agent sees, as its memory gives it out. */
export interface AgentView {
  readonly seen: readonly SeenRecord[];
  /** Its own texts that wait in quarantine. */
  readonly held: readonly HeldRecord[];
  /** The keys of all agents, with what they say. */
  readonly shared: readonly SharedEntry[];
}

const NOTHING: AgentView = { seen: [], held: [], shared: [] };
/** More than a person reads in a card. */
const MOST = 200;

/** The view of an agent; it follows what its memory has heard of, and what was overtaken is not shown. */
export function useAgentView(agent: Agent): {
  readonly view: AgentView;
  /** Why it could not be brought up to date. */
  readonly problem: string | undefined;
} {
  const [view, setView] = useState(NOTHING);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let newest = 0;
    const show = (): void => {
      newest += 1;
      const own = newest;
      viewOf(agent).then(
        (next) => {
          if (own !== newest) return;
          setView(next);
          setProblem(undefined);
        },
        (error: unknown) => {
          if (own === newest) setProblem(errorText(error));
        },
      );
    };
    show();
    const stop = agent.memory.subscribe(({ type }) => {
      if (type !== 'record-recall') show();
    });
    return () => {
      newest = -1;
      stop();
    };
  }, [agent]);
  return { view, problem };
}

async function viewOf(agent: Agent): Promise<AgentView> {
  const { items } = await agent.memory.list({}, { limit: MOST });
  const held = await agent.memory.quarantine.list({ limit: MOST });
  return {
    seen: seenBy(agent, items),
    held: held.items,
    shared: await agent.space.entries(),
  };
}
