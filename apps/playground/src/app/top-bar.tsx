import { DeviceIcon, MoonIcon, SunIcon } from '../design/icons.tsx';
import { Segmented } from '../design/segmented.tsx';
import { useIsOnline } from '../offline/use-is-online.ts';
import type { Mode } from '../session/session-choice.ts';
import type { Theme } from '../settings/theme.ts';
import styles from './top-bar.module.css';

/** The pane that a narrow screen shows; a wide one shows both. */
export type Pane = 'chat' | 'memory';

/** Name of the page, the ways to use it, and how it looks. */
export function TopBar({
  mode,
  onMode,
  theme,
  onTheme,
  pane,
  onPane,
  hasPanes,
}: {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
  /** True if there is a session, and so something to switch to. */
  readonly hasPanes: boolean;
}) {
  const isOnline = useIsOnline();
  return (
    <header className={styles.bar}>
      <h1 className={styles.name}>
        <svg className={styles.logo} aria-hidden="true" viewBox="0 0 20 20">
          <rect x="1" y="2.5" width="18" height="3.6" rx="1.8" />
          <rect x="1" y="8.2" width="11" height="3.6" rx="1.8" opacity="0.45" />
          <rect x="1" y="13.9" width="15" height="3.6" rx="1.8" className={styles.logoLive} />
        </svg>
        <span className={styles.title} data-yields={hasPanes}>
          agent-memory <span className={styles.suffix}>playground</span>
        </span>
        <span className={styles.network} aria-live="polite">
          {isOnline ? '' : 'Offline'}
        </span>
      </h1>
      <div className={styles.mode}>
        <Segmented
          legend="What to use"
          segments={[
            { value: 'compare', label: 'Without and with', shortLabel: 'Compare' },
            { value: 'recorded', label: 'Recorded sessions', shortLabel: 'Recorded' },
            { value: 'assistant', label: 'Assistant' },
            { value: 'agents', label: 'Two agents', shortLabel: 'Agents' },
            { value: 'documents', label: 'Documents' },
            { value: 'endpoint', label: 'Your endpoint', shortLabel: 'Endpoint' },
            { value: 'device', label: 'On this device', shortLabel: 'Device' },
          ]}
          value={mode}
          onChange={onMode}
        />
      </div>
      <div className={styles.theme}>
        <Segmented
          legend="Theme"
          segments={[
            { value: 'system', label: 'As the device', icon: <DeviceIcon /> },
            { value: 'light', label: 'Light', icon: <SunIcon /> },
            { value: 'dark', label: 'Dark', icon: <MoonIcon /> },
          ]}
          value={theme}
          onChange={onTheme}
        />
      </div>
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
    </header>
  );
}
