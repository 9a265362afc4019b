import { Segmented } from '../design/segmented.tsx';
import { useWatchedValue } from '../platform/watched-value.ts';
import { choose, keptChoice, OPENED_FILE } from '../settings/preferences.ts';
import styles from './top-bar.module.css';

/** The pane that a narrow screen shows; a wide one shows both. */
export type Pane = 'chat' | 'memory';

/** Name of the page, and the ways to use it. */
export function TopBar({
  pane,
  onPane,
  hasFile,
}: {
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
  /** A session file is open. */
  readonly hasFile: boolean;
}) {
  const [{ mode, source }] = useWatchedValue(keptChoice);
  const isSessionOpen = source === OPENED_FILE ? hasFile : source !== undefined;
  /** There is a session beside its memory, and so something to switch to. */
  const hasPanes = mode === 'chat' || (mode === 'recorded' && isSessionOpen);
  return (
    <header className={styles.bar}>
      <h1 className={styles.name}>
        <svg className={styles.logo} aria-hidden="true" viewBox="0 0 20 20">
          <rect x="1" y="2.5" width="18" height="3.6" rx="1.8" />
          <rect x="1" y="8.2" width="11" height="3.6" rx="1.8" opacity="0.45" />
          <rect x="1" y="13.9" width="15" height="3.6" rx="1.8" className={styles.logoLive} />
        </svg>
        agent-memory <span className={styles.suffix}>playground</span>
      </h1>
      {hasPanes && (
        <div className={styles.pane}>
          <Segmented
            legend="What to show"
            segments={[
              { value: 'chat', label: 'Chat' },
              { value: 'memory', label: 'Memory' },
            ]}
            value={pane}
            onChange={onPane}
          />
        </div>
      )}
      <div className={styles.mode}>
        <Segmented
          legend="Page"
          segments={[
            { value: 'compare', label: 'Comparison' },
            { value: 'recorded', label: 'Sessions' },
            { value: 'chat', label: 'Chat' },
          ]}
          value={mode}
          onChange={(next) => {
            choose({ mode: next });
            onPane('chat');
          }}
        />
      </div>
    </header>
  );
}
