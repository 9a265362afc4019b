import type { ModelOffer } from '@agent-memory/models';
import { type ReactNode, useId } from 'react';
import { CheckIcon } from '../design/icons.tsx';
import { figure } from '../facts/figures.ts';
import type { StoredDownload } from './device-settings.ts';
import { bytesText } from './device-words.ts';
import type { ModelRow, ModelRows } from './model-rows.ts';
import styles from './model-rows-field.module.css';

const ENGINES: Readonly<Record<ModelOffer['engine'], string>> = {
  webllm: 'web-llm, WebGPU',
  wllama: 'llama.cpp, processor or WebGPU',
};

/** The models as a choice of one. All but the first are folded. */
export function ModelRowsField({
  rows,
  stored,
  chosenId,
  onChoose,
}: {
  readonly rows: ModelRows;
  readonly stored: readonly StoredDownload[];
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const name = useId();
  const { first, more, others } = rows;
  const row = (each: ModelRow) => (
    <Row
      key={each.offer.id}
      row={each}
      storedBytes={bytesOf(each.offer, stored)}
      name={name}
      isChosen={each.offer.id === chosenId}
      onChoose={onChoose}
    />
  );
  return (
    <fieldset className={styles.rows}>
      <legend className="visually-hidden">Model</legend>
      {first.map(row)}
      <Folded rows={more.map(row)} words="more that this device can run" />
      <Folded rows={others.map(row)} words="that may not run here" />
    </fieldset>
  );
}

function Folded({
  rows,
  words,
}: {
  readonly rows: readonly ReactNode[];
  /** The rest of a sentence that begins with their number. */
  readonly words: string;
}) {
  if (rows.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>
        {figure(rows.length)} {words}
      </summary>
      <div className={styles.rows}>{rows}</div>
    </details>
  );
}

function Row({
  row: { offer, reason, fits, isRecommended },
  storedBytes,
  name,
  isChosen,
  onChoose,
}: {
  readonly row: ModelRow;
  /** Absent where its files are not here. */
  readonly storedBytes: number | undefined;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}) {
  const { id, title, engine, memoryMb, contextWindow, licence } = offer;
  const detailId = useId();
  return (
    <label className={styles.row} data-fits={fits}>
      <input
        type="radio"
        name={name}
        value={id}
        checked={isChosen}
        aria-label={`${title}, ${ENGINES[engine]}`}
        aria-describedby={detailId}
        onChange={() => onChoose(id)}
      />
      <span className={styles.text}>
        <span className={styles.title}>
          <b>{title}</b>
          <span className={styles.engine}>{ENGINES[engine]}</span>
          {isRecommended && <span className={styles.mark}>Suits this device</span>}
          {storedBytes !== undefined && (
            <span className={styles.here}>
              <CheckIcon /> On this device
            </span>
          )}
        </span>
        <span id={detailId} className={styles.details}>
          <span className={styles.facts}>
            {storedBytes === undefined
              ? `Download ≈ ${bytesText(memoryMb * 1e6)} (estimate)`
              : `Stored ${bytesText(storedBytes)}`}
            {' · '}
            memory {figure(memoryMb)} MB · window {figure(contextWindow)} · {licence}
          </span>
          <span className={styles.reason}>{reason}</span>
        </span>
      </span>
    </label>
  );
}

function bytesOf({ id }: ModelOffer, stored: readonly StoredDownload[]): number | undefined {
  return stored.find(({ source }) => source.kind === 'offer' && source.id === id)?.bytes;
}
