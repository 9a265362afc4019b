import type { DevtoolsSource } from '@agent-memory/devtools/panel';
import { useEffect } from 'react';
import styles from './memory-pane.module.css';

/** Has a memory answer the devtools in another tab, and leads there. */
export function OtherTab({ source }: { readonly source: DevtoolsSource | undefined }) {
  useServed(source);
  const address = `/devtools/#${encodeURIComponent(source?.name ?? '')}`;
  return (
    <a className={styles.otherTab} href={address} target="agent-memory-devtools-page">
      Open in a tab of its own <span aria-hidden="true">↗</span>
    </a>
  );
}

function useServed(source: DevtoolsSource | undefined): void {
  useEffect(() => {
    if (!source) return;
    let stop: (() => void) | undefined;
    let isWanted = true;
    void import('@agent-memory/devtools/transport').then(({ serveSource, tabChannel }) => {
      if (isWanted) stop = serveSource(source, tabChannel());
    });
    // A tab that is closed undoes no effects.
    const leave = () => stop?.();
    window.addEventListener('pagehide', leave);
    return () => {
      isWanted = false;
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [source]);
}
