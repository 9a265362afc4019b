import type { MemoryStore } from '@agent-memory/core';
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
import { useRecordedSession } from './use-recorded-session.ts';

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
  const loading = useRecordedSession(source, files);
  const choose = (next: SessionSource): void => {
    opening.dismiss();
    onChoice({ ...choice, source: next });
  };
  const picker = (
    <SessionPicker source={source} files={openedFiles} onChoose={choose} onFile={opening.open} />
  );

  if (!source || loading.kind === 'problem') {
    return (
      <div className={styles.start}>
        {loading.kind === 'problem' && <Notice tone="bad">{loading.problem}</Notice>}
        <SessionCards onChoose={choose} onFile={opening.open} />
      </div>
    );
  }
  const name = sessionName(source);
  const memoryId = memoryIdOf(choice, name);
  const startOver = (): void => {
    onChoice(startedOver(choice, name));
    // What stays behind takes room and harms nothing: nobody asks for this id again.
    store.delete(memoryId).catch(() => undefined);
  };
  return (
    <PlayerPage
      memoryId={memoryId}
      store={store}
      messages={loading.kind === 'session' ? loading.session.messages : undefined}
      theme={theme}
      picker={picker}
      onRestart={startOver}
    />
  );
}
