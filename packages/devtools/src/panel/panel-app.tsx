import { Tooltip } from 'radix-ui';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { compactionCount } from '../compactions/compaction-summary.ts';
import { CompactionsTab } from '../compactions/compactions-tab.tsx';
import { keyOfSeq } from '../context/context-rows.ts';
import { ContextTab } from '../context/context-tab.tsx';
import { ContextViewProvider, FIRST_VIEW, nextView, wayToRow } from '../context/context-view.ts';
import { useSharedMessage } from '../context/use-shared-message.ts';
import { PanelProvider } from '../elements/panel-context.ts';
import { createPanelSelection, type PanelSelection } from '../elements/panel-selection.ts';
import { stepInRow } from '../elements/roving-focus.ts';
import type { PanelTheme } from '../elements/styles/theme.ts';
import { PanelWindowProvider } from '../elements/use-changes.ts';
import { useIsShown } from '../elements/use-is-shown.ts';
import { useSourceState } from '../elements/use-source-state.ts';
import { FIRST_LOG_VIEW, LogViewProvider } from '../log/decision-log.ts';
import { DecisionsTab } from '../log/decisions-tab.tsx';
import { MemoriesTab } from '../memories/memories-tab.tsx';
import {
  FIRST_MEMORIES_VIEW,
  MemoriesViewProvider,
  nextMemoriesView,
} from '../memories/memories-view.ts';
import { ModelsTab } from '../models/models-tab.tsx';
import { RunsTab } from '../runs/runs-tab.tsx';
import { useRuns } from '../runs/use-runs.ts';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import { StorageTab } from '../storage/storage-tab.tsx';
import { storeTroubleCount } from '../storage/store-page.ts';
import { useShownSource } from '../time/shown-source.ts';
import { TimeSection } from '../time/time-section.tsx';
import { ValuesTab } from '../values/values-tab.tsx';
import { knownWords, wordsOfCode } from '../words/format.ts';
import { KeyHelp } from './key-help.tsx';
import { TabBoundary } from './tab-boundary.tsx';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  hydrating: 'loading the session',
  error: 'needs attention',
};

interface PanelTab {
  readonly name: string;
  readonly title: string;
  readonly Content: () => ReactNode;
  /** Whether there is something to find in it. */
  readonly hasFind: boolean;
  /** Whether it has something to show. Default: always. */
  readonly isThere?: (state: DevtoolsState, source: DevtoolsSource) => boolean;
  /** A figure beside the title. */
  readonly count?: (state: DevtoolsState) => number;
  /** The number of troubles that it tells of; `undefined` for none. */
  readonly trouble?: (state: DevtoolsState) => number | undefined;
}

const CONTEXT: PanelTab = { name: 'context', title: 'Context', Content: ContextTab, hasFind: true };
const MEMORIES: PanelTab = {
  ...{ name: 'memories', title: 'Memories', Content: MemoriesTab, hasFind: true },
  isThere: (_, { longTerm }) => longTerm !== undefined,
};
/** Also without a store: then it says that nothing is kept. */
const STORAGE: PanelTab = {
  ...{ name: 'storage', title: 'Storage', Content: StorageTab, hasFind: false },
  trouble: storeTroubleCount,
};
const TABS: readonly PanelTab[] = [
  CONTEXT,
  {
    ...{ name: 'compactions', title: 'Compactions', Content: CompactionsTab, hasFind: false },
    count: ({ compactions }) => compactionCount(compactions),
  },
  { name: 'log', title: 'Log', Content: DecisionsTab, hasFind: true },
  {
    ...{ name: 'values', title: 'Values', Content: ValuesTab, hasFind: true },
    isThere: ({ plan, compactions }) => compactions.length > 0 || (plan?.ranges.length ?? 0) > 0,
  },
  {
    ...{ name: 'runs', title: 'Runs', Content: RunsTab, hasFind: false },
    isThere: (_, { runs, checkpoints }) => (runs ?? checkpoints) !== undefined,
  },
  MEMORIES,
  {
    ...{ name: 'models', title: 'Models', Content: ModelsTab, hasFind: false },
    isThere: ({ models, modelTotals }) => models.length + modelTotals.length > 0,
  },
  STORAGE,
];

/** Everything that a panel shows. */
export interface DrawnPanel {
  readonly source: DevtoolsSource;
  readonly theme: PanelTheme;
  readonly selection?: PanelSelection | undefined;
  readonly hasTimeStrip?: boolean | undefined;
  readonly onShowMessage?: ((seq: number) => void) | undefined;
  readonly pageHref?: string | undefined;
}

/** `host`: the element that holds the panel. */
export type PanelAppProps = DrawnPanel & { readonly host: HTMLElement };

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
function TimedPanel(
  props: Omit<PanelAppProps, 'host' | 'source'> & {
    readonly live: DevtoolsSource;
    readonly isShown: boolean;
  },
): ReactNode {
  const { live, isShown, selection: shared, hasTimeStrip = true, ...rest } = props;
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

function ShownPanel(props: {
  readonly live: DevtoolsSource;
  readonly source: DevtoolsSource;
  readonly isShown: boolean;
  readonly theme: PanelTheme;
  readonly selection: PanelSelection;
  readonly onShowMessage?: ((seq: number) => void) | undefined;
  readonly pageHref?: string | undefined;
  /** The strip over the tabs. */
  readonly time: ReactNode;
}): ReactNode {
  const { live, source, isShown, theme, selection, onShowMessage, pageHref, time } = props;
  const state = useSourceState(source, isShown);
  const [view, dispatch] = useReducer(nextView, FIRST_VIEW);
  const [memories, dispatchMemories] = useReducer(nextMemoriesView, FIRST_MEMORIES_VIEW);
  const [log, setLog] = useState(FIRST_LOG_VIEW);
  const tabs = TABS.filter(({ isThere }) => isThere?.(state, source) ?? true);
  const [chosenTab, setTab] = useState(CONTEXT);
  const tab = tabs.includes(chosenTab) ? chosenTab : CONTEXT;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [overlays, setOverlays] = useState<HTMLElement | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const idBase = useId();
  const { plan } = state;

  const runs = useRuns(source, state, isShown);
  function goToRow(key: string): void {
    if (plan) dispatch(wayToRow(plan, runs, key));
  }
  function goToFound(seq: number): void {
    if (plan) dispatch({ ...wayToRow(plan, runs, keyOfSeq(plan, seq)), keepsPhrase: true });
  }
  function goToTab(next: PanelTab, focused: string): void {
    setTab(next);
    focusSoon(panel, focused);
  }
  function goToItem(key: string): void {
    goToRow(key);
    goToTab(CONTEXT, '.grid');
  }
  function goToMessage(seq: number): void {
    if (plan) goToItem(keyOfSeq(plan, seq));
  }
  function findInContext(phrase: string): void {
    dispatch({ type: 'change', change: { phrase } });
    goToTab(CONTEXT, '.find input');
  }
  function goToRecord(recordId: string): void {
    dispatchMemories({ type: 'change', change: { selectedId: recordId } });
    goToTab(MEMORIES, MEMORIES_LIST);
  }
  useSharedMessage({ selection, plan, selectedKey: view.selectedKey, goToRow });
  const value = {
    ...{ source, live, selection, state, runs, isShown, overlays },
    ...{ goToRow, goToFound, goToItem, goToMessage, onShowMessage, findInContext },
    goToRecord: source.longTerm ? goToRecord : undefined,
    goToStorage: () => goToTab(STORAGE, '.store-page'),
  };

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
        // At once: anyone who types on must not lose the first letters.
        focusOn(panel, '.find input');
        return;
      }
      goToTab(CONTEXT, '.find input');
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
          {live.readOnly !== undefined && <p className="read-only">{live.readOnly}</p>}
          <div className="tabs">
            <header className="head">
              <div
                role="tablist"
                className="tab-list"
                aria-label="Views of the memory"
                onKeyDown={(event) => stepInRow(event, 'tab')}
              >
                {tabs.map((one) => {
                  const { name, title, count, trouble } = one;
                  const isChosen = one === tab;
                  return (
                    <button
                      key={name}
                      type="button"
                      role="tab"
                      id={`${idBase}-tab-${name}`}
                      className="tab"
                      aria-selected={isChosen}
                      aria-controls={isChosen ? `${idBase}-view` : undefined}
                      tabIndex={isChosen ? 0 : -1}
                      onClick={() => setTab(one)}
                    >
                      {title}
                      {count && <span className="count">{count(state)}</span>}
                      <TroubleCount count={trouble?.(state)} />
                    </button>
                  );
                })}
              </div>
              <p className="session">
                <span className="session-name">{source.name}</span>
                <span className="status" data-status={state.status}>
                  {knownWords(STATUS_WORDS, state.status) ?? wordsOfCode(state.status)}
                </span>
              </p>
              <KeyHelp isOpen={isHelpOpen} pageHref={pageHref} onOpenChange={setHelpOpen} />
            </header>
            <div
              key={tab.name}
              role="tabpanel"
              id={`${idBase}-view`}
              className="tab-content"
              aria-labelledby={`${idBase}-tab-${tab.name}`}
              tabIndex={-1}
            >
              <TabBoundary name={tab.name}>
                <ContextViewProvider value={{ view, dispatch }}>
                  <LogViewProvider value={{ log, setLog }}>
                    <MemoriesViewProvider value={{ memories, dispatchMemories }}>
                      <tab.Content />
                    </MemoriesViewProvider>
                  </LogViewProvider>
                </ContextViewProvider>
              </TabBoundary>
            </div>
          </div>
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
