import type { SharedEntry } from '@agent-memory/long-term/shared';
import { Button } from '../design/button.tsx';
import type { AgentPair } from './agent-pair.ts';
import { AGENT_NAMES } from './agent-pair.ts';
import styles from './two-agents.module.css';

/** Every agent's shared keys; each can be taken back by the agent that wrote it. */
export function SharedList({
  pair,
  shared,
  onTakeBack,
}: {
  readonly pair: AgentPair;
  readonly shared: readonly SharedEntry[];
  /** Absent while something goes on. */
  readonly onTakeBack: ((entry: SharedEntry) => void) | undefined;
}) {
  return (
    <section className={styles.card} aria-label="Shared keys">
      <h2>
        Shared keys <span>of all agents; each writes its own</span>
      </h2>
      {shared.length === 0 ? (
        <p className={styles.none}>Nothing is shared yet.</p>
      ) : (
        <ul className={styles.keys}>
          {shared.map((entry) => (
            <li key={entry.recordId}>
              <code>
                shared:{entry.agent}:{entry.key}
              </code>
              <Button
                look="quiet"
                aria-label={`Take back ${entry.key}`}
                title={`The ${titleOf(pair, entry.agent)} takes it back`}
                aria-disabled={!onTakeBack}
                onClick={() => onTakeBack?.(entry)}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** An agent's name for people; that of an agent which is none of the pair stays as it is. */
function titleOf(pair: AgentPair, agent: string): string {
  const name = AGENT_NAMES.find((one) => one === agent);
  return name === undefined ? agent : pair[name].title;
}
