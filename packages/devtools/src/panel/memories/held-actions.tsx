import { type ReactNode, useId, useState } from 'react';
import type { HeldFacts } from '../../source/held-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { EraseQuestion } from './erase-question.tsx';
import { erasedBy, type FinishedAction, recordOf, useAction } from './use-action.ts';

/** The decisions of a person about a text in quarantine. */
export function HeldActions({
  longTerm,
  held: { id },
  onFinish,
}: {
  readonly longTerm: LongTermSource;
  readonly held: HeldFacts;
  readonly onFinish: (action: FinishedAction) => void;
}): ReactNode {
  const hint = useId();
  const [isErasing, setErasing] = useState(false);
  const { run, isRunning, failure } = useAction(onFinish);
  const release = (as: 'reference' | 'claim') => (
    <button
      type="button"
      className="button"
      aria-disabled={isRunning}
      aria-describedby={`${hint}-${as}`}
      onClick={() => run(() => released(longTerm, id, as))}
    >
      Release as a {as}
    </button>
  );
  return (
    <div className="record-actions">
      {isErasing ? (
        <EraseQuestion
          question="Erase it for good?"
          erase="Erase for good"
          isRunning={isRunning}
          onCancel={() => setErasing(false)}
          onErase={() => run(() => erased(longTerm, id))}
        >
          <p>
            The text goes, and the same statement is kept from coming back.{' '}
            <strong>This cannot be undone.</strong> The log keeps that something was erased, not
            what it said.
          </p>
        </EraseQuestion>
      ) : (
        <>
          <fieldset className="buttons">
            <legend className="hidden">What to do with this text</legend>
            {release('reference')}
            {release('claim')}
            <button type="button" className="button" onClick={() => setErasing(true)}>
              Erase …
            </button>
          </fieldset>
          <ul className="held-hints quiet">
            <li id={`${hint}-reference`}>
              A reference is text quoted from outside, which a model is told not to obey.
            </li>
            <li id={`${hint}-claim`}>
              A claim stands as it was stored, no surer, until somebody confirms it.
            </li>
          </ul>
        </>
      )}
      <p className="failure" role="alert">
        {failure ?? ''}
      </p>
    </div>
  );
}

async function released(
  longTerm: LongTermSource,
  id: string,
  as: 'reference' | 'claim',
): Promise<FinishedAction> {
  const record = recordOf(await longTerm.release(id, as));
  const words = {
    reference: 'Released as a reference: it may be quoted from now on, and is no fact.',
    claim: 'Released as a claim: it may be found from now on, as unsure as it was.',
  };
  return { words: words[as], selectedId: record.id };
}

async function erased(longTerm: LongTermSource, id: string): Promise<FinishedAction> {
  const erasure = await longTerm.eraseHeld(id);
  if (erasure.refusal?.rule === 'UNKNOWN_RECORD') {
    const words = 'It was gone from quarantine already; nothing was erased.';
    return { words, selectedId: undefined };
  }
  erasedBy(erasure);
  const words = 'Erased for good: the text is gone, and the same statement is kept out.';
  return { words, selectedId: undefined, hasErased: true };
}
