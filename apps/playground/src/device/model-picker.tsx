import { useState } from 'react';
import { Button } from '../design/button.tsx';
import setup from '../design/setup.module.css';
import { OpenFileButton } from '../session-file/open-file-button.tsx';
import { AddressForm } from './address-form.tsx';
import { CurrentModel } from './current-model.tsx';
import type { DeviceModels } from './device-models.ts';
import type { DeviceState } from './device-state.ts';
import styles from './model-picker.module.css';
import { deviceText, modelRows } from './model-rows.ts';
import { ModelRowsField } from './model-rows-field.tsx';
import { namedSource, offerOf, sourceKey } from './model-source.ts';
import { PreparationCard } from './preparation-card.tsx';
import { StoredModels } from './stored-models.tsx';
import { useDeviceFacts } from './use-device-facts.ts';

/** Choosing a model: what this device can run, what it costs, what is here. */
export function ModelPicker({
  models,
  device,
}: {
  readonly models: DeviceModels;
  readonly device: DeviceState;
}) {
  const { current, preparation, stored } = device;
  const isUnderWay = preparation !== undefined && preparation.kind !== 'failed';
  return (
    <section className={setup.setup} aria-label="Models on this device">
      <div className={styles.page}>
        {preparation && <PreparationCard models={models} preparation={preparation} />}
        {!isUnderWay && (
          <>
            {current ? <CurrentModel current={current} /> : <Intro />}
            {stored.length > 0 && (
              <StoredModels
                models={models}
                stored={stored}
                currentKey={current && sourceKey(namedSource(current.source))}
              />
            )}
            <Recommended models={models} device={device} />
            <OwnModel models={models} />
          </>
        )}
      </div>
    </section>
  );
}

function Intro() {
  return (
    <header className={setup.intro}>
      <h2>Chat with a model on this device</h2>
      <p>
        The model runs in this tab, on the graphics card or the processor, and writes the summaries
        of its memory too. Nothing of the conversation leaves the device, and nothing is downloaded
        before you say so.
      </p>
    </header>
  );
}

function Recommended({
  models,
  device,
}: {
  readonly models: DeviceModels;
  readonly device: DeviceState;
}) {
  const facts = useDeviceFacts();
  const [chosenId, setChosenId] = useState<string>();
  if (!facts) return <p className={setup.hint}>Looking at this device …</p>;
  const storedIds = device.stored.flatMap(({ source }) =>
    source.kind === 'offer' ? [source.id] : [],
  );
  const rows = modelRows(facts, storedIds);
  const offer = offerOf(chosenId ?? rows.first[0]?.offer.id ?? '');
  return (
    <form
      className={styles.recommended}
      onSubmit={(event) => {
        event.preventDefault();
        if (offer) void models.choose({ kind: 'offer', offer });
      }}
    >
      <h3 className={styles.heading}>Recommended models</h3>
      <p className={setup.hint}>This device: {deviceText(facts)}</p>
      {rows.problem !== undefined && <p className={setup.problem}>{rows.problem}</p>}
      <ModelRowsField
        rows={rows}
        stored={device.stored}
        chosenId={offer?.id}
        onChoose={setChosenId}
      />
      <div className={styles.actions}>
        <Button type="submit" look="primary" aria-disabled={!offer}>
          {offer ? `Use ${offer.title}` : 'Choose a model'}
        </Button>
        <p className={setup.hint}>
          {offer && storedIds.includes(offer.id)
            ? 'Its files are on this device: nothing is downloaded.'
            : 'Its server is asked for the exact size first; the download begins when you agree to it.'}
        </p>
      </div>
    </form>
  );
}

/** A file of the person's own, dropped, chosen or at an address. */
function OwnModel({ models }: { readonly models: DeviceModels }) {
  return (
    <section className={styles.own} aria-label="A model of your own">
      <h3 className={styles.heading}>A GGUF file of your own</h3>
      <div className={styles.drop}>
        <OpenFileButton
          kind="GGUF model"
          accept=".gguf"
          onFile={(file) => void models.choose({ kind: 'file', file, isKept: false })}
        />
        <p className={setup.hint}>
          or drop one anywhere: it needs no network, and a copy is kept for the next visit.
        </p>
      </div>
      <AddressForm onAddress={(url) => void models.choose({ kind: 'address', url })} />
    </section>
  );
}
