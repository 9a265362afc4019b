import { type AgentMemory, type DecisionText, describeDecision } from '@agent-memory/core';
import { useAgentMemoryState } from '@agent-memory/react';
import { use, useId, useMemo, useState } from 'react';
import { ChevronIcon } from '../design/icons.tsx';
import { Then } from '../time/then.ts';
import { useAnswer } from '../time/use-answer.ts';
import type { Presence } from './presence.ts';
import styles from './presence-mark.module.css';

const MARKS: Readonly<Record<Exclude<Presence, 'whole'>, string>> = {
  shortened: 'Sent shorter',
  left: 'Left the context',
  waiting: 'Not sent yet',
};

/** Says that a message is not in the context as it was written, and why when it is asked. */
export function PresenceMark({
  memory,
  entryId,
  presence,
}: {
  readonly memory: AgentMemory;
  readonly entryId: string;
  readonly presence: Presence;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (presence === 'whole') return null;
  if (presence === 'waiting') return <span className={styles.waiting}>{MARKS.waiting}</span>;
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        data-presence={presence}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {MARKS[presence]}
        <ChevronIcon />
      </button>
      <div id={id} className={styles.why} hidden={!isOpen}>
        {isOpen && <Why memory={memory} entryId={entryId} />}
      </div>
    </>
  );
}

function Why({ memory, entryId }: { readonly memory: AgentMemory; readonly entryId: string }) {
  const source = use(Then);
  const then = useAnswer(useMemo(() => source?.explain(entryId), [source, entryId]));
  const now = useAgentMemoryState(memory, () => reasonFor(memory, entryId), isSameReason);
  const reason = source ? then && describeDecision(then) : now;
  if (!reason) return null;
  return (
    <>
      <p>{reason.sentence}</p>
      {reason.remedy && <p className={styles.remedy}>{reason.remedy}</p>}
    </>
  );
}

function reasonFor(memory: AgentMemory, entryId: string): DecisionText | undefined {
  const decision = memory.explain(entryId);
  return decision && describeDecision(decision);
}

function isSameReason(left: DecisionText | undefined, right: DecisionText | undefined): boolean {
  return left?.sentence === right?.sentence && left?.remedy === right?.remedy;
}
