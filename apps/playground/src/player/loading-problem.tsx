import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import type { Loading } from './use-recorded-session.ts';

/** Why there is no session, and the button that tries it again where that may help. */
export function LoadingProblem({
  loading,
  onRetry,
}: {
  readonly loading: Extract<Loading, { kind: 'problem' }>;
  readonly onRetry: () => void;
}) {
  const { problem, canRetry, isRetrying = false } = loading;
  return (
    <Notice
      tone="bad"
      action={
        canRetry && (
          <Button aria-disabled={isRetrying} onClick={isRetrying ? undefined : onRetry}>
            Try again
          </Button>
        )
      }
    >
      {isRetrying ? 'Trying again …' : problem}
    </Notice>
  );
}
