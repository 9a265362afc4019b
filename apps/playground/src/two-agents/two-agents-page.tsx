import type { MemoryStore } from '@agent-memory/core';
import { retrievedRecords } from '@agent-memory/long-term';
import { useMemo, useState } from 'react';
import { Workspace } from '../app/workspace.tsx';
import { DEFAULT_BUDGET } from '../budget/budget-scale.ts';
import { StartOverButton } from '../design/start-over-button.tsx';
import type { SessionChoice } from '../session/session-choice.ts';
import { useOwnSession } from '../session/use-own-session.ts';
import { type PlaygroundSession, RECORDED_MODEL, useSession } from '../session/use-session.ts';
import type { Theme } from '../settings/theme.ts';
import { ActForm } from './act-form.tsx';
import { forgetAll, takeBack } from './agent-acts.ts';
import { AgentCard } from './agent-card.tsx';
import { AGENT_NAMES, type Agent, type AgentName, type AgentPair } from './agent-pair.ts';
import { SharedList } from './shared-list.tsx';
import type { AgentAct } from './tour.ts';
import { TourCard } from './tour-card.tsx';
import styles from './two-agents.module.css';
import { useAgentActs } from './use-agent-acts.ts';
import { useAgentView } from './use-agent-view.ts';

/** Two agents of two users at one task: what they share, and what they do not. */
export function TwoAgentsPage({
  store,
  pair,
  choice,
  onChoice,
  theme,
}: {
  readonly store: MemoryStore;
  readonly pair: AgentPair;
  readonly choice: SessionChoice;
  readonly onChoice: (choice: SessionChoice) => void;
  readonly theme: Theme;
}) {
  const { memoryId, onStartOver } = useOwnSession('agents', { store, choice, onChoice });
  const sessions = {
    planner: useAgentSession(pair.planner, memoryId, store),
    writer: useAgentSession(pair.writer, memoryId, store),
  };
  const views = { planner: useAgentView(pair.planner), writer: useAgentView(pair.writer) };
  const [agent, setAgent] = useState<AgentName>('planner');
  const [position, setPosition] = useState(0);
  const { isBusy, outcome, act, run } = useAgentActs(pair, sessions);
  const take = (wanted: AgentAct): void => {
    setAgent(wanted.agent);
    act(wanted);
  };
  const startOver = (): void =>
    run(async () => {
      for (const name of AGENT_NAMES) {
        await forgetAll(pair[name]);
        // A leftover takes room and harms nothing: nobody asks for this id again.
        store.delete(sessions[name].memory.id).catch(() => undefined);
      }
      setPosition(0);
      onStartOver();
      return undefined;
    });
  const { shared } = views[agent].view;
  return (
    <Workspace
      session={sessions[agent]}
      longTerm={pair[agent].memory}
      theme={theme}
      facts="hidden"
      toolbar={
        <div className={styles.toolbar}>
          <p>
            <b>Two agents, one task.</b> No model: each answers from nothing but the context that
            its memory assembled. The panel shows the {pair[agent].title}.
          </p>
          <StartOverButton onStartOver={isBusy ? undefined : startOver} />
        </div>
      }
      empty={undefined}
      cover={
        <div className={styles.stage}>
          <TourCard
            pair={pair}
            position={position}
            isBusy={isBusy}
            onStep={(step) => {
              setPosition(position + 1);
              take(step.act);
            }}
            onRestart={() => setPosition(0)}
          />
          <div className={styles.cards}>
            {AGENT_NAMES.map((name) => (
              <AgentCard key={name} agent={pair[name]} {...views[name]} />
            ))}
          </div>
          <SharedList
            pair={pair}
            shared={shared}
            onTakeBack={
              isBusy
                ? undefined
                : (entry) => {
                    const owner = AGENT_NAMES.find((name) => name === entry.agent);
                    if (owner) run(() => takeBack(pair[owner], entry.key));
                  }
            }
          />
        </div>
      }
      dock={
        <ActForm
          pair={pair}
          agent={agent}
          onAgent={setAgent}
          outcome={outcome}
          isBusy={isBusy}
          onAct={take}
        />
      }
    />
  );
}

/** The conversation of one agent, with what its memory finds for each question. */
function useAgentSession(
  { name, title, user, memory }: Agent,
  memoryId: string,
  store: MemoryStore,
): PlaygroundSession {
  const features = useMemo(() => [retrievedRecords(memory)], [memory]);
  return useSession({
    memoryId: `${memoryId}/${name}`,
    store,
    budgetTokens: DEFAULT_BUDGET,
    system: `You are the ${title} of ${user}, and plan a trip together with another agent.`,
    model: RECORDED_MODEL,
    features,
  });
}
