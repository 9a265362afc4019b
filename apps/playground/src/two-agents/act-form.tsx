import { useState } from 'react';
import { Segmented } from '../design/segmented.tsx';
import { TextEntry } from '../design/text-entry.tsx';
import { type ActOutcome, TASK } from './agent-acts.ts';
import { AGENT_NAMES, type AgentName, type AgentPair } from './agent-pair.ts';
import { type ActWay, type AgentAct, actWords } from './tour.ts';
import styles from './two-agents.module.css';

const WAYS: readonly { readonly value: ActWay; readonly label: string }[] = [
  { value: 'tell', label: 'Tell' },
  { value: 'keep', label: 'Note' },
  { value: 'share', label: 'Share' },
  { value: 'ask', label: 'Ask' },
];

const PLACEHOLDERS: Readonly<Record<ActWay, string>> = {
  tell: 'Something about themselves',
  keep: 'Something for itself',
  share: `Something for the blackboard “${TASK}”`,
  ask: 'A question',
};

/** Where a person has either agent do something of their own; above it, what came of the last act. */
export function ActForm({
  pair,
  agent,
  onAgent,
  outcome,
  isBusy,
  onAct,
}: {
  readonly pair: AgentPair;
  /** The agent at work, whose memory the panel shows. */
  readonly agent: AgentName;
  readonly onAgent: (agent: AgentName) => void;
  readonly outcome: ActOutcome | undefined;
  readonly isBusy: boolean;
  readonly onAct: (act: AgentAct) => void;
}) {
  const [way, setWay] = useState<ActWay>('share');
  const words = actWords(way, pair[agent]);
  return (
    <TextEntry
      name="Acts"
      label={words}
      placeholder={`${words}: ${PLACEHOLDERS[way].toLowerCase()}`}
      action="Do it"
      isBusy={isBusy}
      onSend={(text) => onAct({ agent, way, text })}
    >
      {outcome && (
        <p className={styles.outcome} data-kind={outcome.kind}>
          {outcome.sentence}
        </p>
      )}
      <div className={styles.choices}>
        <Segmented
          legend="Agent"
          segments={AGENT_NAMES.map((name) => ({ value: name, label: pair[name].title }))}
          value={agent}
          onChange={onAgent}
        />
        <Segmented legend="What it does" segments={WAYS} value={way} onChange={setWay} />
      </div>
    </TextEntry>
  );
}
