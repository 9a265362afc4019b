import type { MemoryStore } from '@agent-memory/core';
import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import {
  memoryIdOf,
  type SessionChoice,
  type SessionSource,
  sessionName,
  startedOver,
} from '../session/session-choice.ts';
import type { FileOpening } from '../session-file/use-open-file.ts';
import type { Theme } from '../settings/theme.ts';
import type { OpenedFiles } from '../storage/opened-files.ts';
import { PlayerPage } from './player-page.tsx';
import styles from './recorded-page.module.css';
import { SessionCards } from './session-cards.tsx';
import { SessionPicker } from './session-picker.tsx';
import { useOpenedFiles } from './use-opened-files.ts';
import { type Loading, useRecordedSession } from './use-recorded-session.ts';

/** A recorded session: choosing it, loading it, playing it. */
export function RecordedPage({
  store,
  files,
  choice,
  onChoice,
  theme,
  opening,
}: {
  readonly store: MemoryStore;
  readonly files: OpenedFiles;
  readonly choice: SessionChoice;
  readonly onChoice: (choice: SessionChoice) => void;
  readonly theme: Theme;
  readonly opening: FileOpening;
}) {
  const { source } = choice;
  const openedFiles = useOpenedFiles(files, opening.opened);
  const { loading, retry } = useRecordedSession(source, files);
  const choose = (next: SessionSource): void => {
    opening.dismiss();
    onChoice({ ...choice, source: next });
  };
  const picker = (
    <SessionPicker source={source} files={openedFiles} onChoose={choose} onFile={opening.open} />
  );

  const hasCards = !source || loading.kind === 'problem';
  const mainButton = useFocusAfterCards(hasCards);

  if (hasCards) {
    return (
      <div className={styles.start}>
        {loading.kind === 'problem' && <LoadingProblem loading={loading} onRetry={retry} />}
        <SessionCards onChoose={choose} onFile={opening.open} />
      </div>
    );
  }
  const name = sessionName(source);
  const memoryId = memoryIdOf(choice, name);
  const startOver = (): void => {
    onChoice(startedOver(choice, name));
    // A leftover takes room and harms nothing: nobody asks for this id again.
    store.delete(memoryId).catch(() => undefined);
  };
  return (
    <PlayerPage
      memoryId={memoryId}
      store={store}
      messages={loading.kind === 'session' ? loading.session.messages : undefined}
      theme={theme}
      picker={picker}
      mainButton={mainButton}
      onRestart={startOver}
    />
  );
}

/** Why there is no session, and the button that tries it again where that may help. */
function LoadingProblem({
  loading,
  onRetry,
}: {
  readonly loading: Extract<Loading, { kind: 'problem' }>;
  readonly onRetry: () => void;
}) {
  const { problem, canRetry, isRetrying = false } = loading;
  return (
    <Notice
      tone="bad"
      action={
        canRetry && (
          <Button aria-disabled={isRetrying} onClick={isRetrying ? undefined : onRetry}>
            Try again
          </Button>
        )
      }
    >
      {isRetrying ? 'Trying again …' : problem}
    </Notice>
  );
}

/**
 * Puts the focus on the player's main button when a card was chosen, a file opened or a load tried
 * again: the element that had it is gone with the cards.
 */
function useFocusAfterCards(hasCards: boolean) {
  const mainButton = useRef<HTMLButtonElement>(null);
  const hadCards = useRef(false);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (hadCards.current && !hasCards && isFocusLost) mainButton.current?.focus();
    hadCards.current = hasCards;
  }, [hasCards]);
  return mainButton;
}
