import { useEffect } from 'react';
import { useAnnounce } from '../app/announcer.tsx';
import { CheckIcon, WarnIcon } from '../design/icons.tsx';
import { figure, plural } from '../facts/figures.ts';
import styles from './endpoint-setup.module.css';
import { explainFailure } from './explain-failure.ts';
import { FailureText } from './failure-text.tsx';
import type { Models } from './list-models.ts';

/** Whether the server answers, in words; read out too. */
export function ConnectionReport({
  models,
  address,
  hasKey,
  pageOrigin,
}: {
  readonly models: Models;
  readonly address: string;
  readonly hasKey: boolean;
  readonly pageOrigin: string;
}) {
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
  const situation = { address, model: '', hasKey, pageOrigin, arrived: 'nothing' } as const;
  return (
    <div className={styles.bad} role="alert">
      <WarnIcon />
      <FailureText explanation={explainFailure(models.failure, situation)} />
    </div>
  );
}

function successWords(models: Exclude<Models, { kind: 'failed' }>): string {
  if (models.kind === 'no-list') {
    return 'Connected. It gives no list of its models: type the name of one.';
  }
  const { length } = models.ids;
  return `Connected: ${figure(length)} ${plural(length, 'model')}.`;
}
