import { type ReactNode, useState } from 'react';
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
import styles from './workspace.module.css';

/** A session at work: its chat and figures on one side, its memory on the other. */
export function Workspace({
  session,
  theme,
  toolbar,
  notices,
  empty,
  tail,
  dock,
}: {
  readonly session: PlaygroundSession;
  readonly theme: Theme;
  /** Which session this is, above the chat. */
  readonly toolbar: ReactNode;
  readonly notices?: ReactNode;
  /** In place of the messages while there are none. */
  readonly empty: ReactNode;
  /** Behind the last message: what is being said right now. */
  readonly tail?: ReactNode;
  /** Below the chat: how to go on. */
  readonly dock: ReactNode;
}) {
  const [budget, setBudget] = useKeptValue(keptBudget);
  const { memory, state, tally, refusal } = session;
  const { plan, entries } = state;
  const [runs, setRuns] = useState(() => ({ plan, entries, value: presenceRuns(plan, entries) }));
  if (runs.plan !== plan || runs.entries !== entries) {
    setRuns({ plan, entries, value: presenceRuns(plan, entries) });
  }

  return (
    <div className={styles.workspace}>
      <section className={styles.chat} aria-label="Chat">
        <div className={styles.head}>
          {toolbar}
          <FactsBar state={state} tally={tally} runs={runs.value}>
            <BudgetControl budget={budget} onBudget={setBudget} />
          </FactsBar>
        </div>
        <div className={styles.body}>
          <SessionNotices state={state} refusal={refusal}>
            {notices}
          </SessionNotices>
          <ChatView memory={memory} state={state} runs={runs.value} empty={empty} tail={tail} />
        </div>
        <div className={styles.dock}>{dock}</div>
      </section>
      <MemoryPane memory={memory} theme={theme} />
    </div>
  );
}
