import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CheckIcon, CloseIcon, WarnIcon } from './icons.tsx';
import styles from './notice.module.css';

/** A sentence that a person has to see; `bad` is read out at once. */
export function Notice({
  tone,
  action,
  onDismiss,
  children,
}: {
  readonly tone: 'good' | 'warn' | 'bad';
  /** The remedy: a button. */
  readonly action?: ReactNode;
  readonly onDismiss?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {tone === 'good' ? <CheckIcon /> : <WarnIcon />}
      <p>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
      {onDismiss && (
        <Button look="quiet" className={styles.close} aria-label="Dismiss" onClick={onDismiss}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
