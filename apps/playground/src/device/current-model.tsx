import setup from '../design/setup.module.css';
import { figure } from '../facts/figures.ts';
import type { RunningModel } from './device-state.ts';
import { statusText } from './device-words.ts';
import styles from './model-picker.module.css';
import { namedSource, titleOf } from './model-source.ts';
import { useModelStatus } from './use-model-status.ts';

/** The model that chats: what it runs on, and why it is not more. */
export function CurrentModel({ current }: { readonly current: RunningModel }) {
  const status = useModelStatus(current.model);
  const { engine } = status ?? {};
  return (
    <header className={setup.intro}>
      <h2>{titleOf(namedSource(current.source))}</h2>
      <p>
        {capitalised(statusText(status))}
        {engine && ` · window ${figure(engine.contextWindow)} tokens`}
      </p>
      {engine && engine.notes.length > 0 && (
        <ul className={styles.notes}>
          {engine.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </header>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
