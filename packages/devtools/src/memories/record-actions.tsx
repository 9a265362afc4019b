import type { KnownRecord } from '@agent-memory/long-term';
import { type ReactNode, useState } from 'react';
import { Press } from '../elements/elements.tsx';
import { DraftForm } from '../elements/forms.tsx';
import { useAction } from '../elements/panel-context.ts';
import { formatCount } from '../words/format.ts';
import { EraseAction } from './erase-action.tsx';
import { erasedBy, type FinishedAction, recordOf } from './finished-action.ts';
import { useMemories } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';

/** The actions that a press carries out at once. */
const ACTS = {
  verify: { title: 'Confirm', words: 'Confirmed: it is known from now on, not a guess.' },
  reject: { title: 'Reject', words: 'Rejected: it is given out no more. Its history is kept.' },
  pin: { title: 'Pin', words: 'Pinned: it never expires, fades or is swept away.' },
  unpin: { title: 'Unpin', words: 'Unpinned: it may expire and fade again.' },
  mute: {
    title: 'Never recall',
    words:
      'Kept from recall: no context and no recall has it from now on, also when it is said again.',
  },
  unmute: { title: 'Allow recall', words: 'Recall allowed: what is asked may find it again.' },
  forget: {
    title: 'Forget',
    words: 'Forgotten: it is given out no more. Its history is kept; Erase takes that too.',
  },
  restore: { title: 'Remember again', words: 'Remembered again, with its history.' },
} as const;
type Act = keyof typeof ACTS;

/** A pin and a mark against recall leave no room for each other: the button that is missing says why. */
const EITHER = {
  pinned: 'A pinned record is kept for recall. Unpin it to choose “Never recall” instead.',
  muted: 'No context and no recall has it. “Allow recall” lets it back in; then it can be pinned.',
} as const;

/** The actions that a record offers. */
export function RecordActions(props: {
  readonly known: KnownRecord;
  /** It holds no more. */
  readonly isOver: boolean;
}): ReactNode {
  const { known, isOver } = props;
  const { longTerm, onFinish } = useMemories();
  const { record, labels } = known;
  const { id, text, pinned, muted = false, ended, namespace } = record;
  const [isCorrecting, setCorrecting] = useState(false);
  const correction = useAction((finished: FinishedAction) => {
    setCorrecting(false);
    onFinish(finished);
  });
  async function carryOut(act: Act): Promise<FinishedAction> {
    const { id: selectedId } = recordOf(await longTerm[act](id));
    const undo = act === 'forget' ? () => carryOut('restore') : undefined;
    return { words: ACTS[act].words, selectedId, undo };
  }
  async function correct(draft: string): Promise<FinishedAction> {
    const { id: selectedId } = recordOf(await longTerm.correct(id, draft));
    const words = 'Corrected in the user’s name. What it said before is in its history.';
    return { words, selectedId };
  }
  async function erase(): Promise<FinishedAction> {
    const count = formatCount(erasedBy(await longTerm.erase(id)), 'record');
    const words = `Erased for good: ${count} with every version.`;
    return { words, selectedId: undefined, hasErased: true };
  }
  const acts: readonly Act[] = [
    ...(isOver || !labels.includes('hypothesis') ? [] : (['verify', 'reject'] as const)),
    ...(isOver || muted ? [] : [pinned ? ('unpin' as const) : ('pin' as const)]),
    ...(isOver || pinned ? [] : [muted ? ('unmute' as const) : ('mute' as const)]),
    ...(isOver ? [] : (['forget'] as const)),
    ...(ended?.why === 'forgotten' ? (['restore'] as const) : []),
  ];
  if (isCorrecting) {
    return (
      <div className="record-actions">
        <DraftForm
          label="What is right"
          hint="It counts as the user’s own word. The old version is kept in the history."
          save="Save the correction"
          text={text}
          isRunning={correction.isRunning}
          onCancel={() => setCorrecting(false)}
          onSave={(draft) => correction.run(() => correct(draft))}
        />
        <p className="failure" role="alert">
          {correction.failure ?? ''}
        </p>
      </div>
    );
  }
  return (
    <EraseAction
      erase={erase}
      legend="What to do with this record"
      others={({ run, isRunning }) => (
        <>
          {acts.map((act) => (
            <Press key={act} aria-disabled={isRunning} onClick={() => run(() => carryOut(act))}>
              {ACTS[act].title}
            </Press>
          ))}
          {!isOver && <Press onClick={() => setCorrecting(true)}>Correct …</Press>}
        </>
      )}
      hints={
        !isOver &&
        (pinned || muted) && <p className="quiet">{EITHER[pinned ? 'pinned' : 'muted']}</p>
      }
    >
      <WhatGoes namespace={namespace} />
    </EraseAction>
  );
}

function WhatGoes({ namespace }: { readonly namespace: string }): ReactNode {
  const { dispatchMemories } = useMemoriesView();
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
        <Press look="link" onClick={() => dispatchMemories({ type: 'ask-to-erase', namespace })}>
          Erase all of {namespace} instead …
        </Press>
      </p>
    </>
  );
}
