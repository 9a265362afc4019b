import { Component, type ReactNode } from 'react';
import { errorText } from '../app/error-text.ts';
import { Button } from '../design/button.tsx';
import type { Theme } from '../settings/theme.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import styles from './memory-pane.module.css';
import { OtherTab } from './other-tab.tsx';
import type { LoadedPanel } from './use-loaded-panel.ts';

/** The panel beside the chat; it is loaded after the chat is up. */
export function MemoryPane({
  loaded,
  travel,
  theme,
  onShowMessage,
}: {
  readonly loaded: LoadedPanel;
  readonly travel: TimeTravel | undefined;
  readonly theme: Theme;
  /** Shows a message in the chat. */
  readonly onShowMessage: (seq: number) => void;
}) {
  return (
    <aside className={styles.pane} aria-label="Memory">
      {loaded.status === 'loading' && <p className={styles.loading}>Loading the panel …</p>}
      {loaded.status === 'failed' && <Failed problem={loaded.problem} />}
      {loaded.status === 'here' && travel && (
        <PanelBoundary>
          <loaded.panel.MemoryPanel
            className={styles.panel ?? ''}
            source={travel.live}
            selection={travel.selection}
            hasTimeStrip={false}
            onShowMessage={onShowMessage}
            theme={theme === 'system' ? 'auto' : theme}
          />
        </PanelBoundary>
      )}
      <OtherTab source={travel?.live} />
    </aside>
  );
}

function Failed({ problem }: { readonly problem: string }) {
  return (
    <div className={styles.failed} role="alert">
      <p>The panel could not be shown; the chat and its memory go on. {problem}</p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </div>
  );
}

/** A panel that cannot be drawn leaves the chat alone. */
class PanelBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: unknown }
> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state as { readonly error: unknown };
    if (error === undefined) return this.props.children;
    return <Failed problem={errorText(error)} />;
  }
}
