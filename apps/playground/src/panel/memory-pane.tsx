import type { AgentMemory } from '@agent-memory/core';
import type {
  InspectableCheckpoints,
  InspectableDocuments,
  InspectableExtraction,
  InspectableModel,
  InspectableRuns,
} from '@agent-memory/devtools/panel';
import type { LongTermMemory } from '@agent-memory/long-term';
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { errorText } from '../app/error-text.ts';
import { Button } from '../design/button.tsx';
import type { Theme } from '../settings/theme.ts';
import styles from './memory-pane.module.css';

const MemoryPanel = lazy(async () => {
  const panel = await import('@agent-memory/devtools/panel');
  return { default: panel.MemoryPanel };
});

/** The panel beside the chat; it is loaded after the chat is up. */
export function MemoryPane({
  memory,
  longTerm,
  extraction,
  documents,
  models,
  runs,
  checkpoints,
  theme,
}: {
  readonly memory: AgentMemory;
  readonly longTerm: LongTermMemory | undefined;
  readonly extraction: InspectableExtraction | undefined;
  readonly documents: InspectableDocuments | undefined;
  readonly models: readonly InspectableModel[] | undefined;
  readonly runs: InspectableRuns | undefined;
  readonly checkpoints: InspectableCheckpoints | undefined;
  readonly theme: Theme;
}) {
  return (
    <aside className={styles.pane} aria-label="Memory">
      <PanelBoundary>
        <Suspense fallback={<p className={styles.loading}>Loading the panel …</p>}>
          <MemoryPanel
            className={styles.panel ?? ''}
            memory={memory}
            longTerm={longTerm}
            extraction={extraction}
            documents={documents}
            models={models}
            runs={runs}
            checkpoints={checkpoints}
            theme={theme === 'system' ? 'auto' : theme}
          />
        </Suspense>
      </PanelBoundary>
    </aside>
  );
}

/** A panel that cannot be loaded or drawn leaves the chat alone. */
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
    return (
      <div className={styles.failed} role="alert">
        <p>The panel could not be shown; the chat and its memory go on. {errorText(error)}</p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </div>
    );
  }
}
