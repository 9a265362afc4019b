import type { KnownRecord } from '@agent-memory/long-term';
import { type ReactNode, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { formatCount } from '../../view-model/format.ts';
import { usePanel } from '../parts/panel-context.ts';
import { CorrectForm } from './correct-form.tsx';
import { EraseQuestion } from './erase-question.tsx';
import { erasedBy, type FinishedAction, recordOf, useAction } from './use-action.ts';

export interface RecordActionsProps {
  readonly known: KnownRecord;
  /** It holds no more. */
  readonly isOver: boolean;
  readonly longTerm: LongTermSource;
  readonly onFinish: (action: FinishedAction) => void;
}

/** The actions of a person on a record. */
export function RecordActions(props: RecordActionsProps): ReactNode {
  const { known, longTerm, onFinish } = props;
  const { id } = known.record;
  const [open, setOpen] = useState<'buttons' | 'correct' | 'erase'>('buttons');
  const action = useAction((finished) => {
    setOpen('buttons');
    onFinish(finished);
  });
  const close = () => setOpen('buttons');
  return (
    <div className="record-actions">
      {open === 'buttons' && (
        <ActionButtons {...props} run={action.run} isRunning={action.isRunning} onOpen={setOpen} />
      )}
      {open === 'correct' && (
        <CorrectForm
          text={known.record.text}
          isRunning={action.isRunning}
          onCancel={close}
          onSave={(text) => action.run(() => corrected(longTerm, id, text))}
        />
      )}
      {open === 'erase' && (
        <EraseQuestion
          question="Erase it for good?"
          erase="Erase for good"
          isRunning={action.isRunning}
          onCancel={close}
          onErase={() => action.run(() => erased(longTerm, id))}
        >
          <WhatGoes namespace={known.record.namespace} />
        </EraseQuestion>
      )}
      <p className="failure" role="alert">
        {action.failure ?? ''}
      </p>
    </div>
  );
}

function WhatGoes({ namespace }: { readonly namespace: string }): ReactNode {
  const { dispatchMemories } = usePanel();
  return (
    <>
      <p>
        The record goes with every version of it and all that it corrected, from the store and from
        the search. <strong>This cannot be undone.</strong>
      </p>
      <p className="quiet">
        The log keeps that something was erased, not what it said. The messages of the conversation
        stay.
      </p>
      <p>
        <button
          type="button"
          className="link"
          onClick={() => dispatchMemories({ type: 'ask-to-erase', namespace })}
        >
          Erase all of {namespace} instead …
        </button>
      </p>
    </>
  );
}

function ActionButtons({
  known: { record, labels },
  isOver,
  longTerm,
  run,
  isRunning,
  onOpen,
}: RecordActionsProps & {
  readonly run: (act: () => Promise<FinishedAction>) => void;
  readonly isRunning: boolean;
  readonly onOpen: (form: 'correct' | 'erase') => void;
}): ReactNode {
  const { id, pinned, muted = false } = record;
  const button = (title: string, act: () => Promise<FinishedAction>) => (
    <button type="button" className="button" aria-disabled={isRunning} onClick={() => run(act)}>
      {title}
    </button>
  );
  return (
    <fieldset className="buttons">
      <legend className="hidden">What to do with this record</legend>
      {!isOver && labels.includes('hypothesis') && (
        <>
          {button('Confirm', () => confirmed(longTerm, id))}
          {button('Reject', () => rejected(longTerm, id))}
        </>
      )}
      {!isOver && (
        <>
          {!muted && button(pinned ? 'Unpin' : 'Pin', () => pinnedOr(longTerm, id, !pinned))}
          {!pinned &&
            button(muted ? 'Allow recall' : 'Never recall', () => mutedOr(longTerm, id, !muted))}
          <button type="button" className="button" onClick={() => onOpen('correct')}>
            Correct …
          </button>
          {button('Forget', () => forgotten(longTerm, id))}
        </>
      )}
      {record.ended?.why === 'forgotten' && button('Remember again', () => restored(longTerm, id))}
      <button type="button" className="button" onClick={() => onOpen('erase')}>
        Erase …
      </button>
      {!isOver && (pinned || muted) && (
        <p className="quiet">{EITHER[pinned ? 'pinned' : 'muted']}</p>
      )}
    </fieldset>
  );
}

/** A pin and a mark against recall leave no room for each other: the button that is missing says why. */
const EITHER = {
  pinned: 'A pinned record is kept for recall. Unpin it to choose “Never recall” instead.',
  muted: 'No context and no recall has it. “Allow recall” lets it back in; then it can be pinned.',
} as const;

async function mutedOr(
  longTerm: LongTermSource,
  id: string,
  isMuted: boolean,
): Promise<FinishedAction> {
  recordOf(await (isMuted ? longTerm.mute(id) : longTerm.unmute(id)));
  const words = isMuted
    ? 'Kept from recall: no context and no recall has it from now on, also when it is said again.'
    : 'Recall allowed: what is asked may find it again.';
  return { words, selectedId: id };
}

async function pinnedOr(
  longTerm: LongTermSource,
  id: string,
  isPinned: boolean,
): Promise<FinishedAction> {
  recordOf(await (isPinned ? longTerm.pin(id) : longTerm.unpin(id)));
  const words = isPinned
    ? 'Pinned: it never expires, fades or is swept away.'
    : 'Unpinned: it may expire and fade again.';
  return { words, selectedId: id };
}

async function confirmed(longTerm: LongTermSource, id: string): Promise<FinishedAction> {
  recordOf(await longTerm.verify(id));
  return { words: 'Confirmed: it is known from now on, not a guess.', selectedId: id };
}

async function rejected(longTerm: LongTermSource, id: string): Promise<FinishedAction> {
  recordOf(await longTerm.reject(id));
  return { words: 'Rejected: it is given out no more. Its history is kept.', selectedId: id };
}

async function forgotten(longTerm: LongTermSource, id: string): Promise<FinishedAction> {
  recordOf(await longTerm.forget(id));
  return {
    words: 'Forgotten: it is given out no more. Its history is kept; Erase takes that too.',
    selectedId: id,
    undo: () => restored(longTerm, id),
  };
}

async function restored(longTerm: LongTermSource, id: string): Promise<FinishedAction> {
  const record = recordOf(await longTerm.restore(id));
  return { words: 'Remembered again, with its history.', selectedId: record.id };
}

async function corrected(
  longTerm: LongTermSource,
  id: string,
  text: string,
): Promise<FinishedAction> {
  const record = recordOf(await longTerm.correct(id, text));
  return {
    words: 'Corrected in the user’s name. What it said before is in its history.',
    selectedId: record.id,
  };
}

async function erased(longTerm: LongTermSource, id: string): Promise<FinishedAction> {
  const count = erasedBy(await longTerm.erase(id));
  return {
    words: `Erased for good: ${formatCount(count, 'record')} with every version.`,
    selectedId: undefined,
    hasErased: true,
  };
}
