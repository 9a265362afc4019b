import { Tooltip } from 'radix-ui';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import { knownWords, wordsOfCode } from '../view-model/code-words.ts';
import { compactionCount } from '../view-model/compaction-summary.ts';
import { keyOfSeq } from '../view-model/context-rows.ts';
import { FIRST_VIEW, nextView } from '../view-model/context-view.ts';
import { FIRST_LOG_VIEW } from '../view-model/decision-log.ts';
import {
  FIRST_MEMORIES_VIEW,
  type MemoriesViewEvent,
  nextMemoriesView,
} from '../view-model/memories-view.ts';
import { storeTroubleCount } from '../view-model/store-page.ts';
import { wayToRow } from '../view-model/way-to-row.ts';
import { CompactionsTab } from './compactions/compactions-tab.tsx';
import { ContextTab } from './context/context-tab.tsx';
import { DecisionsTab } from './decisions/decisions-tab.tsx';
import { KeyHelp } from './key-help.tsx';
import { MemoriesTab } from './memories/memories-tab.tsx';
import { ModelsTab } from './models/models-tab.tsx';
import { PanelProvider } from './parts/panel-context.ts';
import { PanelWindowProvider } from './parts/panel-window.ts';
import { Tab, TabList, Tabs, TabView } from './parts/tabs.tsx';
import { RunsTab } from './runs/runs-tab.tsx';
import { useRuns } from './runs/use-runs.ts';
import { createPanelSelection, type PanelSelection } from './selection/panel-selection.ts';
import { useSharedMessage } from './selection/use-shared-message.ts';
import { StorageTab } from './storage/storage-tab.tsx';
import type { PanelTheme } from './styles/theme.ts';
import { TabBoundary } from './tab-boundary.tsx';
import { TimeSection } from './time/time-section.tsx';
import { useShownSource } from './time/use-shown-source.ts';
import { useIsShown } from './use-is-shown.ts';
import { useSourceState } from './use-source-state.ts';
import { ValuesTab } from './values/values-tab.tsx';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  hydrating: 'loading the session',
  error: 'needs attention',
};

interface PanelTab {
  readonly name: string;
  readonly title: string;
  readonly Content: () => ReactNode;
  /** A figure beside the title. */
  readonly count?: (state: DevtoolsState) => number;
  /** The number of troubles that it tells of; `undefined` for none. */
  readonly trouble?: (state: DevtoolsState) => number | undefined;
  /** Whether there is something to find in it. */
  readonly hasFind: boolean;
}

const CONTEXT: PanelTab = {
  name: 'context',
  title: 'Context',
  Content: ContextTab,
  hasFind: true,
};

const SESSION_TABS: readonly PanelTab[] = [
  CONTEXT,
  {
    name: 'compactions',
    title: 'Compactions',
    Content: CompactionsTab,
    count: ({ compactions }) => compactionCount(compactions),
    hasFind: false,
  },
  { name: 'log', title: 'Log', Content: DecisionsTab, hasFind: true },
  { name: 'values', title: 'Values', Content: ValuesTab, hasFind: true },
  { name: 'runs', title: 'Runs', Content: RunsTab, hasFind: false },
];

/** Shown where the app shows models, or one was called. */
const MODELS: PanelTab = {
  name: 'models',
  title: 'Models',
  Content: ModelsTab,
  hasFind: false,
};

/** Also without a store: then it says that nothing is kept. */
const STORAGE: PanelTab = {
  name: 'storage',
  title: 'Storage',
  Content: StorageTab,
  trouble: storeTroubleCount,
  hasFind: false,
};

/** Shown where there is a long-term memory. */
const MEMORIES: PanelTab = {
  name: 'memories',
  title: 'Memories',
  Content: MemoriesTab,
  hasFind: true,
};

export interface PanelAppProps {
  /** The element that holds the panel. */
  readonly host: HTMLElement;
  readonly source: DevtoolsSource;
  readonly theme: PanelTheme;
  readonly selection?: PanelSelection | undefined;
  readonly hasTimeStrip?: boolean | undefined;
  readonly onShowMessage?: ((seq: number) => void) | undefined;
}

/**
 * The whole panel, behind the shadow root. Nothing is drawn before the host can be seen for the
 * first time, and nothing is followed while it cannot; what was chosen in the panel stays.
 */
export const PanelApp = memo(function PanelApp({
  host,
  source,
  ...rest
}: PanelAppProps): ReactNode {
  const isShown = useIsShown(host);
  const [followed, setFollowed] = useState<DevtoolsSource>();
  if (isShown && followed !== source) setFollowed(source);
  return (
    followed && (
      <PanelWindowProvider value={host.ownerDocument.defaultView ?? window}>
        <TimedPanel {...rest} live={followed} isShown={isShown} />
      </PanelWindowProvider>
    )
  );
});

/** The panel of the call that is selected, below the strip of all calls. */
function TimedPanel({
  live,
  isShown,
  selection: shared,
  hasTimeStrip = true,
  ...rest
}: Omit<PanelAppProps, 'host' | 'source'> & {
  readonly live: DevtoolsSource;
  readonly isShown: boolean;
}): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call of one session says nothing about another
  const selection = useMemo(() => shared ?? createPanelSelection(), [shared, live]);
  const { source, problem } = useShownSource(live, selection, isShown);
  const time = hasTimeStrip && !live.past && (
    <TabBoundary name="time">
      <TimeSection source={live} selection={selection} problem={problem} isShown={isShown} />
    </TabBoundary>
  );
  return (
    <ShownPanel
      {...rest}
      live={live}
      source={source}
      isShown={isShown}
      selection={selection}
      time={time}
    />
  );
}

function ShownPanel({
  live,
  source,
  isShown,
  theme,
  selection,
  onShowMessage,
  time,
}: {
  readonly live: DevtoolsSource;
  readonly source: DevtoolsSource;
  readonly isShown: boolean;
  readonly theme: PanelTheme;
  readonly selection: PanelSelection;
  readonly onShowMessage?: ((seq: number) => void) | undefined;
  /** The strip over the tabs. */
  readonly time: ReactNode;
}): ReactNode {
  const state = useSourceState(source, isShown);
  const [view, dispatch] = useReducer(nextView, FIRST_VIEW);
  const [memories, dispatchMemories] = useReducer(nextMemoriesView, FIRST_MEMORIES_VIEW);
  const [log, setLog] = useState(FIRST_LOG_VIEW);
  const hasLongTerm = source.longTerm !== undefined;
  const hasModels = state.models.length > 0 || state.modelTotals.length > 0;
  const tabs = [
    ...SESSION_TABS,
    ...(hasLongTerm ? [MEMORIES] : []),
    ...(hasModels ? [MODELS] : []),
    STORAGE,
  ];
  const [chosenTab, setTab] = useState(CONTEXT);
  const tab = tabs.includes(chosenTab) ? chosenTab : CONTEXT;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [overlays, setOverlays] = useState<HTMLElement | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { plan } = state;

  const runs = useRuns(source, state, isShown);
  const goToRow = useCallback(
    (key: string) => {
      if (plan) dispatch(wayToRow(plan, runs, key));
    },
    [plan, runs],
  );
  const goToItem = useCallback(
    (key: string) => {
      goToRow(key);
      setTab(CONTEXT);
      focusSoon(panel, '.grid');
    },
    [goToRow],
  );
  const goToMessage = useCallback(
    (seq: number) => {
      if (plan) goToItem(keyOfSeq(plan, seq));
    },
    [plan, goToItem],
  );
  const findInContext = useCallback((phrase: string) => {
    dispatch({ type: 'find', phrase });
    setTab(CONTEXT);
    focusSoon(panel, '.find input');
  }, []);
  const goToStorage = useCallback(() => {
    setTab(STORAGE);
    focusSoon(panel, '.store-page');
  }, []);
  useSharedMessage({ selection, plan, selectedKey: view.selectedKey, goToRow });
  const goToRecord = useMemo(
    () => (hasLongTerm ? recordOpener(dispatchMemories, setTab, panel) : undefined),
    [hasLongTerm],
  );
  const value = useMemo(
    () => ({
      ...{ source, live, selection, state, runs, isShown, overlays },
      ...{ goToRow, goToItem, goToMessage, goToRecord, goToStorage, onShowMessage, findInContext },
      ...{ view, dispatch, log, setLog, memories, dispatchMemories },
    }),
    [
      source,
      live,
      selection,
      state,
      runs,
      isShown,
      overlays,
      goToRow,
      goToItem,
      goToMessage,
      goToRecord,
      goToStorage,
      onShowMessage,
      findInContext,
      view,
      log,
      memories,
    ],
  );

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    if (event.key === '?') {
      event.preventDefault();
      setHelpOpen(true);
    }
    if (event.key === '/') {
      // From any tab: looking for something is always possible.
      event.preventDefault();
      if (tab.hasFind) {
        // At once: whoever types on must not lose the first letters.
        focusOn(panel, '.find input');
        return;
      }
      setTab(CONTEXT);
      focusSoon(panel, '.find input');
    }
  }

  return (
    <PanelProvider value={value}>
      <Tooltip.Provider delayDuration={300}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside bubble up to here */}
        <div
          ref={panel}
          className="panel"
          data-theme={theme}
          data-past={source.past !== undefined}
          onKeyDown={onKeyDown}
        >
          {time}
          <Tabs
            className="tabs"
            chosen={tab.name}
            onChoose={(name) => setTab(tabs.find((known) => known.name === name) ?? CONTEXT)}
          >
            <header className="head">
              <TabList className="tab-list" label="Views of the memory">
                {tabs.map(({ name, title, count, trouble }) => (
                  <Tab key={name} className="tab" name={name}>
                    {title}
                    {count && <span className="count">{count(state)}</span>}
                    <TroubleCount count={trouble?.(state)} />
                  </Tab>
                ))}
              </TabList>
              <p className="session">
                <span className="session-name">{source.name}</span>
                <span className="status" data-status={state.status}>
                  {knownWords(STATUS_WORDS, state.status) ?? wordsOfCode(state.status)}
                </span>
              </p>
              <KeyHelp isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
            </header>
            {tabs.map(({ name, Content }) => (
              <TabView key={name} className="tab-content" name={name}>
                <TabBoundary name={name}>
                  <Content />
                </TabBoundary>
              </TabView>
            ))}
          </Tabs>
          <div className="overlays" ref={setOverlays} />
        </div>
      </Tooltip.Provider>
    </PanelProvider>
  );
}

function TroubleCount({ count }: { readonly count: number | undefined }): ReactNode {
  if (count === undefined) return null;
  return (
    <span className="trouble-count">
      {count}
      <span className="hidden"> in trouble</span>
    </span>
  );
}

/** The list of the memories tab, in whichever of its modes. */
const MEMORIES_LIST = '.grid, .recall-results, .storage';

/** Shows a record in the memories tab, with the focus on the list. */
function recordOpener(
  dispatch: (event: MemoriesViewEvent) => void,
  setTab: (tab: PanelTab) => void,
  panel: RefObject<HTMLElement | null>,
): (recordId: string) => void {
  return (recordId) => {
    dispatch({ type: 'select', id: recordId });
    setTab(MEMORIES);
    focusSoon(panel, MEMORIES_LIST);
  };
}

/** Moves the focus once the tab that holds the element has been drawn. */
function focusSoon(inside: RefObject<HTMLElement | null>, selector: string): void {
  const view = inside.current?.ownerDocument.defaultView;
  view?.requestAnimationFrame(() => focusOn(inside, selector));
}

function focusOn(inside: RefObject<HTMLElement | null>, selector: string): void {
  inside.current?.querySelector<HTMLElement>(selector)?.focus();
}

/** Letters belong to a field that is being typed in. */
function isTyping(target: EventTarget): boolean {
  // By name: an element of another window is no instance of this window's classes.
  return 'tagName' in target && (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA');
}
