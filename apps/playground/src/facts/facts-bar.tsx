import type { ContextPlan } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { countPresence, type Presence, type PresenceRun } from '../chat/presence.ts';
import { CheckIcon, WarnIcon } from '../design/icons.tsx';
import type { CallTally } from './call-tally.ts';
import { budgetVerdict } from './fact-words.ts';
import styles from './facts-bar.module.css';
import { figure, plural } from './figures.ts';

/** The presences of messages in words, the most important first. */
const LEGEND: readonly (readonly [Presence, string])[] = [
  ['whole', 'in context'],
  ['shortened', 'shortened'],
  ['left', 'left it'],
  ['waiting', 'not sent yet'],
];

/** The running line of facts: how full the context is, what is in it, and whether it ever overran. */
export function FactsBar({
  plan,
  entries,
  compactions,
  inputTokens,
  tally,
  runs,
  children,
}: {
  readonly plan: PlanTotals | undefined;
  /** Messages of the conversation. */
  readonly entries: number;
  readonly compactions: number;
  /** The budget. */
  readonly inputTokens: number;
  readonly tally: CallTally;
  readonly runs: readonly PresenceRun[];
  /** The control of the budget. */
  readonly children: ReactNode;
}) {
  const counts = countPresence(runs);
  return (
    <section className={styles.facts} aria-label="Facts">
      <div className={styles.first}>
        <ContextReading plan={plan} inputTokens={inputTokens} />
        {children}
      </div>
      <ul className={styles.line}>
        <Verdict tally={tally} />
        <li>
          <b>{figure(compactions)}</b> {plural(compactions, 'compaction')}
        </li>
        {tally.refused > 0 && (
          <li className={styles.refused}>
            <b>{figure(tally.refused)}</b> refused: did not fit, nothing was sent
          </li>
        )}
      </ul>
      <ul className={styles.line}>
        <li>
          <b>{figure(entries)}</b> {plural(entries, 'message')}
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

type PlanTotals = Pick<ContextPlan, 'totalTokens' | 'tokenSource'>;

function ContextReading({
  plan,
  inputTokens,
}: {
  readonly plan: PlanTotals | undefined;
  readonly inputTokens: number;
}) {
  const tokens = plan?.totalTokens ?? 0;
  const isOver = tokens > inputTokens;
  const isEstimated = plan?.tokenSource === 'estimated';
  return (
    <p className={styles.reading}>
      <span className={styles.tokens} data-over={isOver || undefined}>
        {isEstimated && '≈ '}
        {figure(tokens)}
      </span>{' '}
      of {figure(inputTokens)} tokens{isOver ? ' needed' : ' in context'}
    </p>
  );
}

function Verdict({ tally }: { readonly tally: CallTally }) {
  const { tone, verdict, counted } = budgetVerdict(tally);
  if (tone === 'none') return <li className={styles.none}>{verdict}</li>;
  return (
    <li className={styles[tone]}>
      {tone === 'good' ? <CheckIcon /> : <WarnIcon />}
      <span>
        <b>{verdict}</b> {counted}
      </span>
    </li>
  );
}
