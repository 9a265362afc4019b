import type {
  InspectableCheckpoints,
  InspectableDocuments,
  InspectableExtraction,
  InspectableModel,
  InspectableRuns,
} from '@agent-memory/devtools/panel';
import type { LongTermMemory } from '@agent-memory/long-term';
import { type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { BudgetControl } from '../budget/budget-control.tsx';
import { MAX_BUDGET } from '../budget/budget-scale.ts';
import { ChatView, type SoughtMessage } from '../chat/chat-view.tsx';
import { presenceRuns } from '../chat/presence.ts';
import { countCompactions } from '../facts/fact-words.ts';
import { FactsBar } from '../facts/facts-bar.tsx';
import { MemoryPane } from '../panel/memory-pane.tsx';
import { useLoadedPanel } from '../panel/use-loaded-panel.ts';
import { sessionTitle } from '../session/session-title.ts';
import { StoredSessions } from '../session/stored-sessions.ts';
import type { PlaygroundSession } from '../session/use-session.ts';
import { keptBudget } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import { SessionNotices } from '../storage/session-notices.tsx';
import { OnlyNow, PAST_WORDS } from '../time/only-now.tsx';
import { SharedSelection } from '../time/shared-selection.ts';
import { ShowChat } from '../time/show-chat.ts';
import { Then } from '../time/then.ts';
import { TimeBar } from '../time/time-bar.tsx';
import { useTimeTravel } from '../time/use-time-travel.ts';
import { AnnouncedNotices } from './announced-notices.tsx';
import { useAnnouncedReplies } from './use-announced-replies.ts';
import styles from './workspace.module.css';

/**
 * A session at work: its calls along the top, its chat and figures on one side, its memory on the other.
 * A call that is selected puts all of them into that past. Another session replaces what it holds; the
 * frame with its buttons stays, and so does the focus on one of them.
 */
export function Workspace({
  session,
  title,
  longTerm,
  extraction,
  documents,
  models,
  sessionRuns,
  checkpoints,
  theme,
  replies = 'live',
  facts = 'shown',
  room,
  toolbar,
  notices,
  empty,
  tail,
  cover,
  dock,
  onPlay,
}: {
  readonly session: PlaygroundSession;
  /** The session's name for a person. Default: known of its id. */
  readonly title?: string | undefined;
  /** Long-term memory beside the session, where there is one. */
  readonly longTerm?: LongTermMemory;
  /** The extraction that fills it. */
  readonly extraction?: InspectableExtraction;
  /** Documents beside it. */
  readonly documents?: InspectableDocuments;
  /** Models that the panel shows; the same list each time. */
  readonly models?: readonly InspectableModel[] | undefined;
  /** The session's runs and checkpoints, for the panel. */
  readonly sessionRuns?: InspectableRuns;
  readonly checkpoints?: InspectableCheckpoints;
  readonly theme: Theme;
  /** `live` ones answer whoever is here and are read out; `recorded` ones pass by. */
  readonly replies?: 'live' | 'recorded';
  /** `hidden`: figures and budget leave their place to what a page shows of its own. */
  readonly facts?: 'shown' | 'hidden';
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
  /** Plays or pauses, where the dock plays the session; it then works in the past too. */
  readonly onPlay?: () => void;
}) {
  const [budget, setBudget] = useKeptValue(keptBudget);
  const { memory, state, tally, refusal, fault } = session;
  const sessions = use(StoredSessions);
  const loaded = useLoadedPanel();
  const beside = { longTerm, extraction, documents, models };
  const parts = { ...beside, runs: sessionRuns, checkpoints, sessions };
  const travel = useTimeTravel(
    loaded,
    memory,
    parts,
    title ?? sessionTitle(memory.id),
    room === undefined && facts === 'shown' ? raiseBudget : undefined,
  );
  const then = travel?.shown.past && travel.shown;
  // A session that is played goes on in the past too; only its budget would speak of another time.
  const isOff = then !== undefined && onPlay === undefined;
  const shown = then?.getState() ?? state;
  const { plan, entries } = shown;
  const runs = useMemo(() => presenceRuns(plan, entries), [plan, entries]);
  const [sought, setSought] = useState<SoughtMessage>();
  const showChat = use(ShowChat);
  const showMessage = useCallback(
    (seq: number) => {
      showChat();
      setSought({ seq });
    },
    [showChat],
  );
  useAnnouncedReplies(memory, state, replies === 'live');

  const content = (
    <div className={styles.workspace}>
      <TimeBar
        key={`time of ${memory.id}`}
        loaded={loaded}
        travel={travel}
        theme={theme}
        className={styles.time}
        onPlay={onPlay}
      />
      <section className={styles.chat} aria-label="Chat">
        <div className={styles.head}>
          <OnlyNow isOff={isOff}>{toolbar}</OnlyNow>
          {facts === 'shown' && (
            <FactsBar
              plan={plan}
              entries={entries}
              compactions={countCompactions(shown.compactions)}
              inputTokens={(then && plan ? plan : state).budget.inputTokens}
              tally={tally}
              runs={runs}
            >
              <OnlyNow isOff={then !== undefined}>
                {room ?? <BudgetControl budget={budget} onBudget={setBudget} />}
              </OnlyNow>
            </FactsBar>
          )}
        </div>
        <div className={styles.body}>
          <AnnouncedNotices>
            <SessionNotices
              state={state}
              refusal={refusal}
              fault={fault}
              canRaise={room === undefined && facts === 'shown'}
            >
              {notices}
            </SessionNotices>
          </AnnouncedNotices>
          {cover ? (
            <OnlyNow isOff={isOff} words={dock ? 'hidden' : 'shown'}>
              {cover}
            </OnlyNow>
          ) : (
            <ChatView
              key={memory.id}
              memory={memory}
              entries={entries}
              isHydrating={state.status === 'hydrating'}
              runs={runs}
              empty={<OnlyNow isOff={isOff}>{empty}</OnlyNow>}
              tail={then ? undefined : tail}
              sought={sought}
            />
          )}
        </div>
        {dock && <Dock isOff={isOff}>{dock}</Dock>}
      </section>
      <MemoryPane
        key={memory.id}
        loaded={loaded}
        travel={travel}
        theme={theme}
        onShowMessage={showMessage}
      />
    </div>
  );
  return (
    <SharedSelection value={travel?.selection}>
      <Then value={then}>{content}</Then>
    </SharedSelection>
  );
}

/** The control of the budget, for the panel; what is beyond it is refused and said. */
function raiseBudget(inputTokens: number): void {
  if (inputTokens > MAX_BUDGET) {
    throw new RangeError(
      `The budget of this page goes up to ${MAX_BUDGET.toLocaleString('en-US')} tokens. Nothing was changed.`,
    );
  }
  keptBudget.update(() => inputTokens);
}

/** Nothing is said in the past: what is below the chat waits for the present. */
function Dock({ isOff, children }: { readonly isOff: boolean; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.dock} disabled={isOff}>
      <legend className={styles.dockName}>How to go on</legend>
      {isOff && <p className={styles.pastWords}>{PAST_WORDS}</p>}
      {children}
    </fieldset>
  );
}
