import type { ReactNode } from 'react';
import { StatusNotice } from '../parts/status-notice.tsx';
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
    <StatusNotice
      words={finished && (failure ?? finished.words)}
      isWarning={finished?.isRefused === true}
      onClose={onClose}
    >
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
    </StatusNotice>
  );
}
