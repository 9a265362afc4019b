import { type ReactNode, useEffect, useRef } from 'react';

/** The second step of erasing: says what it means, and begins on the safe side. */
export function EraseQuestion({
  isRunning,
  onCancel,
  onErase,
}: {
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onErase: () => void;
}): ReactNode {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <fieldset
      className="record-form erase"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <legend>Erase it for good?</legend>
      <p>
        The record goes with every version of it and all that it corrected, from the store and from
        the search. <strong>This cannot be undone.</strong>
      </p>
      <p className="quiet">
        The log keeps that something was erased, not what it said. The messages of the conversation
        stay.
      </p>
      <div className="buttons">
        <button ref={safe} type="button" className="button" onClick={onCancel}>
          Keep it
        </button>
        <button type="button" className="button danger" aria-disabled={isRunning} onClick={onErase}>
          Erase for good
        </button>
      </div>
    </fieldset>
  );
}
