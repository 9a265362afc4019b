import {
  createPanelSelection,
  type DevtoolsSource,
  MemoryPanel,
  type MemorySourceOptions,
  MemoryTimeStrip,
  memorySource,
  shownSource,
} from '@agent-memory/devtools/panel';
import { serveSource, tabChannel } from '@agent-memory/devtools/transport';
import {
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { ChatView, type SoughtMessage } from '../chat/chat-view.tsx';
import { presencesOf } from '../facts/presence.ts';
import { usePageParts } from '../session/page-parts.ts';
import { ShownSession, ShowPane } from '../session/shown-session.ts';
import type { PlaygroundSession } from '../session/use-session.ts';
import { BudgetControl, raiseBudget } from './budget-control.tsx';
import { FactsBar } from './facts-bar.tsx';
import { SessionNotices } from './session-notices.tsx';
import styles from './workspace.module.css';

/** Everything beside the memory that the panel shows; the same object each time. */
export type PanelParts = Omit<MemorySourceOptions, 'name' | 'setBudget' | 'sessions'>;

const NO_PARTS: PanelParts = {};

const PAST_WORDS = 'This is the past. Go back to live to go on from there.';

/**
 * A session at work: its calls along the top, its chat and figures on one side, its memory on the other.
 * A call that is selected puts all of them into that past. Another session replaces what it holds; the
 * frame with its buttons stays, and so does the focus on one of them.
 */
export function Workspace({
  session,
  title,
  parts = NO_PARTS,
  room,
  toolbar,
  notices,
  empty,
  tail,
  cover,
  dock,
  announcement,
  onPlay,
}: {
  readonly session: PlaygroundSession;
  /** The session's name for a person. */
  readonly title: string;
  readonly parts?: PanelParts;
  /** In place of the control of the budget, where something else decides it. */
  readonly room?: ReactNode;
  /** The row above the chat that says which session this is. */
  readonly toolbar: ReactNode;
  readonly notices?: ReactNode;
  /** In place of the messages while there are none. */
  readonly empty: ReactNode;
  /** Behind the last message: what is being said right now. */
  readonly tail?: ReactNode;
  /** In place of the whole chat, while something else has to be said first. */
  readonly cover?: ReactNode;
  /** Below the chat: how to go on. */
  readonly dock: ReactNode;
  /** Read out when it changes. */
  readonly announcement: string;
  /** Plays or pauses, where the dock plays the session; it then works in the past too. */
  readonly onPlay?: () => void;
}) {
  const { memory, state } = session;
  const setBudget = room === undefined ? raiseBudget : undefined;
  const { live, shown, selection } = useSource(session, parts, title, setBudget);
  useServed(live);
  const past = shown.past ? shown : undefined;
  // A session that is played goes on in the past too; only its budget would speak of another time.
  const isOff = past !== undefined && onPlay === undefined;
  const { plan, entries } = past?.getState() ?? state;
  const presences = useMemo(() => presencesOf(plan, entries), [plan, entries]);
  const [sought, setSought] = useState<SoughtMessage>();
  const showPane = use(ShowPane);
  const showMessage = useCallback(
    (seq: number) => {
      showPane('chat');
      setSought({ seq });
    },
    [showPane],
  );
  return (
    <ShownSession value={useMemo(() => ({ memory, past, selection }), [memory, past, selection])}>
      <div className={styles.workspace}>
        <MemoryTimeStrip
          key={`time of ${memory.id}`}
          className={styles.time ?? ''}
          source={live}
          selection={selection}
          onPlay={onPlay}
        />
        <section className={styles.chat} aria-label="Chat">
          <a className="visually-hidden" href="#memory">
            Skip to memory
          </a>
          <fieldset
            className={styles.head}
            disabled={isOff}
            title={isOff ? PAST_WORDS : undefined}
            aria-label="Session"
          >
            {toolbar}
            <FactsBar presences={presences}>
              {room ?? <BudgetControl isOff={past !== undefined} />}
            </FactsBar>
          </fieldset>
          <div className={styles.body}>
            <div role="status">
              {notices}
              <SessionNotices session={session} />
            </div>
            {cover || (
              <ChatView
                key={memory.id}
                presences={presences}
                empty={state.status === 'hydrating' ? null : empty}
                tail={past ? undefined : tail}
                sought={sought}
              />
            )}
          </div>
          {dock && (
            <fieldset className={styles.dock} disabled={isOff} aria-label="How to go on">
              {isOff && <p>{PAST_WORDS}</p>}
              {dock}
            </fieldset>
          )}
          <p role="log" aria-label="Announcements" className="visually-hidden">
            {announcement}
          </p>
        </section>
        <aside id="memory" tabIndex={-1} className={styles.memory} aria-label="Memory">
          <MemoryPanel
            key={memory.id}
            className={styles.panel ?? ''}
            source={live}
            selection={selection}
            hasTimeStrip={false}
            onShowMessage={showMessage}
            pageHref={`/devtools/#${encodeURIComponent(live.name)}`}
          />
        </aside>
      </div>
    </ShownSession>
  );
}

/** The session as strip and panel see it, live and as it is shown: now, or at a call of the past. */
function useSource(
  { memory }: PlaygroundSession,
  parts: PanelParts,
  name: string,
  setBudget: ((inputTokens: number) => void) | undefined,
) {
  const { sessions } = usePageParts();
  const live = useMemo(
    () =>
      memorySource(memory, {
        ...{ ...parts, name },
        ...(setBudget && { setBudget }),
        ...(sessions && { sessions }),
      }),
    [memory, parts, name, setBudget, sessions],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call of one session says nothing about another
  const selection = useMemo(() => createPanelSelection(), [memory]);
  const following = useMemo(() => shownSource(live, selection), [live, selection]);
  const shown = useSyncExternalStore(following.subscribe, following.get);
  return { live, shown, selection };
}

/** Has a memory answer the devtools in another tab. */
function useServed(source: DevtoolsSource): void {
  useEffect(() => {
    const stop = serveSource(source, tabChannel());
    // A tab that is closed undoes no effects.
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      stop();
    };
  }, [source]);
}
