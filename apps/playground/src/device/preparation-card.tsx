import type { Explanation, LocalModelSize } from '@agent-memory/models';
import { type LocalModel, ModelError } from '@agent-memory/models';
import { useEffect, useRef } from 'react';
import { errorText } from '../app/error-text.ts';
import { Button } from '../design/button.tsx';
import { WarnIcon } from '../design/icons.tsx';
import setup from '../design/setup.module.css';
import { FailureText } from '../model-chat/failure-text.tsx';
import type { DeviceModels } from './device-models.ts';
import type { Preparation } from './device-state.ts';
import { bytesText, progressText, shareOf } from './device-words.ts';
import { explainLocal } from './explain-local.ts';
import { hostOf, type ModelSource, namedSource, titleOf } from './model-source.ts';
import styles from './preparation-card.module.css';
import { useModelStatus } from './use-model-status.ts';

/** The way of a model until it chats: its size, the question, how far it is, why it did not come. */
export function PreparationCard({
  models,
  preparation,
}: {
  readonly models: DeviceModels;
  readonly preparation: Preparation;
}) {
  const { kind, source } = preparation;
  const title = titleOf(namedSource(source));
  const heading = useFocusOn(kind);
  const cancel = <Button onClick={models.cancel}>Cancel</Button>;
  return (
    <section className={styles.card} aria-label="Preparation">
      <h2 ref={heading} className={styles.heading} tabIndex={-1}>
        {kind === 'asking' ? `Download ${title}?` : title}
      </h2>
      {kind === 'measuring' && (
        <>
          <p>{measuringText(source)}</p>
          <div className={styles.actions}>{cancel}</div>
        </>
      )}
      {kind === 'asking' && (
        <>
          <p>{consentText(source, preparation.size)}</p>
          <div className={styles.actions}>
            <Button look="primary" onClick={() => void models.confirm()}>
              Download {bytesText(preparation.size.downloadBytes)}
            </Button>
            <Button onClick={models.cancel}>Not now</Button>
          </div>
        </>
      )}
      {kind === 'loading' && (
        <>
          <Progress model={preparation.model} />
          <div className={styles.actions}>{cancel}</div>
        </>
      )}
      {kind === 'failed' && (
        <>
          <div className={setup.bad} role="alert">
            <WarnIcon />
            <FailureText explanation={explained(preparation.error)} />
          </div>
          <div className={styles.actions}>
            <Button onClick={() => void models.choose(source)}>Try again</Button>
            <Button look="quiet" onClick={models.cancel}>
              Dismiss
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Progress({ model }: { readonly model: LocalModel }) {
  const progress = useModelStatus(model)?.progress;
  const share = shareOf(progress);
  return (
    <>
      <progress
        className={styles.progress}
        aria-label="Loading the model"
        {...(share !== undefined && { value: share })}
      />
      <p className={styles.reading}>{progressText(progress)}</p>
    </>
  );
}

function measuringText(source: ModelSource): string {
  const host = hostOf(source);
  return host === undefined ? 'Looking at the file …' : `Asking ${host} for its size …`;
}

function consentText(source: ModelSource, { downloadBytes, totalBytes }: LocalModelSize): string {
  const bytes = bytesText(downloadBytes);
  const rest = totalBytes > downloadBytes ? ` of ${bytesText(totalBytes)}; the rest is here` : '';
  return `${bytes}${rest}, from ${hostOf(source) ?? 'this device'}. The files are kept in this browser until you delete them. Only they travel: nothing of the conversation is sent.`;
}

function explained(error: unknown): Explanation {
  if (ModelError.isInstance(error)) return explainLocal(error);
  return { sentence: `The model could not be made ready: ${errorText(error)}`, remedies: [] };
}

/** Puts the focus on the heading with each step: the button that had it is gone with the step before. */
function useFocusOn(kind: Preparation['kind']) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is another kind.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [kind]);
  return heading;
}
