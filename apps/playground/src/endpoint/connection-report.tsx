import { useEffect } from 'react';
import { useAnnounce } from '../app/announcer.tsx';
import { CheckIcon, WarnIcon } from '../design/icons.tsx';
import styles from '../design/setup.module.css';
import { figure, plural } from '../facts/figures.ts';
import { FailureText } from '../model-chat/failure-text.tsx';
import { explainError } from './explain-error.ts';
import type { Models } from './use-models.ts';

/** Tells whether the server answers, in words; read out too. */
export function ConnectionReport({ models }: { readonly models: Models }) {
  const announce = useAnnounce();
  const success = models.kind === 'failed' ? undefined : successWords(models);
  useEffect(() => {
    if (success !== undefined) announce(success);
  }, [success, announce]);
  if (models.kind !== 'failed') {
    return (
      <p className={styles.good}>
        <CheckIcon /> {success}
      </p>
    );
  }
  return (
    <div className={styles.bad} role="alert">
      <WarnIcon />
      <FailureText explanation={explainError(models.error)} />
    </div>
  );
}

function successWords(models: Exclude<Models, { kind: 'failed' }>): string {
  if (models.kind === 'no-list') {
    return 'Connected. It gives no list of its models: type the name of one.';
  }
  const { length } = models.names;
  return `Connected: ${figure(length)} ${plural(length, 'model')}.`;
}
