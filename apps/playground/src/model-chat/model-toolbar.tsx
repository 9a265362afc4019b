import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { SettingsIcon } from '../design/icons.tsx';
import { StartOverButton } from '../design/start-over-button.tsx';
import styles from './model-toolbar.module.css';

/** The model of a chat, the way to another one, and the way back to an empty session. */
export function ModelToolbar({
  children,
  settings,
  isOpen,
  onSettings,
  onStartOver,
}: {
  /** The line about the model. */
  readonly children: ReactNode;
  /** Name of the button that opens the choice. */
  readonly settings: string;
  readonly isOpen: boolean;
  /** Absent while the choice cannot be changed. */
  readonly onSettings: (() => void) | undefined;
  readonly onStartOver: (() => void) | undefined;
}) {
  return (
    <div className={styles.toolbar}>
      {children}
      <Button look="quiet" aria-expanded={isOpen} aria-disabled={!onSettings} onClick={onSettings}>
        <SettingsIcon /> {settings}
      </Button>
      <StartOverButton onStartOver={onStartOver} />
    </div>
  );
}

/** The name of a model, and more about it. */
export function ModelLine({ name, more }: { readonly name: string; readonly more: string }) {
  return (
    <p className={styles.who}>
      <b>{name}</b> {more}
    </p>
  );
}
