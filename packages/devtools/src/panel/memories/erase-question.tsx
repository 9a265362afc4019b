import { type ReactNode, useEffect, useRef } from 'react';

/** The second step of erasing: says what it means, and begins on the safe side. */
export function EraseQuestion({
  question,
  erase,
  isReady = true,
  isRunning,
  onCancel,
  onErase,
  children,
}: {
  readonly question: string;
  /** The words of the button that does it. */
  readonly erase: string;
  /** False while it is not known yet what would go. */
  readonly isReady?: boolean;
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onErase: () => void;
  /** Says what goes, and what stays. */
  readonly children: ReactNode;
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
      <legend>{question}</legend>
      {children}
      <div className="buttons">
        <button ref={safe} type="button" className="button" onClick={onCancel}>
          Keep it
        </button>
        <button
          type="button"
          className="button danger"
          aria-disabled={isRunning || !isReady}
          onClick={() => {
            if (isReady) onErase();
          }}
        >
          {erase}
        </button>
      </div>
    </fieldset>
  );
}
