import { type ReactNode, useEffect, useRef } from 'react';

/** Asked before an undo that would not hold: says why, and begins on the safe side. */
export function UndoQuestion({
  question,
  onCancel,
  onUndo,
  onRaise,
}: {
  readonly question: string;
  readonly onCancel: () => void;
  readonly onUndo: () => void;
  /** Raises the budget, with which all that left comes back; absent where the app decides it. */
  readonly onRaise: (() => void) | undefined;
}): ReactNode {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <fieldset
      className="undo-question"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <legend className="hidden">Undo a compaction that would come again</legend>
      <p>{question}</p>
      <div className="buttons">
        <button ref={safe} type="button" className="button" onClick={onCancel}>
          Leave it compacted
        </button>
        {onRaise && (
          <button type="button" className="button" onClick={onRaise}>
            Raise and undo
          </button>
        )}
        <button type="button" className="button" onClick={onUndo}>
          Undo all the same
        </button>
      </div>
    </fieldset>
  );
}
