import type { LongTermMemory } from '@agent-memory/long-term';
import {
  type AcceptedChange,
  acceptChanges,
  declineChanges,
  type ProposedChange,
  proposeConsolidation,
  undoChanges,
} from '@agent-memory/long-term/consolidation';
import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import styles from '../design/setup.module.css';
import { plural } from '../facts/figures.ts';
import { errorText } from '../platform/error-text.ts';

/** What could be tidied up in the long-term memory: the person accepts or declines each change, and may undo. */
export function TidyUp({ longTerm }: { readonly longTerm: LongTermMemory }) {
  const [changes, setChanges] = useState<readonly ProposedChange[]>();
  const [accepted, setAccepted] = useState<readonly AcceptedChange[]>([]);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    proposeConsolidation(longTerm, { signal: stop.signal }).then(setChanges, (error: unknown) => {
      if (!stop.signal.aborted) setProblem(errorText(error));
    });
    return () => stop.abort();
  }, [longTerm]);

  const act = async (work: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  const without = (change: ProposedChange) => setChanges(changes?.filter((one) => one !== change));
  const accept = (change: ProposedChange) =>
    act(async () => {
      const [outcome] = await acceptChanges(longTerm, [change]);
      without(change);
      if (outcome?.kind === 'done') setAccepted([...accepted, outcome]);
      else setProblem(outcome?.kind === 'refused' ? outcome.refusal.sentence : STALE);
    });
  const decline = (change: ProposedChange) =>
    act(async () => {
      await declineChanges(longTerm, [change]);
      without(change);
    });
  const undo = () =>
    act(async () => {
      await undoChanges(longTerm, accepted);
      setAccepted([]);
      setChanges(await proposeConsolidation(longTerm));
    });

  if (!changes?.length && accepted.length === 0 && problem === undefined) return null;
  return (
    <section className={styles.card} aria-label="Tidy up">
      <div className={styles.intro}>
        <h2>Tidy up</h2>
        <p>Proposals: nothing changes before you accept it.</p>
      </div>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {changes?.map((change) => (
        <div key={change.id} className={styles.fields}>
          <p>{change.reason}</p>
          <ul>
            {change.before.map(({ id, text }, index) => (
              <li key={id}>{isEnding(change, index) ? <del>{text}</del> : text}</li>
            ))}
          </ul>
          <Button onClick={() => void accept(change)}>Accept</Button>
          <Button look="quiet" onClick={() => void decline(change)}>
            Decline
          </Button>
        </div>
      ))}
      {accepted.length > 0 && (
        <Button onClick={() => void undo()}>
          Undo {accepted.length} {plural(accepted.length, 'change')}
        </Button>
      )}
    </section>
  );
}

const STALE = 'The records have changed since; nothing was done.';

function isEnding({ action }: ProposedChange, index: number): boolean {
  return action === 'end' || index === 1;
}
