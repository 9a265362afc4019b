import type { ReactNode } from 'react';

/** Tells the outcome of an act, also to a screen reader; it is always there, so that what it says is heard. */
export function StatusNotice({
  words,
  isWarning,
  onClose,
  children,
}: {
  /** Absent while there is nothing to tell. */
  readonly words: string | undefined;
  readonly isWarning: boolean;
  readonly onClose: () => void;
  /** Buttons beside the words. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div role="status">
      {words !== undefined && (
        <div className="notice action-notice" data-severity={isWarning ? 'warning' : 'info'}>
          <p>{words}</p>
          {children}
          <button
            type="button"
            className="icon-button"
            aria-label="Close this notice"
            onClick={onClose}
          >
            ×
          </button>
        </div>
      )}
    </div>
  );
}
