import {
  chooseModel,
  type DeviceFacts,
  type LocalModel,
  type LocalModelSize,
  ModelError,
  type ModelOffer,
  probeDevice,
  RECOMMENDED_MODELS,
} from '@agent-memory/models';
import { useModelStatus } from '@agent-memory/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { FailureText } from '../design/failure-text.tsx';
import { Field } from '../design/field.tsx';
import { WarnIcon } from '../design/icons.tsx';
import setup from '../design/setup.module.css';
import { figure } from '../facts/figures.ts';
import { errorText } from '../platform/error-text.ts';
import { useWatchedValue } from '../platform/watched-value.ts';
import { OpenFileButton } from '../session-file/open-file-button.tsx';
import type { DeviceModels, DeviceState, Preparation, RunningModel } from './device-models.ts';
import styles from './device-setup.module.css';
import {
  hostOf,
  keptDevice,
  type ModelSource,
  sourceKey,
  sourceOf,
  titleOf,
} from './model-source.ts';
import { bytesText, progressText, shareOf } from './model-status.ts';

/** Choosing a model: what this device can run, what it costs, and what is here. */
export function DeviceSetup({
  models,
  device: { current, preparation },
}: {
  readonly models: DeviceModels;
  readonly device: DeviceState;
}) {
  const isUnderWay = preparation !== undefined && preparation.kind !== 'failed';
  const choose = (source: ModelSource): void => void models.choose(source);
  return (
    <section className={setup.setup} aria-label="Models on this device">
      <div className={setup.card}>
        {preparation && <PreparationCard models={models} preparation={preparation} />}
        {!isUnderWay && (
          <>
            <Intro current={current} />
            <StoredModels models={models} inUse={current && sourceKey(current.source)} />
            <Recommended onChoose={(offer) => choose({ kind: 'offer', offer })} />
            <OwnModel onChoose={choose} />
          </>
        )}
      </div>
    </section>
  );
}

/** The model that chats: what it runs on, and why on nothing better; or what this is all about. */
function Intro({ current }: { readonly current: RunningModel | undefined }) {
  const engine = useModelStatus(current?.model)?.engine;
  return (
    <header className={setup.intro}>
      <h2>{current ? titleOf(current.source) : 'Chat with a model on this device'}</h2>
      {!current && (
        <p>
          The model runs in this tab, on the graphics card or the processor, and writes the
          summaries of its memory too. Nothing of the conversation leaves the device, and nothing is
          downloaded without your consent.
        </p>
      )}
      {engine && (
        <p>
          Window: {figure(engine.contextWindow)} tokens. {engine.notes.join(' ')}
        </p>
      )}
    </header>
  );
}

/** The steps of a model until it chats: its size, the consent, how far it is, why it failed. */
function PreparationCard({
  models,
  preparation,
}: {
  readonly models: DeviceModels;
  readonly preparation: Preparation;
}) {
  const { kind, source } = preparation;
  const title = titleOf(source);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus is gone with the step before.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [kind]);
  const host = hostOf(source);
  return (
    <section className={styles.preparation} aria-label="Preparation">
      <h2 ref={heading} tabIndex={-1}>
        {kind === 'asking' ? `Download ${title}?` : title}
      </h2>
      {kind === 'measuring' && (
        <p>{host === undefined ? 'Looking at the file …' : `Asking ${host} for its size …`}</p>
      )}
      {kind === 'asking' && <p>{consentText(source, preparation.size)}</p>}
      {kind === 'loading' && <Progress model={preparation.model} />}
      {kind === 'failed' && (
        <div className={setup.bad} role="alert">
          <WarnIcon />
          <FailureText {...explained(preparation.error)} />
        </div>
      )}
      <div className={setup.row}>
        {kind === 'asking' && (
          <Button look="primary" onClick={() => void models.confirm()}>
            Download {bytesText(preparation.size.downloadBytes)}
          </Button>
        )}
        {kind === 'failed' && <Button onClick={() => void models.choose(source)}>Try again</Button>}
        <Button onClick={models.cancel}>{kind === 'failed' ? 'Dismiss' : 'Cancel'}</Button>
      </div>
    </section>
  );
}

function Progress({ model }: { readonly model: LocalModel }) {
  const progress = useModelStatus(model)?.progress;
  const share = shareOf(progress);
  return (
    <>
      <progress aria-label="Loading the model" {...(share !== undefined && { value: share })} />
      <p>{progressText(progress)}</p>
    </>
  );
}

function consentText(source: ModelSource, { downloadBytes, totalBytes }: LocalModelSize): string {
  const rest = totalBytes > downloadBytes ? ` of ${bytesText(totalBytes)}; the rest is here` : '';
  return `${bytesText(downloadBytes)}${rest}, from ${hostOf(source) ?? 'this device'}. This browser keeps the files until you delete them. Nothing of the conversation is sent.`;
}

function explained(error: unknown) {
  if (ModelError.isInstance(error)) return error.explanation;
  return { sentence: `The model could not be started: ${errorText(error)}`, remedies: [] };
}

/** The models whose files this browser has. */
function StoredModels({
  models,
  inUse,
}: {
  readonly models: DeviceModels;
  readonly inUse: string | undefined;
}) {
  const [{ stored }] = useWatchedValue(keptDevice);
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = Object.entries(stored).flatMap(([key, bytes]) => {
    const source = sourceOf(key);
    return source ? [{ key, bytes, source, title: titleOf(source) }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-label="Stored on this device">
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Stored on this device
      </h3>
      <ul>
        {rows.map(({ key, bytes, source, title }) => (
          <li key={key} className={styles.model}>
            <p>
              <b>{title}</b> {bytesText(bytes)}
              {key === inUse && ', in use'}
            </p>
            {key !== inUse && (
              <Button aria-label={`Start ${title}`} onClick={() => void models.choose(source)}>
                Start
              </Button>
            )}
            <Button
              look="quiet"
              aria-label={`Delete ${title}`}
              onClick={() => {
                // The row goes away with its button.
                heading.current?.focus();
                void models.remove(source);
              }}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The models that this device can run, the most suitable first; those it may not run are folded. */
function Recommended({ onChoose }: { readonly onChoose: (offer: ModelOffer) => void }) {
  const [facts, setFacts] = useState<DeviceFacts>();
  useEffect(() => void probeDevice().then(setFacts), []);
  if (!facts) return <p className={setup.hint}>Looking at this device …</p>;
  const { offer, reason, passedOver } = chooseModel(facts, { offers: offersFor(facts) });
  const fitting = [
    ...(offer ? [{ offer, reason: `Recommended. ${reason}` }] : []),
    ...passedOver.filter(({ fits }) => fits),
  ];
  const others = passedOver.filter(({ fits }) => !fits);
  const list = (rows: typeof fitting) => (
    <ul>
      {rows.map((row) => (
        <Offer key={row.offer.id} {...row} onChoose={onChoose} />
      ))}
    </ul>
  );
  return (
    <section aria-label="Recommended models">
      <h3 className={styles.heading}>Models for this device</h3>
      {!offer && <p className={setup.problem}>{reason}</p>}
      {list(fitting)}
      {others.length > 0 && (
        <details>
          <summary>{figure(others.length)} that may not run here</summary>
          {list(others)}
        </details>
      )}
    </section>
  );
}

/** Of a model in two precisions, the one for this device. */
function offersFor({ webgpu }: DeviceFacts): readonly ModelOffer[] {
  const takesHalf = webgpu?.hasShaderF16 ?? true;
  return RECOMMENDED_MODELS.filter(
    ({ engine, needsShaderF16 = false }) => engine !== 'webllm' || needsShaderF16 === takesHalf,
  );
}

function Offer({
  offer,
  reason,
  onChoose,
}: {
  readonly offer: ModelOffer;
  readonly reason: string;
  readonly onChoose: (offer: ModelOffer) => void;
}) {
  const { title, engine, memoryMb, contextWindow, licence } = offer;
  const id = useId();
  const runtime = engine === 'webllm' ? 'web-llm' : 'llama.cpp';
  return (
    <li className={styles.model}>
      <p id={id}>
        <b>{title}</b> {runtime} · about {bytesText(memoryMb * 1e6)} · window{' '}
        {figure(contextWindow)} · {licence}
        <span className={setup.hint}>{reason}</span>
      </p>
      <Button
        aria-label={`Use ${title}, ${runtime}`}
        aria-describedby={id}
        onClick={() => onChoose(offer)}
      >
        Use
      </Button>
    </li>
  );
}

/** A GGUF file of the person's own, dropped, chosen or at an address. */
function OwnModel({ onChoose }: { readonly onChoose: (source: ModelSource) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChoose({ kind: 'address', url: new URL(typed).href });
  };
  return (
    <section aria-label="A model of your own">
      <h3 className={styles.heading}>A GGUF file of your own</h3>
      <div className={styles.model}>
        <OpenFileButton
          kind="GGUF model"
          accept=".gguf"
          onFile={(file) => onChoose({ kind: 'file', file })}
        />
        <p className={setup.hint}>
          or drop one anywhere. It needs no network, and stays until you leave the page.
        </p>
      </div>
      <form className={setup.fields} onSubmit={submit}>
        <Field
          label="Or its address"
          type="url"
          required
          pattern="https?://.+"
          placeholder="https://…/model.gguf"
          value={typed}
          onChange={({ target }) => setTyped(target.value.trim())}
        >
          <Button type="submit">Check its size</Button>
        </Field>
      </form>
    </section>
  );
}
