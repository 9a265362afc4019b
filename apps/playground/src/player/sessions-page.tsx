import { type RefObject, useCallback, useRef } from 'react';
import { useFocusAfter } from '../platform/use-focus-after.ts';
import { useWatchedValue } from '../platform/watched-value.ts';
import { usePageParts } from '../session/page-parts.ts';
import { OpenFileButton } from '../session-file/open-file-button.tsx';
import type { RecordedSession } from '../session-file/session-file.ts';
import { recordedSessions } from '../sessions/recorded-sessions.ts';
import {
  choose,
  keptBudget,
  keptChoice,
  OPENED_FILE,
  useMemoryId,
} from '../settings/preferences.ts';
import styles from './player-page.module.css';
import { PlayerPage } from './player-page.tsx';
import { LoadingProblem, SessionCards } from './session-cards.tsx';
import { useRecordedSession } from './use-recorded-session.ts';

/** A session file that was opened, as long as the page lives. */
export interface OpenedFile {
  readonly session: RecordedSession;
  /** Counts the files, so that each has a memory of its own. */
  readonly number: number;
}

/** A recorded session: choosing it, loading it, playing it. */
export function SessionsPage({
  file,
  isEndDue,
  onFile,
}: {
  readonly file: OpenedFile | undefined;
  readonly isEndDue: RefObject<boolean>;
  readonly onFile: (file: File) => void;
}) {
  const { store } = usePageParts();
  const [{ source = '' }] = useWatchedValue(keptChoice);
  const info = recordedSessions.find(({ id }) => id === source);
  const { session: loaded, problem, retry } = useRecordedSession(info?.id);
  const opened = source === OPENED_FILE ? file : undefined;
  const [memoryId, startOver] = useMemoryId(opened ? `file-${opened.number}` : source);
  const mainButton = useRef<HTMLButtonElement>(null);
  const title = opened?.session.title ?? info?.title;
  const hasCards = title === undefined || problem !== undefined;
  // A card, a file or a second try took the element that had the focus.
  useFocusAfter(hasCards, mainButton);
  const restart = useCallback(() => {
    startOver();
    // A leftover takes room and harms nothing: nobody asks for this id again.
    store.delete(memoryId).catch(() => undefined);
  }, [startOver, store, memoryId]);

  if (hasCards) {
    return (
      <SessionCards onChoose={select} onFile={onFile}>
        {problem !== undefined && <LoadingProblem problem={problem} onRetry={retry} />}
      </SessionCards>
    );
  }
  return (
    <PlayerPage
      memoryId={memoryId}
      title={title}
      messages={(opened?.session ?? loaded)?.messages}
      isStored={!opened}
      picker={
        <div className={styles.picker}>
          <select
            aria-label="Session"
            value={source}
            onChange={({ target }) => select(target.value)}
          >
            {opened && <option value={OPENED_FILE}>{title}</option>}
            {recordedSessions.map(({ id, title: name, kind }) => (
              <option key={id} value={id}>
                {name} ({kind})
              </option>
            ))}
          </select>
          <OpenFileButton kind="Session file" accept=".json,application/json" onFile={onFile} />
        </div>
      }
      mainButton={mainButton}
      isEndDue={isEndDue}
      onRestart={restart}
    />
  );
}

/** Opens a session at the budget at which its point is seen. */
function select(id: string): void {
  const info = recordedSessions.find((session) => session.id === id);
  if (info) keptBudget.set(info.budgetTokens);
  choose({ source: id });
}
