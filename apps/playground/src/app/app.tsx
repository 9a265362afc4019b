import type { BatchedStore } from '@agent-memory/core';
import type { LongTermMemory } from '@agent-memory/long-term';
import { lazy, Suspense, useCallback, useState } from 'react';
import { AssistantPage } from '../assistant/assistant-page.tsx';
import { ComparisonPage } from '../comparison/comparison-page.tsx';
import { FIRST_COMPARISON } from '../comparison/first-comparison.ts';
import { Notice } from '../design/notice.tsx';
import type { DeviceModels } from '../device/device-models.ts';
import { DevicePage } from '../device/device-page.tsx';
import { isModelFile } from '../device/model-source.ts';
import type { DocumentDesk } from '../documents/document-desk.ts';
import { isDocumentFile } from '../documents/document-file.ts';
import { EndpointPage } from '../endpoint/endpoint-page.tsx';
import { UpdateNotice } from '../offline/update-notice.tsx';
import { RecordedPage } from '../player/recorded-page.tsx';
import {
  memoryIdOf,
  type SessionChoice,
  sessionName,
  startedOver,
} from '../session/session-choice.ts';
import { FileDrop } from '../session-file/file-drop.tsx';
import { leftOutText } from '../session-file/left-out.ts';
import { useOpenFile } from '../session-file/use-open-file.ts';
import { keptBudget, keptChoice, keptTheme } from '../settings/preferences.ts';
import { useThemeOnPage } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import type { OpenedFiles } from '../storage/opened-files.ts';
import { ShowChat } from '../time/show-chat.ts';
import type { AgentPair } from '../two-agents/agent-pair.ts';
import { TwoAgentsPage } from '../two-agents/two-agents-page.tsx';
import { AnnouncedNotices } from './announced-notices.tsx';
import { Announcer } from './announcer.tsx';
import styles from './app.module.css';
import { type Pane, TopBar } from './top-bar.tsx';

const DocumentsPage = lazy(async () => {
  const documents = await import('../documents/documents-page.tsx');
  return { default: documents.DocumentsPage };
});

/** The whole page: one of the ways to use it, with the memory open beside it. */
export function App({
  store,
  longTerm,
  pair,
  desk,
  files,
  models,
}: {
  readonly store: BatchedStore;
  readonly longTerm: LongTermMemory;
  readonly pair: AgentPair;
  readonly desk: DocumentDesk;
  readonly files: OpenedFiles;
  readonly models: DeviceModels;
}) {
  const [choice, setChoice] = useKeptValue(keptChoice);
  const [theme, setTheme] = useKeptValue(keptTheme);
  const [pane, setPane] = useState<Pane>('chat');
  useThemeOnPage(theme);
  const showChat = useCallback(() => setPane('chat'), []);

  const choose = useCallback((change: Partial<SessionChoice>) => {
    keptChoice.set({ ...keptChoice.get(), ...change });
  }, []);
  const showFile = useCallback(
    (id: string) => {
      choose({ mode: 'recorded', source: { kind: 'file', id } });
      setPane('chat');
    },
    [choose],
  );
  const opening = useOpenFile(files, store, showFile);

  const [atEnd, setAtEnd] = useState<string>();
  const lookInside = useCallback(() => {
    const source = { kind: 'bundled', id: FIRST_COMPARISON.sessionId } as const;
    const name = sessionName(source);
    // Anew: an earlier play of it may have had another budget.
    const anew = startedOver(keptChoice.get(), name);
    keptBudget.set(FIRST_COMPARISON.limitTokens);
    setAtEnd(memoryIdOf(anew, name));
    setPane('memory');
    choose({ ...anew, mode: 'recorded', source });
  }, [choose]);

  const openSession = opening.open;
  const [leftOut, setLeftOut] = useState<string>();
  const dismissOpening = opening.dismiss;
  const openFiles = useCallback(
    (dropped: readonly File[]) => {
      const documents = dropped.filter(isDocumentFile);
      const [file, ...others] = documents.length > 0 ? [] : dropped;
      if (documents.length > 0) {
        setLeftOut(undefined);
        dismissOpening();
        choose({ mode: 'documents' });
        setPane('chat');
        void desk.add(documents);
      }
      if (!file) return;
      setLeftOut(leftOutText(file, others));
      if (!isModelFile(file)) return openSession(file);
      dismissOpening();
      choose({ mode: 'device' });
      setPane('chat');
      void models.choose({ kind: 'file', file, isKept: false });
    },
    [models, desk, choose, openSession, dismissOpening],
  );
  return (
    <Announcer>
      <div className={styles.app} data-pane={pane}>
        <TopBar
          mode={choice.mode}
          onMode={(mode) => choose({ mode })}
          theme={theme}
          onTheme={setTheme}
          pane={pane}
          onPane={setPane}
          hasPanes={hasPanes(choice)}
        />
        <AnnouncedNotices>
          <UpdateNotice />
          {opening.problem && (
            <Notice tone="bad" onDismiss={opening.dismiss}>
              {opening.problem}
            </Notice>
          )}
          {opening.notice && (
            <Notice tone="warn" onDismiss={opening.dismiss}>
              {opening.notice}
            </Notice>
          )}
          {leftOut && (
            <Notice tone="warn" onDismiss={() => setLeftOut(undefined)}>
              {leftOut}
            </Notice>
          )}
        </AnnouncedNotices>
        <ShowChat value={showChat}>
          <main className={styles.main}>
            {choice.mode === 'compare' && (
              <ComparisonPage files={files} onLookInside={lookInside} />
            )}
            {choice.mode === 'recorded' && (
              <RecordedPage
                store={store}
                files={files}
                choice={choice}
                onChoice={setChoice}
                theme={theme}
                opening={opening}
                atEnd={atEnd}
              />
            )}
            {choice.mode === 'assistant' && (
              <AssistantPage
                store={store}
                longTerm={longTerm}
                choice={choice}
                onChoice={setChoice}
                theme={theme}
              />
            )}
            {choice.mode === 'agents' && (
              <TwoAgentsPage
                store={store}
                pair={pair}
                choice={choice}
                onChoice={setChoice}
                theme={theme}
              />
            )}
            {choice.mode === 'documents' && (
              <Suspense>
                <DocumentsPage
                  store={store}
                  desk={desk}
                  longTerm={longTerm}
                  choice={choice}
                  onChoice={setChoice}
                  theme={theme}
                />
              </Suspense>
            )}
            {choice.mode === 'endpoint' && (
              <EndpointPage store={store} choice={choice} onChoice={setChoice} theme={theme} />
            )}
            {choice.mode === 'device' && (
              <DevicePage
                store={store}
                models={models}
                choice={choice}
                onChoice={setChoice}
                theme={theme}
              />
            )}
          </main>
        </ShowChat>
        <FileDrop onFiles={openFiles} />
      </div>
    </Announcer>
  );
}

/** True if there is a session beside its memory, and so something to switch to. */
function hasPanes({ mode, source }: SessionChoice): boolean {
  if (mode === 'compare') return false;
  return mode !== 'recorded' || source !== undefined;
}
