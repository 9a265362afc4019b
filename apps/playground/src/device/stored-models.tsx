import { useRef } from 'react';
import { Button } from '../design/button.tsx';
import setup from '../design/setup.module.css';
import type { DeviceModels } from './device-models.ts';
import type { StoredDownload } from './device-settings.ts';
import { bytesText } from './device-words.ts';
import styles from './model-picker.module.css';
import { sourceKey, titleOf } from './model-source.ts';

/** The models whose files this browser keeps. */
export function StoredModels({
  models,
  stored,
  currentKey,
}: {
  readonly models: DeviceModels;
  /** The source of the model that chats, as `sourceKey` has it. */
  readonly currentKey: string | undefined;
  readonly stored: readonly StoredDownload[];
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const total = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <section aria-label="Stored on this device" className={styles.stored}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Stored on this device <span className={setup.optional}>{bytesText(total)}</span>
      </h3>
      <ul>
        {stored.map(({ source, bytes }) => {
          const title = titleOf(source);
          return (
            <li key={sourceKey(source)} className={styles.storedRow}>
              <span className={styles.storedName}>{title}</span>
              <span className={styles.storedBytes}>{bytesText(bytes)}</span>
              {sourceKey(source) === currentKey ? (
                <span className={styles.storedBytes}>In use</span>
              ) : (
                <Button
                  aria-label={`Start ${title}`}
                  onClick={() => void models.chooseStored(source)}
                >
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
          );
        })}
      </ul>
    </section>
  );
}
