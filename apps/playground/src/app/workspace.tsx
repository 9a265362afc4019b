import type {
  InspectableCheckpoints,
  InspectableDocuments,
  InspectableExtraction,
  InspectableModel,
  InspectableRuns,
} from '@agent-memory/devtools/panel';
import type { LongTermMemory } from '@agent-memory/long-term';
import { type ReactNode, useMemo } from 'react';
import { BudgetControl } from '../budget/budget-control.tsx';
import { ChatView } from '../chat/chat-view.tsx';
import { presenceRuns } from '../chat/presence.ts';
import { FactsBar } from '../facts/facts-bar.tsx';
import { MemoryPane } from '../panel/memory-pane.tsx';
import type { PlaygroundSession } from '../session/use-session.ts';
import { keptBudget } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import { SessionNotices } from '../storage/session-notices.tsx';
import { AnnouncedNotices } from './announced-notices.tsx';
import { useAnnouncedReplies } from './use-announced-replies.ts';
import styles from './workspace.module.css';

/**
 * A session at work: its chat and figures on one side, its memory on the other. Another session
 * replaces what it holds; the frame with its buttons stays, and so does the focus on one of them.
 */
export function Workspace({
  session,
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
}: {
  readonly session: PlaygroundSession;
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
}) {
  const [budget, setBudget] = useKeptValue(keptBudget);
  const { memory, state, tally, refusal, fault } = session;
  const { plan, entries } = state;
  const runs = useMemo(() => presenceRuns(plan, entries), [plan, entries]);
  useAnnouncedReplies(memory, state, replies === 'live');

  return (
    <div className={styles.workspace}>
      <section className={styles.chat} aria-label="Chat">
        <div className={styles.head}>
          {toolbar}
          {facts === 'shown' && (
            <FactsBar state={state} tally={tally} runs={runs}>
              {room ?? <BudgetControl budget={budget} onBudget={setBudget} />}
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
          {cover || (
            <ChatView
              key={memory.id}
              memory={memory}
              state={state}
              runs={runs}
              empty={empty}
              tail={tail}
            />
          )}
        </div>
        {dock && <div className={styles.dock}>{dock}</div>}
      </section>
      <MemoryPane
        key={memory.id}
        memory={memory}
        longTerm={longTerm}
        extraction={extraction}
        documents={documents}
        models={models}
        runs={sessionRuns}
        checkpoints={checkpoints}
        theme={theme}
      />
    </div>
  );
}
