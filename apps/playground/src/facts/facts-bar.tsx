import type { ContextPlan, MemoryState } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { countPresence, type Presence, type PresenceRun } from '../chat/presence.ts';
import { CheckIcon, WarnIcon } from '../design/icons.tsx';
import type { CallTally } from './call-tally.ts';
import styles from './facts-bar.module.css';
import { figure, plural } from './figures.ts';
import { PresenceStrip } from './presence-strip.tsx';

/** The meaning of the strip's parts, in its order of importance. */
const LEGEND: readonly (readonly [Presence, string])[] = [
  ['whole', 'in context'],
  ['shortened', 'shortened'],
  ['left', 'left it'],
  ['waiting', 'not sent yet'],
];

/** The running line of facts: how full the context is, what is in it, and whether it ever overran. */
export function FactsBar({
  state,
  tally,
  runs,
  children,
}: {
  readonly state: MemoryState;
  readonly tally: CallTally;
  readonly runs: readonly PresenceRun[];
  /** The control of the budget. */
  readonly children: ReactNode;
}) {
  const counts = countPresence(runs);
  return (
    <section className={styles.facts} aria-label="Facts">
      <div className={styles.first}>
        <ContextMeter plan={state.plan} inputTokens={state.budget.inputTokens} />
        {children}
      </div>
      <PresenceStrip runs={runs} length={state.entries} />
      <ul className={styles.line}>
        <BudgetVerdict tally={tally} />
        <li>
          <b>{figure(state.compactions.length)}</b> {plural(state.compactions.length, 'compaction')}
        </li>
        {tally.refused > 0 && (
          <li className={styles.refused}>
            <b>{figure(tally.refused)}</b> refused: too little room
          </li>
        )}
      </ul>
      <ul className={styles.line}>
        <li>
          <b>{figure(state.entries)}</b> {plural(state.entries, 'message')}
        </li>
        {LEGEND.map(
          ([presence, words]) =>
            counts[presence] > 0 && (
              <li key={presence} className={styles.legend} data-presence={presence}>
                {figure(counts[presence])} {words}
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

function ContextMeter({
  plan,
  inputTokens,
}: {
  readonly plan: ContextPlan | undefined;
  readonly inputTokens: number;
}) {
  const tokens = plan?.totalTokens ?? 0;
  const isOver = tokens > inputTokens;
  const share = Math.min(1, tokens / Math.max(1, inputTokens));
  const isEstimated = plan?.tokenSource === 'estimated';
  return (
    <div className={styles.meter}>
      <p className={styles.reading}>
        <span className={styles.tokens} data-over={isOver || undefined}>
          {isEstimated && '≈ '}
          {figure(tokens)}
        </span>{' '}
        of {figure(inputTokens)} tokens{isOver ? ' needed' : ' in context'}
      </p>
      <div className={styles.track} aria-hidden="true">
        <div
          className={styles.fill}
          data-over={isOver || undefined}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

function BudgetVerdict({ tally }: { readonly tally: CallTally }) {
  if (tally.sent === 0) return <li className={styles.none}>No context assembled yet</li>;
  const contexts = `${figure(tally.sent)} ${plural(tally.sent, 'context')}`;
  if (tally.overBudget === 0) {
    return (
      <li className={styles.good}>
        <CheckIcon />
        <span>
          <b>Never over budget</b> in {contexts}
        </span>
      </li>
    );
  }
  return (
    <li className={styles.bad}>
      <WarnIcon />
      <span>
        <b>Over budget {figure(tally.overBudget)} times</b> in {contexts}
      </span>
    </li>
  );
}
