import type { SessionSource } from '../session/session-choice.ts';
import { OpenFileButton } from '../session-file/open-file-button.tsx';
import { type RecordedSessionInfo, recordedSessions } from '../sessions/index.ts';
import styles from './session-cards.module.css';

const KINDS: Readonly<Record<RecordedSessionInfo['kind'], string>> = {
  recall: 'Needs its start',
  healthy: 'Healthy',
  thrashing: 'Thrashing',
  bloated: 'Bloated',
  parallel: 'Live tier',
  outage: 'Breaker',
};

/** The first thing to see: what this page is for, and the sessions to begin with. */
export function SessionCards({
  onChoose,
  onFile,
}: {
  readonly onChoose: (source: SessionSource) => void;
  readonly onFile: (file: File) => void;
}) {
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h2>Watch an agent’s context stay inside its budget</h2>
        <p>
          Play a recorded session through memory. Beside the chat you see what the model would be
          sent at every call, item by item, and why each item is there or is not. Nothing leaves
          this page.
        </p>
      </header>
      <ul className={styles.cards}>
        {recordedSessions.map(({ id, kind, title, description }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.card}
              onClick={() => onChoose({ kind: 'bundled', id })}
            >
              <span className={styles.kind} data-kind={kind}>
                {KINDS[kind]}
              </span>
              <strong>{title}</strong>
              <span className={styles.description}>{description}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.own}>
        <OpenFileButton onFile={onFile} />
        <span>
          or drop one anywhere: JSON with a list of messages of OpenAI, Anthropic, Gemini or the AI
          SDK, bare or as <code>messages</code>.
        </span>
      </p>
    </div>
  );
}
