import { errorText } from '@agent-memory/core/internal';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CheckpointFacts, CheckpointsSource } from '../../source/checkpoints-source.ts';
import {
  branchedWords,
  branchQuestion,
  checkpointKind,
  checkpointPlace,
} from '../../view-model/checkpoint-words.ts';
import { capitalised } from '../../view-model/code-words.ts';
import { formatMoment, formatWhole } from '../../view-model/format.ts';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { useReturningFocus } from '../parts/use-returning-focus.ts';

/** Everything about a checkpoint, and the way back to it. */
export function CheckpointDetail({
  checkpoints,
  checkpoint,
  onBranched,
  ...frame
}: PaneFrame & {
  readonly checkpoints: CheckpointsSource;
  readonly checkpoint: CheckpointFacts;
  /** Tells what was done. */
  readonly onBranched: (words: string) => void;
}): ReactNode {
  const { state, goToMessage } = usePanel();
  const { id, name, step, seq, atMs, overlayVersion, call, isOnPath } = checkpoint;
  const kind = checkpointKind(checkpoint);
  return (
    <Pane
      {...frame}
      bodyLabel="The checkpoint"
      title={name ?? `Step ${formatWhole(step)}, ${kind}`}
      facts={[kind, formatMoment(atMs, checkpoints.nowMs())]}
      id={id}
    >
      <dl className="figures">
        <Figure term="step">{formatWhole(step)}</Figure>
        <Figure term="conversation">
          {capitalised(checkpointPlace(checkpoint))}
          {!isOnPath && ', on another branch'}
        </Figure>
        <Figure term="changes of what stands for messages">{formatWhole(overlayVersion)}</Figure>
        <Figure term="last context">{call === 0 ? 'none yet' : `call ${formatWhole(call)}`}</Figure>
      </dl>
      {isOnPath && seq !== undefined && state.plan && (
        <p>
          <button type="button" className="link" onClick={() => goToMessage(seq)}>
            Go to message #{seq}
          </button>
        </p>
      )}
      <BranchAction checkpoints={checkpoints} checkpoint={checkpoint} onBranched={onBranched} />
    </Pane>
  );
}

function Figure({
  term,
  children,
}: {
  readonly term: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Asks ahead of going back, because the conversation goes on elsewhere then. */
function BranchAction({
  checkpoints,
  checkpoint,
  onBranched,
}: {
  readonly checkpoints: CheckpointsSource;
  readonly checkpoint: CheckpointFacts;
  readonly onBranched: (words: string) => void;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState('');
  const opener = useReturningFocus(isAsking);

  async function branch(): Promise<void> {
    if (isRunning) return;
    setRunning(true);
    setFailure('');
    try {
      onBranched(branchedWords(await checkpoints.branchFrom(checkpoint.id), checkpoint));
    } catch (error) {
      setFailure(`Nothing was changed: ${errorText(error)}`);
    }
    setRunning(false);
    setAsking(false);
  }

  return (
    <section className="run-section" aria-label="Branch from it">
      <p role="status">{failure}</p>
      {isAsking ? (
        <BranchQuestion
          words={branchQuestion(checkpoint)}
          isRunning={isRunning}
          onCancel={() => setAsking(false)}
          onBranch={branch}
        />
      ) : (
        <p className="buttons">
          <button ref={opener} type="button" className="button" onClick={() => setAsking(true)}>
            Branch from here …
          </button>
        </p>
      )}
    </section>
  );
}

function BranchQuestion({
  words,
  isRunning,
  onCancel,
  onBranch,
}: {
  readonly words: string;
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onBranch: () => void;
}): ReactNode {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  function leaveOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  }
  return (
    <fieldset className="record-form" onKeyDown={leaveOnEscape}>
      <legend>Branch from this checkpoint?</legend>
      <p>{words}</p>
      <div className="buttons">
        <button ref={safe} type="button" className="button" onClick={onCancel}>
          Stay here
        </button>
        <button
          type="button"
          className="button primary"
          aria-disabled={isRunning}
          onClick={onBranch}
        >
          Branch from it
        </button>
      </div>
    </fieldset>
  );
}
