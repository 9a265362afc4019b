import type { ReactNode } from 'react';
import { type FinishedAction, useAction } from './use-action.ts';

/** Tells what the last action did, with the way back where there is one. */
export function ActionNotice({
  finished,
  onFinish,
  onClose,
}: {
  readonly finished: FinishedAction | undefined;
  readonly onFinish: (action: FinishedAction) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { run, isRunning, failure } = useAction(onFinish);
  const undo = finished?.undo;
  return (
    <div role="status">
      {finished && (
        <div
          className="notice action-notice"
          data-severity={finished.isRefused ? 'warning' : 'info'}
        >
          <p>{failure ?? finished.words}</p>
          {undo && (
            <button
              type="button"
              className="button"
              aria-disabled={isRunning}
              onClick={() => run(undo)}
            >
              Undo
            </button>
          )}
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
