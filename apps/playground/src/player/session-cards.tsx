import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { OpenFileButton } from '../session-file/open-file-button.tsx';
import { type RecordedSessionKind, recordedSessions } from '../sessions/recorded-sessions.ts';
import styles from './session-cards.module.css';

const KINDS: Readonly<Record<RecordedSessionKind, string>> = {
  recall: 'Needs its start',
  healthy: 'Healthy',
  thrashing: 'Thrashing',
  bloated: 'Bloated',
};

/** What this page is for, and the sessions to begin with. */
export function SessionCards({
  onChoose,
  onFile,
  children,
}: {
  readonly onChoose: (id: string) => void;
  readonly onFile: (file: File) => void;
  /** Ahead of them: why there is no session. */
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.scroller}>
      {children}
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
              <button type="button" className={styles.card} onClick={() => onChoose(id)}>
                <span className={styles.kind}>{KINDS[kind]}</span>
                <strong>{title}</strong>
                <span>{description}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.own}>
          <OpenFileButton kind="Session file" accept=".json,application/json" onFile={onFile} />
          <span>
            or drop one anywhere: JSON with a list of messages of OpenAI, Anthropic, Gemini or the
            AI SDK, bare or as <code>messages</code>.
          </span>
        </p>
      </div>
    </div>
  );
}

/** Why there is no session, and the button that tries it again. */
export function LoadingProblem({
  problem,
  onRetry,
}: {
  readonly problem: string;
  readonly onRetry: () => void;
}) {
  return (
    <Notice tone="bad" action={<Button onClick={onRetry}>Try again</Button>}>
      {problem}
    </Notice>
  );
}
