import type { CompactionRecord, ContextPlan, TokenBudget } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { figure, plural } from '../facts/figures.ts';
import { countPresence, type Presence } from '../facts/presence.ts';
import styles from './facts-bar.module.css';

/** The presences of messages in words, the most important first. */
const LEGEND: readonly (readonly [Presence, string])[] = [
  ['whole', 'in context'],
  ['shortened', 'shortened'],
  ['left', 'left it'],
  ['waiting', 'not sent yet'],
];

/** The running line of facts: how full the context is, and what is in it. */
export function FactsBar({
  state: { plan, compactions, budget },
  presences,
  children,
}: {
  readonly state: {
    readonly plan: Pick<ContextPlan, 'totalTokens' | 'tokenSource'> | undefined;
    readonly compactions: readonly Pick<CompactionRecord, 'trigger'>[];
    readonly budget: Pick<TokenBudget, 'inputTokens'>;
  };
  /** One for each message of the conversation. */
  readonly presences: readonly Presence[];
  /** The control of the budget. */
  readonly children: ReactNode;
}) {
  const counts = countPresence(presences);
  const { length } = presences;
  // An undo takes a compaction back; it does not count as one.
  const compacted = compactions.filter(({ trigger }) => trigger !== 'undo').length;
  const { totalTokens = 0, tokenSource } = plan ?? {};
  return (
    <section className={styles.facts} aria-label="Facts">
      <p className={styles.reading}>
        <b data-over={totalTokens > budget.inputTokens || undefined}>
          {tokenSource === 'estimated' && '≈ '}
          {figure(totalTokens)}
        </b>{' '}
        of {figure(budget.inputTokens)} tokens
      </p>
      {children}
      <ul className={styles.line}>
        <li>
          <b>{figure(compacted)}</b> {plural(compacted, 'compaction')}
        </li>
        <li>
          <b>{figure(length)}</b> {plural(length, 'message')}
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
