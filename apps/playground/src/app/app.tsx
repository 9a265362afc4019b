import { Component, lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { ComparisonPage } from '../comparison/comparison-page.tsx';
import { FIRST_COMPARISON } from '../comparison/story.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { isModelFile } from '../device/model-source.ts';
import { errorText } from '../platform/error-text.ts';
import { useWatchedValue } from '../platform/watched-value.ts';
import type { OpenedFile } from '../player/sessions-page.tsx';
import { usePageParts } from '../session/page-parts.ts';
import { ShowPane } from '../session/shown-session.ts';
import { readSessionFile } from '../session-file/session-file.ts';
import { useFileDrop } from '../session-file/use-file-drop.ts';
import {
  type Choice,
  choose,
  keptBudget,
  keptChoice,
  OPENED_FILE,
} from '../settings/preferences.ts';
import styles from './app.module.css';
import { type Pane, TopBar } from './top-bar.tsx';

// Fetched when they are opened: the panel and the models are most of the page.
const SessionsPage = lazy(async () => ({
  default: (await import('../player/sessions-page.tsx')).SessionsPage,
}));
const TalkPage = lazy(async () => ({ default: (await import('../talk/talk-page.tsx')).TalkPage }));

/** The whole page: one of the ways to use it, with the memory open beside it. */
export function App() {
  const { models } = usePageParts();
  const [{ mode }] = useWatchedValue(keptChoice);
  const [pane, setPane] = useState<Pane>('chat');
  const [file, setFile] = useState<OpenedFile>();
  const [problem, setProblem] = useState<string>();
  const isEndDue = useRef(false);
  const newestFile = useRef(0);

  const lookInside = useCallback(() => {
    keptBudget.set(FIRST_COMPARISON.limitTokens);
    isEndDue.current = true;
    setPane('memory');
    choose({ mode: 'recorded', source: FIRST_COMPARISON.sessionId });
  }, []);
  const openFile = useCallback(
    async (opened: File) => {
      setProblem(undefined);
      setPane('chat');
      if (isModelFile(opened)) {
        choose({ mode: 'chat', answerer: 'device' });
        return models.choose({ kind: 'file', file: opened });
      }
      newestFile.current += 1;
      const number = newestFile.current;
      try {
        const session = await readSessionFile(opened);
        if (number !== newestFile.current) return;
        setFile({ session, number });
        choose({ mode: 'recorded', source: OPENED_FILE });
      } catch (error) {
        setProblem(
          `“${opened.name}” was not opened: ${errorText(error)}. What was open stays as it was.`,
        );
      }
    },
    [models],
  );
  const open = useCallback((opened: File) => void openFile(opened), [openFile]);
  useFileDrop(open);
  const pages: Readonly<Record<Choice['mode'], ReactNode>> = {
    compare: <ComparisonPage onLookInside={lookInside} />,
    recorded: <SessionsPage file={file} isEndDue={isEndDue} onFile={open} />,
    chat: <TalkPage />,
  };
  return (
    <div className={styles.app} data-pane={pane}>
      <TopBar pane={pane} onPane={setPane} hasFile={file !== undefined} />
      <div>
        {problem && (
          <Notice tone="bad" onDismiss={() => setProblem(undefined)}>
            {problem}
          </Notice>
        )}
      </div>
      <main className={styles.main}>
        <ShowPane value={setPane}>
          <PageBoundary key={mode}>
            <Suspense fallback={<p className={styles.loading}>Loading …</p>}>
              {pages[mode]}
            </Suspense>
          </PageBoundary>
        </ShowPane>
      </main>
    </div>
  );
}

interface PageFault {
  readonly error?: unknown;
}

/** A page that cannot be fetched or drawn leaves the others alone. */
class PageBoundary extends Component<{ readonly children: ReactNode }, PageFault> {
  override state: PageFault = {};

  static getDerivedStateFromError(error: unknown): PageFault {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Notice tone="bad" action={<Button onClick={() => location.reload()}>Reload</Button>}>
        This page could not be shown: {errorText(this.state.error)}
      </Notice>
    );
  }
}
