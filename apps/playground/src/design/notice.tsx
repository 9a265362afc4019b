import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CloseIcon, WarnIcon } from './icons.tsx';
import styles from './notice.module.css';

/** A sentence that a person has to see; `bad` is read out at once. */
export function Notice({
  tone,
  action,
  onDismiss,
  children,
}: {
  readonly tone: 'warn' | 'bad';
  /** The remedy: a button. */
  readonly action?: ReactNode;
  readonly onDismiss?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <WarnIcon />
      <div className={styles.words}>{children}</div>
      {action}
      {onDismiss && (
        <Button look="quiet" className={styles.close} aria-label="Dismiss" onClick={onDismiss}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
