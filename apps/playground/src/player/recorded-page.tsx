import type { BatchedStore } from '@agent-memory/core';
import { useEffect, useMemo, useRef } from 'react';
import {
  memoryIdOf,
  type SessionChoice,
  type SessionSource,
  sessionName,
  startedOver,
} from '../session/session-choice.ts';
import type { FileOpening } from '../session-file/use-open-file.ts';
import { recordedSessions, setupOf } from '../sessions/index.ts';
import { keptBudget } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import type { OpenedFile, OpenedFiles } from '../storage/opened-files.ts';
import { LoadingProblem } from './loading-problem.tsx';
import { PlayerPage } from './player-page.tsx';
import styles from './recorded-page.module.css';
import { SessionCards } from './session-cards.tsx';
import { SessionPicker } from './session-picker.tsx';
import { useOpenedFiles } from './use-opened-files.ts';
import { useRecordedSession } from './use-recorded-session.ts';

/** A recorded session: choosing it, loading it, playing it. */
export function RecordedPage({
  store,
  files,
  choice,
  onChoice,
  theme,
  opening,
  atEnd,
}: {
  readonly store: BatchedStore;
  readonly files: OpenedFiles;
  readonly choice: SessionChoice;
  readonly onChoice: (choice: SessionChoice) => void;
  readonly theme: Theme;
  readonly opening: FileOpening;
  /** The memory that is to be shown at the end of its session, by its id. */
  readonly atEnd: string | undefined;
}) {
  const { source } = choice;
  const openedFiles = useOpenedFiles(files, opening.opened);
  const { loading, retry } = useRecordedSession(source, files);
  const choose = (next: SessionSource): void => {
    opening.dismiss();
    const budgetTokens = budgetOf(next);
    if (budgetTokens !== undefined) keptBudget.set(budgetTokens);
    onChoice({ ...choice, source: next });
  };
  const picker = (
    <SessionPicker source={source} files={openedFiles} onChoose={choose} onFile={opening.open} />
  );

  const name = source && sessionName(source);
  const setup = useMemo(() => setupOf(name ?? ''), [name]);
  const hasCards = !name || loading.kind === 'problem';
  const mainButton = useFocusAfterCards(hasCards);

  if (hasCards) {
    return (
      <div className={styles.start}>
        {loading.kind === 'problem' && <LoadingProblem loading={loading} onRetry={retry} />}
        <SessionCards onChoose={choose} onFile={opening.open} />
      </div>
    );
  }
  const memoryId = memoryIdOf(choice, name);
  const startOver = (): void => {
    onChoice(startedOver(choice, name));
    // A leftover takes room and harms nothing: nobody asks for this id again.
    store.delete(memoryId).catch(() => undefined);
  };
  return (
    <PlayerPage
      memoryId={memoryId}
      title={titleOf(source, openedFiles)}
      store={store}
      messages={loading.kind === 'session' ? loading.session.messages : undefined}
      setup={setup}
      theme={theme}
      picker={picker}
      mainButton={mainButton}
      startsAtEnd={memoryId === atEnd}
      onRestart={startOver}
    />
  );
}

/** An opened file is known by its title, wherever its session is named. */
function titleOf(source: SessionSource, files: readonly OpenedFile[]): string | undefined {
  if (source.kind !== 'file') return undefined;
  return files.find(({ id }) => id === source.id)?.title;
}

/** The budget at which a session that comes with the page is to be seen. */
function budgetOf({ kind, id }: SessionSource): number | undefined {
  if (kind === 'file') return undefined;
  return recordedSessions.find((session) => session.id === id)?.budgetTokens;
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
